import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createOutbox } from '../../server/outbox/outbox.ts';
import { ProviderError } from '../../server/provider/provider.ts';
import { createLog } from '../../server/web/log.ts';
import { bundleFormProcess } from '../support/crash/form-process-bundle.ts';
import { readSystemCalls } from '../support/crash/system-calls.ts';
import { startFormServer } from '../support/form-server.ts';
import { pdfBytes } from '../support/pdf.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { RUNS, SOON } from '../support/effort.ts';

const ROUNDS = 20 * RUNS;
const WRITERS = 8;
/** More than this are acknowledged in each round. */
const LEAST = 4;
const LANES = 2;
const HOUR = 60 * 60_000;

let processes: Awaited<ReturnType<typeof bundleFormProcess>>;
const base = mkdtempSync(join(tmpdir(), 'gis-power-'));
const stops: (() => unknown)[] = [];

beforeAll(async () => {
  processes = await bundleFormProcess();
});

afterAll(() => {
  processes.remove();
  removeFolder(base);
});

afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});

type Answer = { status: number; reference: string };

async function post(port: number, path: string, body: FormData | URLSearchParams): Promise<Answer> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    body,
    headers: { Accept: 'application/json', 'Sec-Fetch-Site': 'same-origin' },
  });
  const json: unknown = await answer.json();
  const reference =
    typeof json === 'object' && json !== null && 'reference' in json ? String(json.reference) : '';
  return { status: answer.status, reference };
}

function enquiry(name: string): URLSearchParams {
  return new URLSearchParams({ name, email: 'a@b.co', phone: '9876543210', message: 'Hello' });
}

function application(name: string, cv: Buffer): FormData {
  const data = new FormData();
  for (const [key, value] of Object.entries({
    name,
    phone: '1',
    subject: 'x',
    mailType: 'y',
    experience: 'z',
  }))
    data.append(key, value);
  data.append('attachments', new Blob([new Uint8Array(cv)]), 'cv.pdf');
  return data;
}

/** Eight writers post until the process dies, a little after the first of them were answered; then everything that was acknowledged must be delivered from its folder. */
async function round(index: number): Promise<{ acknowledged: number; lost: string[] }> {
  const folder = join(base, `round-${index}`);
  const { child, port } = await processes.start(folder);
  const exited = once(child, 'exit');
  const acknowledged = new Map<string, string | null>();
  const writers = Array.from({ length: WRITERS }, async (_, writer) => {
    try {
      for (let count = 0; ; count += 1) {
        const cv = count % 4 === 3 ? pdfBytes(30_000) : null;
        const name = `${index}-${writer}-${count}`;
        const { status, reference } = await (cv === null
          ? post(port, '/Home', enquiry(name))
          : post(port, '/Career', application(name, cv)));
        if (status === 200 || status === 202)
          acknowledged.set(
            reference,
            cv === null ? null : createHash('sha256').update(cv).digest('hex'),
          );
      }
    } catch {
      // The process is gone.
    }
  });
  await expect.poll(() => acknowledged.size, { interval: 1 }).toBeGreaterThan(LEAST);
  await new Promise((resolve) => setTimeout(resolve, (index * 37) % 120));
  child.kill('SIGKILL');
  await exited;
  await Promise.all(writers);

  const delivered = new Map<string, string | null>();
  const log = createLog({ level: 'silent', destination: { write: () => undefined } });
  const heir = createOutbox({
    folder,
    log,
    secret: 's'.repeat(32),
    deliver: async ({ entry, readCv }) => {
      if (delivered.has(entry.reference)) throw new Error('delivered twice');
      const cv = readCv === null ? null : await readCv();
      delivered.set(entry.reference, cv && createHash('sha256').update(cv).digest('hex'));
    },
  });
  await expect.poll(async () => (await heir.state()).waiting).toBe(0);
  await heir.close();
  const lost = [...acknowledged]
    .filter(([reference, hash]) => delivered.get(reference) !== hash)
    .map(([reference]) => reference);
  removeFolder(folder);
  return { acknowledged: acknowledged.size, lost };
}

