// `npm run bench [-- SECTION ...]`: the figures of docs/performance.md, measured anew; the sections are below.
import { existsSync } from 'node:fs';
import { execFileSync } from 'node:child_process';

const SECTIONS = {
  server: async () => (await import('./server.mjs')).benchServer(),
  render: async () => (await import('./render.mjs')).benchRender(),
  dev: async () => (await import('./dev.mjs')).benchDev(),
  start: async () => (await import('./start.mjs')).benchStart(),
  capacity: async () => (await import('./capacity.mjs')).benchCapacity(),
  memory: async () => (await import('./memory.mjs')).benchMemory(),
  pictures: async () => (await import('./pictures.mjs')).benchPictures(),
  album: async () => (await import('./album.mjs')).benchAlbum(),
  forms: async () => (await import('./forms.mjs')).benchForms(),
  'outbox-stores': async () => (await import('./outbox-stores.mjs')).benchOutboxStores(),
  typing: async () => (await import('./typing.mjs')).benchTyping(),
  visits: async () => (await import('./visits.mjs')).benchVisits(),
  tasks: async () => (await import('./tasks.mjs')).benchTasks(),
  browser: async () => (await import('./browser.mjs')).benchBrowser(),
  search: async () => (await import('./search.mjs')).benchSearch(),
  log: async () => (await import('./log.mjs')).benchLog(),
  audit: async () => (await import('./audit.mjs')).benchAudit(),
  soak: async () => (await import('./soak.mjs')).benchSoak(),
};
/** Run only when they are named. */
const LONG = new Set(['audit', 'soak']);

// `--minutes 3` is for the soak.
const asked = process.argv
  .slice(2)
  .filter((name, index, all) => name !== '--minutes' && all[index - 1] !== '--minutes');
const unknown = asked.filter((name) => SECTIONS[name] === undefined);
if (unknown.length > 0) {
  console.error(`no section ${unknown.join(', ')}; there are ${Object.keys(SECTIONS).join(', ')}`);
  process.exit(2);
}
execFileSync(process.execPath, ['build.mjs'], { stdio: ['ignore', 'ignore', 'inherit'] });
if (!existsSync('dist/server/main.js')) throw new Error('the build left no server');
const usual = Object.keys(SECTIONS).filter((name) => !LONG.has(name));
for (const name of asked.length === 0 ? usual : asked) await SECTIONS[name]();
