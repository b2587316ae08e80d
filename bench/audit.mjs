// `npm run audit:site`: what others wrote, run against the built site, a section each (bench/audit/).
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auditAxe, auditHtml } from './audit/pages.mjs';
import { auditHeaders, auditLighthouse, auditLinks } from './audit/sites.mjs';
import { startSite } from './processes.mjs';

const EXAMPLES_PER_FAULT = 3;

const AUDITS = {
  html: auditHtml,
  axe: auditAxe,
  links: auditLinks,
  headers: auditHeaders,
  lighthouse: auditLighthouse,
};

/**
 * Prints a line for each tool, what it has found and what of it is taken as it is; the process ends with 1
 * when something is found. `AUDITS=html,links` names those to run. A tool that cannot be had is skipped.
 */
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
      const { tool, checked, faults, accepted, skipped } = await result(AUDITS[name], {
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
      console.log(`- ${name}: ${faults.length} faults; ${checked}; ${tool}; ${seconds} s`);
      print(faults);
      for (const { reason, count } of accepted ?? [])
        console.log(`  - taken as it is, ${count} times: ${reason}`);
      if (faults.length > 0) process.exitCode = 1;
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
    // What a tool cannot be had for is no fault of the site; anything else is one of this program.
    if (!(error instanceof Error) || error.name !== 'ToolMissing') throw error;
    return { skipped: error.message };
  }
}

/** A line for each fault, with some of its places. */
function print(faults) {
  const places = new Map();
  for (const { fault, place } of faults) places.set(fault, [...(places.get(fault) ?? []), place]);
  for (const [fault, all] of places)
    console.log(`  - ${fault}, ${all.length} times: ${all.slice(0, EXAMPLES_PER_FAULT).join(' ')}`);
}

/** Every page that the sitemap names, and those that search engines are kept from. */
async function pageAddresses(base) {
  const found = ['', '/hi'].flatMap((prefix) =>
    ['/Search', '/SubGallery?id=alb-f-01', '/Offline', '/nekhpur/Offline', '/no-such-page'].map(
      (path) => prefix + path,
    ),
  );
  const index = await (await fetch(`${base}/sitemap.xml`)).text();
  for (const [, sitemap] of index.matchAll(/<loc>([^<]+)<\/loc>/g)) {
    const text = await (await fetch(base + new URL(sitemap).pathname)).text();
    for (const [, page] of text.matchAll(/<url>\s*<loc>([^<]+)<\/loc>/g))
      found.push(new URL(page).pathname);
  }
  return [...new Set(found)];
}
