// `npm run bench -- SECTION ...`: the figures of docs/performance.md, measured again.
import { execFileSync } from 'node:child_process';

const SECTIONS = {
  server: async () => (await import('./server.mjs')).benchServer(),
  render: async () => (await import('./render.mjs')).benchRender(),
  search: async () => (await import('./search.mjs')).benchSearch(),
  visits: async () => (await import('./visits.mjs')).benchVisits(),
  'first-visits': async () => (await import('./first-visits.mjs')).benchFirstVisits(),
  tasks: async () => (await import('./tasks.mjs')).benchTasks(),
  'outbox-stores': async () => (await import('./outbox-stores.mjs')).benchOutboxStores(),
  uploads: async () => (await import('./uploads.mjs')).benchUploads(),
  // Minutes as `SOAK_MINUTES=3`.
  soak: async () => (await import('./soak.mjs')).benchSoak(),
  audit: async () => (await import('./audit.mjs')).benchAudit(),
};

const names = process.argv.slice(2);
if (names.length === 0 || names.some((name) => SECTIONS[name] === undefined)) {
  console.error(`Usage: npm run bench -- SECTION ...: ${Object.keys(SECTIONS).join(', ')}`);
  process.exit(2);
}
execFileSync(process.execPath, ['build.mjs'], { stdio: ['ignore', 'ignore', 'inherit'] });
for (const name of names) await SECTIONS[name]();