test(`${ROUNDS} rounds of kill -9 under ${WRITERS} writers lose nothing that was acknowledged`, async () => {
  let next = 0;
  let acknowledged = 0;
  const lost: string[] = [];
  async function lane(): Promise<void> {
    while (next < ROUNDS) {
      next += 1;
      const result = await round(next);
      acknowledged += result.acknowledged;
      lost.push(...result.lost);
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane));
  expect(lost).toEqual([]);
  expect(acknowledged).toBeGreaterThan(ROUNDS * LEAST);
}, 1_200_000);

const canTrace = spawnSync('strace', ['-f', '-o', '/dev/null', 'true']).status === 0;

test.skipIf(!canTrace)(
  'the order of system calls is open O_EXCL, write, fsync, rename, fsync of the folder, answer (skipped without strace)',
  async () => {
    const folder = join(base, 'traced');
    const trace = join(base, 'trace.txt');
    const { child, port } = await processes.start(folder, {
      under: [
        'strace',
        '-f',
        '-y',
        '-s',
        '40',
        '-e',
        'trace=openat,write,writev,pwrite64,fsync,rename,renameat,renameat2',
        '-o',
        trace,
      ],
    });
    const exited = once(child, 'exit');
    const [plain, withCv] = [
      await post(port, '/Home', enquiry('traced')),
      await post(port, '/Career', application('traced', pdfBytes(50_000))),
    ];
    expect([plain.status, withCv.status]).toEqual([202, 202]);
    execFileSync('pkill', ['-KILL', '-P', String(child.pid)]);
    await exited;
    const calls = readSystemCalls(readFileSync(trace, 'utf8'));
    const answers = calls.filter(
      ({ name, text }) => name.startsWith('write') && text.includes('HTTP/1.1 202'),
    );
    for (const [index, { reference }] of [plain, withCv].entries()) {
      const entry = String.raw`/tmp/\d+-\w+-${reference}/entry\.json`;
      const find = (name: RegExp, text: string) =>
        calls.find((call) => name.test(call.name) && new RegExp(text).test(call.text));
      const steps = [
        find(/^openat$/, `${entry}", [^)]*O_EXCL[^)]*, 0600`),
        find(/^p?write/, `${entry}>`),
        find(/^fsync$/, `${entry}>`),
        find(/^rename/, `/tmp/\\d+-\\w+-${reference}", (?:AT_FDCWD<[^>]*>, )?"[^"]*/new/`),
      ];
      const renamed = steps.at(-1);
      steps.push(
        calls.find(
          (call) =>
            call.name === 'fsync' &&
            /\/new>/.test(call.text) &&
            call.began > (renamed?.ended ?? Infinity),
        ),
      );
      steps.push(answers[index]);
      expect(steps).not.toContain(undefined);
      const late = steps.filter(
        (step, at) => at > 0 && !((step?.began ?? -1) > (steps[at - 1]?.ended ?? 0)),
      );
      expect(late).toEqual([]);
    }
    const cv = (name: string, text: RegExp) =>
      calls.find((call) => call.name === name && text.test(call.text));
    const cvSynced = cv('fsync', /\.upload>/);
    const cvVisible = calls.find(
      (call) =>
        call.name.startsWith('rename') &&
        call.text.includes('/new/') &&
        call.text.includes(withCv.reference),
    );
    expect((cvSynced?.ended ?? Infinity) < (cvVisible?.began ?? 0)).toBe(true);
  },
);

