import { resolve } from 'node:path';
import { startParts } from './site-parts.ts';

const [path = '/HomeFr', rounds = '200', perRound = '4'] = process.argv.slice(2);
const { addresses, lists, renderer, stop } = await startParts(resolve('sample'));
const address = addresses.pageAt(path);
if (address === undefined) throw new Error(`no page at ${path}`);
await Promise.all(address.page.lists.map((name) => lists.get(name)));
const WARM_UP = 60;

/** The page as after a post of another form: no cache takes it, and it is not compressed. */
async function renderPage(): Promise<Buffer> {
  if (address === undefined) throw new Error(`no page at ${path}`);
  return renderer.renderForm(address, { form: 'career', outcome: 'failed' }, 'bench');
}

async function millisecondsOf(render: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  for (let index = 0; index < Number(perRound); index += 1) await render();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / Number(perRound);
}

const html = await renderPage();
const milliseconds: number[] = [];
for (let round = -WARM_UP; round < Number(rounds); round += 1) {
  const time = await millisecondsOf(renderPage);
  if (round >= 0) milliseconds.push(time);
}
const sorted = milliseconds.toSorted((a, b) => a - b);
const [lower, middle, upper] = [0.25, 0.5, 0.75].map((share) =>
  sorted[Math.floor((sorted.length - 1) * share)]?.toFixed(2),
);
console.log(`| ${path} | ${html.length} | ${middle} (${lower} to ${upper}) |`);
await stop();
