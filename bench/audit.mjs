// `npm run audit:site`: tools of others, run against the built site (bench/audit/).
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auditAxe, auditHtml } from './audit/pages.mjs';
import { auditHeaders, auditLighthouse, auditLinks } from './audit/sites.mjs';
import { startSite } from './processes.mjs';

const EXAMPLES_PER_ERROR = 3;

const AUDITS = {
  html: auditHtml,
  axe: auditAxe,
  links: auditLinks,
  headers: auditHeaders,
  lighthouse: auditLighthouse,
};

/** Exits with 1 on errors. `AUDITS=html,links` selects tools; one that is not available is skipped. */
export async function benchAudit() {
  const names = process.env.AUDITS?.split(',') ?? Object.keys(AUDITS);
  const site = await startSite();
  const folder = mkdtempSync(join(tmpdir(), 'gis-audit-'));
  try {
    const base = `http://localhost:${site.port}`;
    const pages = await pageAddresses(base);
    console.log(`\n## Audit of ${pages.length} pages\n`);
    for (const name of names) {
      const began = performance.now();
      const { tool, checked, errors, accepted, skipped } = await result(AUDITS[name], {
        base,
        port: site.port,
        pages,
        folder,
      });
      if (skipped !== undefined) {
        console.log(`- ${name}: skipped, as ${skipped}`);
        continue;
      }
      const seconds = Math.round((performance.now() - began) / 1000);
      console.log(`- ${name}: ${errors.length} errors; ${checked}; ${tool}; ${seconds} s`);
      print(errors);
      for (const { reason, count } of accepted ?? [])
        console.log(`  - accepted, ${count} times: ${reason}`);
      if (errors.length > 0) process.exitCode = 1;
    }
  } finally {
    await site.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function result(audit, options) {
  try {
    return await audit(options);
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'ToolMissing') throw error;
    return { skipped: error.message };
  }
}

function print(errors) {
  const places = new Map();
  for (const { error, place } of errors) places.set(error, [...(places.get(error) ?? []), place]);
  for (const [error, all] of places)
    console.log(`  - ${error}, ${all.length} times: ${all.slice(0, EXAMPLES_PER_ERROR).join(' ')}`);
}

/** The pages of the sitemap, and those that it leaves out. */
async function pageAddresses(base) {
  const found = ['', '/hi'].flatMap((prefix) =>
    ['/Search', '/SubGallery?id=alb-f-01', '/Offline', '/nekhpur/Offline', '/no-such-page'].map(
      (path) => prefix + path,
    ),
  );
  const sitemap = await (await fetch(`${base}/sitemap.xml`)).text();
  for (const [, page] of sitemap.matchAll(/<loc>([^<]+)<\/loc>/g))
    found.push(new URL(page).pathname);
  return [...new Set(found)];
}