describe('a disk that fails', () => {
  const canMount = process.getuid?.() === 0 && tryMount();

  function tryMount(): boolean {
    const at = join(base, 'attempt');
    mkdirSync(at);
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', at]).status !== 0)
      return false;
    return spawnSync('umount', [at]).status === 0;
  }

  function mount(name: string, size: string): string {
    const at = join(base, name);
    mkdirSync(at);
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', at]);
    stops.push(() => execFileSync('umount', [at]));
    return at;
  }

  /** Keeps everything, so that what was acknowledged can be counted. */
  async function serve(folder: string) {
    const forms = await startFormServer({
      folder,
      deliver: () => Promise.reject(new ProviderError('unreachable')),
      // What waits is not tried again meanwhile, which would write to the disk as well.
      outboxLimits: { firstRetryMs: HOUR, longestRetryMs: HOUR, answerWithinMs: SOON.timeout },
    });
    stops.push(() => forms.close());
    return forms;
  }

  test.skipIf(!canMount)(
    'a full disk is 503, nothing is acknowledged, older entries stay, and it goes on when there is room (skipped where no tmpfs can be mounted)',
    async () => {
      const disk = mount('full', '900k');
      const folder = join(disk, 'outbox');
      const { port, outbox } = await serve(folder);
      const stored: string[] = [];
      let rejected = 0;
      for (let count = 0; count < 12; count += 1) {
        const { status, reference } = await post(
          port,
          '/Career',
          application(`CV ${count}`, pdfBytes(150_000)),
        );
        if (status === 202) stored.push(reference);
        else rejected += Number(status === 503);
      }
      expect(stored.length).toBeGreaterThan(2);
      expect(rejected).toBe(12 - stored.length);
      writeFileSync(join(disk, 'filler'), '');
      try {
        for (;;) writeFileSync(join(disk, 'filler'), Buffer.alloc(4_096), { flag: 'a' });
      } catch {
        // Not one page is free any more.
      }
      expect((await post(port, '/Home', enquiry('no room'))).status).toBe(503);
      expect(readdirSync(join(folder, 'tmp'))).toEqual([]);
      expect((await outbox.state()).waiting).toBe(stored.length);
      rmSync(join(disk, 'filler'));
      expect((await post(port, '/Home', enquiry('room again'))).status).toBe(202);
      const names = readdirSync(join(folder, 'new'));
      for (const reference of stored) {
        const id = names.find((name) => name.endsWith(reference)) ?? '';
        expect(readFileSync(join(folder, 'new', id, 'cv.pdf')).length).toBe(150_000);
      }
    },
  );

  test('a read-only folder is 503 and the process lives', async () => {
    const disk = canMount ? mount('read-only', '1m') : join(base, 'read-only');
    const folder = join(disk, 'outbox');
    const { port } = await serve(folder);
    expect((await post(port, '/Home', enquiry('before'))).status).toBe(202);
    const [id = ''] = readdirSync(join(folder, 'new'));
    const before = readFileSync(join(folder, 'new', id, 'entry.json'), 'utf8');
    if (canMount) execFileSync('mount', ['-o', 'remount,ro', disk]);
    else for (const name of ['tmp', 'new']) chmodSync(join(folder, name), 0o500);
    expect((await post(port, '/Home', enquiry('during'))).status).toBe(503);
    expect((await post(port, '/Career', application('during', pdfBytes(5_000)))).status).toBe(503);
    expect(readFileSync(join(folder, 'new', id, 'entry.json'), 'utf8')).toBe(before);
    if (canMount) execFileSync('mount', ['-o', 'remount,rw', disk]);
    else for (const name of ['tmp', 'new']) chmodSync(join(folder, name), 0o700);
    expect((await post(port, '/Home', enquiry('after'))).status).toBe(202);
  });

  test('a folder that is gone is made again; where none can be made it is 503, and nothing is acknowledged', async () => {
    const folder = join(base, 'gone', 'outbox');
    const { port } = await serve(folder);
    expect((await post(port, '/Home', enquiry('before'))).status).toBe(202);
    removeFolder(folder);
    expect((await post(port, '/Home', enquiry('again'))).status).toBe(202);
    expect(readdirSync(join(folder, 'new'))).toHaveLength(1);
    removeFolder(folder);
    writeFileSync(folder, 'a file where the folder was');
    expect((await post(port, '/Home', enquiry('after'))).status).toBe(503);
    expect((await post(port, '/Career', application('after', pdfBytes(5_000)))).status).toBe(503);
  });
});
