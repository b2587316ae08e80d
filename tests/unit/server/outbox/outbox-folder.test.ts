import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { Acceptance } from '../../../../server/outbox/acceptance.ts';
import { DeliveryAttempts } from '../../../../server/outbox/delivery-attempts.ts';
import { DeliveryQueue } from '../../../../server/outbox/delivery-queue.ts';
import { OutboxStorageError } from '../../../../server/outbox/durable-files.ts';
import type { Delivery, Outcome, Submission } from '../../../../server/outbox/entry.ts';
import { CorruptEntryError } from '../../../../server/outbox/entry-store.ts';
import { FirstOutcomes } from '../../../../server/outbox/first-outcomes.ts';
import { FolderScan, sweep } from '../../../../server/outbox/folder-scan.ts';
import { MisconfiguredForms } from '../../../../server/outbox/misconfigured-forms.ts';
import { createOutboxCommands, noteOf } from '../../../../server/outbox/outbox-commands.ts';
import { OutboxFolder, type Subfolder } from '../../../../server/outbox/outbox-folder.ts';
import { OUTBOX_LIMITS } from '../../../../server/outbox/outbox-limits.ts';
import { ProviderError } from '../../../../server/provider/provider.ts';
import { createLog } from '../../../../server/web/log.ts';
import { HandClock, settled } from '../../../support/hand-clock.ts';
import { removeFolder } from '../../../support/remove-folder.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const CV = Buffer.from('%PDF-1.7 a CV');

let clock: HandClock;
let lines: Record<string, unknown>[];
let root: string;
let folder: OutboxFolder;

const log = createLog({
  level: 'debug',
  destination: { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
});

beforeEach(async () => {
  clock = new HandClock();
  lines = [];
  const base = mkdtempSync(join(tmpdir(), 'gis-outbox-folder-'));
  onTestFinished(() => removeFolder(base));
  root = join(base, 'data', 'outbox');
  folder = new OutboxFolder(root);
  await folder.prepare();
});

function enquiry(name = 'Asha'): Submission {
  const fields = { name, email: 'a@b.co', phone: '9876543210', message: 'Hello' };
  return { form: 'getInTouch', campus: 'NEKPUR', fields, cv: null };
}

async function application(name = 'Asha'): Promise<Submission> {
  const path = await folder.uploadPath();
  writeFileSync(path, CV);
  const sha256 = createHash('sha256').update(CV).digest('hex');
  const cv = { name: 'cv.pdf', upload: { path, size: CV.length, sha256 } };
  return { form: 'career', campus: 'FARRUKHABAD', fields: { name }, cv };
}

/** An outbox of parts: what comes is accepted; what is attempted, and with which answer, the test says. */
function open({
  deliver,
  store = folder,
}: { deliver?: (delivery: Delivery) => Promise<void>; store?: OutboxFolder } = {}) {
  const told: string[] = [];
  const queued: string[] = [];
  const requestIds = new Map<string, string>();
  const outcomes = new FirstOutcomes({
    clock,
    limits: OUTBOX_LIMITS,
    outcomeOf: (id) => folder.outcomeOf(id),
    isDeliverer: () => true,
  });
  const misconfigured = new MisconfiguredForms({ clock, log, limits: OUTBOX_LIMITS });
  const acceptance = new Acceptance({
    store: folder,
    outcomes,
    requestIds,
    log,
    secret: 's'.repeat(32),
    clock,
    limits: OUTBOX_LIMITS,
    enqueue: (id) => queued.push(id),
  });
  const sent: Delivery[] = [];
  const attempts = new DeliveryAttempts({
    store,
    async deliver(delivery) {
      sent.push(delivery);
      await deliver?.(delivery);
    },
    log,
    clock,
    limits: OUTBOX_LIMITS,
    misconfigured,
    requestIds,
    notify: (id, outcome: Outcome) => {
      told.push(outcome);
      outcomes.notify(id, outcome);
    },
  });
  let number = 0;
  const attempt = (id: string) => {
    number += 1;
    return attempts.run(id, { number, nextMs: (waitMs) => Math.max(5_000, waitMs) });
  };
  return { acceptance, attempts, attempt, told, queued, sent, misconfigured };
}

/** Accepts a submission. @returns its id. */
async function accept(outbox: ReturnType<typeof open>, submission: Submission): Promise<string> {
  await outbox.acceptance.accept(submission, {});
  return outbox.queued.at(-1) ?? '';
}

const names = (place: Subfolder) => readdirSync(folder.path(place));
const events = () => lines.map(({ event }) => event);
const status = (code: number) => new ProviderError('status', { status: code });

describe('R-181: what is accepted', () => {
  test('is in the folder with all that was sent, for nobody else to read, and is said without anything personal', async () => {
    const outbox = open();
    const { reference, isRepeat } = await outbox.acceptance.accept(await application(), {
      requestId: 'edge-1',
    });
    expect(isRepeat).toBe(false);
    const [id = ''] = names('new');
    expect(outbox.queued).toEqual([id]);
    const entry: unknown = JSON.parse(readFileSync(folder.path('new', id, 'entry.json'), 'utf8'));
    expect(entry).toEqual({
      version: 1,
      id,
      reference,
      idempotencyKey: expect.stringMatching(/^[\da-f-]{36}$/),
      acceptedAt: new Date(clock.now()).toISOString(),
      fingerprint: undefined,
      form: 'career',
      campus: 'FARRUKHABAD',
      fields: { name: 'Asha' },
      cv: {
        name: 'cv.pdf',
        size: CV.length,
        sha256: createHash('sha256').update(CV).digest('hex'),
      },
    });
    expect(readFileSync(folder.path('new', id, 'cv.pdf'))).toEqual(CV);
    expect(names('tmp')).toEqual([]);
    for (const path of [root, folder.path('new'), folder.path('new', id)])
      expect(statSync(path).mode & 0o777, path).toBe(0o700);
    expect(statSync(folder.path('new', id, 'entry.json')).mode & 0o777).toBe(0o600);
    expect(lines).toEqual([
      expect.objectContaining({
        event: 'submission-stored',
        level: 'info',
        form: 'career',
        campus: 'FARRUKHABAD',
        reference,
        requestId: 'edge-1',
      }),
    ]);
    expect(JSON.stringify(lines)).not.toContain('Asha');
  });

  test('within a minute is one entry, also when it was delivered, and after it another one', async () => {
    const outbox = open();
    const first = await outbox.acceptance.accept(enquiry(), {});
    await clock.pass(MINUTE - 1);
    const again = await outbox.acceptance.accept(enquiry(), {});
    expect(again).toMatchObject({ reference: first.reference, isRepeat: true });
    await outbox.attempt(outbox.queued[0] ?? '');
    const afterwards = await outbox.acceptance.accept(enquiry(), {});
    expect(afterwards).toMatchObject({ reference: first.reference, isRepeat: true });
    expect(await afterwards.outcome).toBe('delivered');
    await clock.pass(1);
    const later = await outbox.acceptance.accept(enquiry(), {});
    expect(later.isRepeat).toBe(false);
    expect(later.reference).not.toBe(first.reference);
    expect(outbox.queued).toHaveLength(2);
  });

  test('twice at once is one entry', async () => {
    const outbox = open();
    const both = await Promise.all([
      outbox.acceptance.accept(enquiry(), {}),
      outbox.acceptance.accept(enquiry(), {}),
      outbox.acceptance.accept(enquiry('Ravi'), {}),
    ]);
    expect(both.map(({ isRepeat }) => isRepeat)).toEqual([false, true, false]);
    expect(new Set(both.map(({ reference }) => reference)).size).toBe(2);
    expect(names('new')).toHaveLength(2);
  });

  test('O9: under its key is one entry for ever, rejected or delivered', async () => {
    const options = { idempotencyKey: '9b2c7a64-0f6e-4d6b-8a55-5f4f2b1f7a10' };
    const outbox = open({ deliver: () => Promise.reject(status(422)) });
    const first = await outbox.acceptance.accept(enquiry(), options);
    await outbox.attempt(outbox.queued[0] ?? '');
    expect(names('dead')).toHaveLength(1);
    await clock.pass(DAY);
    const again = await outbox.acceptance.accept(enquiry('corrected'), options);
    expect(again).toMatchObject({ reference: first.reference, isRepeat: true });
    expect(await again.outcome).toBe('rejected');
    const other = await outbox.acceptance.accept(enquiry(), {});
    expect(other.isRepeat, 'what was rejected may be sent again').toBe(false);
  });

  test('is not acknowledged when the disk does not take it, and nothing of it stays', async () => {
    const outbox = open();
    const submission = await application();
    rmSync(folder.path('new'), { recursive: true });
    writeFileSync(folder.path('new'), 'in the way');
    const accepted = outbox.acceptance.accept(submission, {});
    await expect(accepted).rejects.toBeInstanceOf(OutboxStorageError);
    expect([names('tmp').filter((name) => !name.endsWith('.upload')), outbox.queued]).toEqual([
      [],
      [],
    ]);
    expect(events()).toEqual(['outbox-storage']);
    rmSync(folder.path('new'));
    const again = await outbox.acceptance.accept(enquiry(), {});
    expect(again.isRepeat, 'the folder is made again').toBe(false);
    expect(names('new')).toHaveLength(1);
  });
});

describe('R-181, R-244: an attempt', () => {
  test('that succeeds leaves a receipt without anything personal', async () => {
    const outbox = open();
    await outbox.acceptance.accept(await application(), { requestId: 'edge-1' });
    const [id = ''] = outbox.queued;
    await clock.pass(3_000);
    expect(await outbox.attempt(id)).toEqual({ kind: 'done', wasDelivered: true });
    expect(outbox.sent[0]).toMatchObject({
      requestId: 'edge-1',
      entry: { id, fields: { name: 'Asha' } },
    });
    expect([names('new'), names('tmp'), outbox.told]).toEqual([[], [], ['delivered']]);
    expect(await folder.receipt(id)).toEqual({
      id,
      reference: outbox.sent[0]?.entry.reference,
      form: 'career',
      campus: 'FARRUKHABAD',
      acceptedAt: outbox.sent[0]?.entry.acceptedAt,
      deliveredAt: new Date(clock.now()).toISOString(),
      attempts: 1,
    });
    expect(lines.at(-1)).toMatchObject({
      event: 'submission-delivered',
      level: 'info',
      form: 'career',
      requestId: 'edge-1',
      attempt: 1,
    });
    expect(await outbox.attempt(id), 'there is nothing any more').toEqual({
      kind: 'done',
      wasDelivered: false,
    });
    expect(outbox.sent).toHaveLength(1);
  });

  test.each(['getInTouch', 'career', 'admission'] as const)(
    'of the form %s reads what was accepted',
    async (form) => {
      const outbox = open();
      const id = await accept(outbox, { ...enquiry(), form });
      await outbox.attempt(id);
      expect(outbox.sent).toMatchObject([{ entry: { form, fields: enquiry().fields } }]);
    },
  );

  test('is noted while it runs, with its CV to be read', async () => {
    let note: unknown;
    let cv: Buffer | undefined;
    const outbox = open({
      async deliver({ entry, readCv }) {
        note = await folder.attemptNote(entry.id);
        cv = await readCv?.();
        expect(await folder.outcomeOf(entry.id)).toBeNull();
      },
    });
    const id = await accept(outbox, await application());
    await outbox.attempt(id);
    const at = new Date(clock.now()).toISOString();
    expect(note).toEqual({ state: 'trying', attempt: 1, at, cause: null, nextAt: null });
    expect(cv).toEqual(CV);
    expect(await folder.outcomeOf(id)).toBe('delivered');
  });

  test('that fails is an error once, waits, and keeps its key', async () => {
    const outbox = open({ deliver: () => Promise.reject(status(503)) });
    const id = await accept(outbox, enquiry());
    for (let count = 0; count < 2; count += 1)
      expect(await outbox.attempt(id)).toEqual({ kind: 'later', waitMs: 0 });
    expect(await folder.attemptNote(id)).toEqual({
      state: 'waiting',
      attempt: 2,
      at: new Date(clock.now()).toISOString(),
      cause: 'status 503',
      nextAt: new Date(clock.now() + 5_000).toISOString(),
    });
    expect(lines.filter(({ event }) => event === 'submission-retry')).toMatchObject([
      { level: 'error', cause: 'status 503', status: 503, attempt: 1, retryInMs: 5_000 },
      { level: 'warn', cause: 'status 503', attempt: 2 },
    ]);
    expect(lines.at(-1)).toHaveProperty('remedy');
    expect(outbox.told).toEqual(['stored', 'stored']);
    expect(events()).not.toContain('submission-repeat-possible');
    expect(statSync(folder.path('new', id, 'tries.json')).mode & 0o777).toBe(0o600);
    expect(new Set(outbox.sent.map(({ entry }) => entry.idempotencyKey)).size).toBe(1);
    expect([names('new'), await folder.outcomeOf(id)]).toEqual([[id], 'stored']);
  });

  test('waits as long as the provider asks', async () => {
    const slow = new ProviderError('status', { status: 429, retryAfterSeconds: 90 });
    const outbox = open({ deliver: () => Promise.reject(slow) });
    const id = await accept(outbox, enquiry());
    expect(await outbox.attempt(id)).toEqual({ kind: 'later', waitMs: 90_000 });
    expect(lines.at(-1)).toMatchObject({ retryInMs: 90_000 });
  });

  test('that is rejected makes a dead letter with all that was sent', async () => {
    const outbox = open({ deliver: () => Promise.reject(status(422)) });
    const id = await accept(outbox, await application());
    expect(await outbox.attempt(id)).toEqual({ kind: 'done', wasDelivered: false });
    expect([names('new'), names('dead'), outbox.told]).toEqual([[], [id], ['rejected']]);
    expect(await folder.reason(id)).toEqual({
      reason: 'refused',
      cause: 'status 422',
      at: new Date(clock.now()).toISOString(),
      attempts: 1,
    });
    expect(readFileSync(folder.path('dead', id, 'cv.pdf'))).toEqual(CV);
    expect(lines.at(-1)).toMatchObject({
      event: 'submission-rejected',
      level: 'error',
      cause: 'status 422',
      status: 422,
    });
    expect(await folder.outcomeOf(id)).toBe('rejected');
    const again = await outbox.acceptance.accept(await application(), {});
    expect(again.isRepeat, 'its visitor may send it again').toBe(false);
  });

  test('after seven days is the last one', async () => {
    const outbox = open({ deliver: () => Promise.reject(status(503)) });
    const id = await accept(outbox, enquiry());
    await clock.pass(7 * DAY - 1);
    expect((await outbox.attempt(id)).kind).toBe('later');
    await clock.pass(1);
    expect(await outbox.attempt(id)).toEqual({ kind: 'done', wasDelivered: false });
    expect(await folder.reason(id)).toMatchObject({ reason: 'expired', attempts: 2 });
    expect(lines.at(-1)).toMatchObject({ event: 'submission-expired', level: 'error' });
    expect(outbox.told.at(-1)).toBe('stored');
  });

  test('of a form that the provider does not accept holds the others of it, but for one that is too old', async () => {
    const outbox = open({ deliver: () => Promise.reject(status(401)) });
    const [first, second] = [
      await accept(outbox, enquiry()),
      await accept(outbox, enquiry('Ravi')),
    ];
    await outbox.attempt(first);
    expect(events()).toContain('provider-misconfigured');
    expect(await outbox.attempt(second)).toEqual({ kind: 'held', forMs: 5_000 });
    expect([outbox.sent.length, outbox.told]).toEqual([1, ['stored', 'stored']]);
    expect(await folder.attemptNote(second)).toBeNull();
    await clock.pass(7 * DAY);
    outbox.misconfigured.failed('getInTouch', {
      kind: 'misconfigured',
      cause: 'status 401',
      remedy: undefined,
      status: 401,
      waitMs: 0,
    });
    await outbox.attempt(second);
    expect([outbox.sent.length, names('dead')]).toEqual([2, [second]]);
  });

  test('that says something else of an entry releases its form', async () => {
    const answers = [status(401), status(422), status(401)];
    const outbox = open({ deliver: () => Promise.reject(answers.shift()) });
    const ids = [];
    for (const name of ['Asha', 'Ravi', 'Meera']) ids.push(await accept(outbox, enquiry(name)));
    await outbox.attempt(ids[0] ?? '');
    await clock.pass(5_000);
    await outbox.attempt(ids[1] ?? '');
    expect((await outbox.attempt(ids[2] ?? '')).kind).toBe('later');
    expect(outbox.sent).toHaveLength(3);
  });

  test('that a crash cut off is repeated, and the log says that it may be one', async () => {
    const first = open();
    const id = await accept(first, enquiry());
    await folder.noteAttempt(id, {
      state: 'trying',
      attempt: 4,
      at: new Date(clock.now()).toISOString(),
      cause: null,
      nextAt: null,
    });
    const next = open();
    await next.attempt(id);
    expect(lines.filter(({ event }) => event === 'submission-repeat-possible')).toMatchObject([
      { level: 'warn', attempt: 5 },
    ]);
    expect(await folder.receipt(id)).toMatchObject({ attempts: 5 });
  });

  test('of what is torn, foreign or lacks its CV puts it out of the way', async () => {
    const outbox = open();
    const torn = await accept(outbox, enquiry());
    writeFileSync(folder.path('new', torn, 'entry.json'), '{"version":1');
    const foreign = await accept(outbox, enquiry('Ravi'));
    const text = readFileSync(folder.path('new', foreign, 'entry.json'), 'utf8');
    writeFileSync(folder.path('new', foreign, 'entry.json'), text.replace(foreign, torn));
    const lacking = await accept(outbox, await application());
    rmSync(folder.path('new', lacking, 'cv.pdf'));
    const short = await accept(outbox, await application('Meera'));
    writeFileSync(folder.path('new', short, 'cv.pdf'), '%PDF');
    for (const id of [torn, foreign, lacking, short]) {
      await expect(folder.readFrom('new', id)).rejects.toBeInstanceOf(CorruptEntryError);
      expect(await outbox.attempt(id)).toEqual({ kind: 'done', wasDelivered: false });
    }
    expect([names('new'), names('corrupt').length, outbox.sent]).toEqual([[], 4, []]);
    expect(lines.filter(({ event }) => event === 'outbox-corrupt')).toHaveLength(4);
    expect(lines.at(-1)).toMatchObject({ level: 'error', folder: 'corrupt' });
  });

  test('whose disk fails is made again later, and one that was delivered is never sent again', async () => {
    const outbox = open();
    const id = await accept(outbox, enquiry());
    rmSync(folder.path('done'), { recursive: true });
    writeFileSync(folder.path('done'), 'in the way');
    expect(await outbox.attempt(id), 'nothing can be read').toEqual({ kind: 'later', waitMs: 0 });
    // Known as delivered to this process, though its receipt could not be written.
    expect(outbox.told).toContain('stored');
    expect(events()).toContain('outbox-storage');
  });

  test('that was delivered is not sent again when its receipt could not be written', async () => {
    const outbox = open({
      async deliver() {
        rmSync(folder.path('done'), { recursive: true });
        writeFileSync(folder.path('done'), 'in the way');
      },
    });
    const id = await accept(outbox, enquiry());
    mkdirSync(folder.path('new', `${id}-kept`));
    expect(await outbox.attempt(id)).toEqual({ kind: 'later', waitMs: 0 });
    expect(outbox.told).toEqual(['delivered', 'stored']);
    rmSync(folder.path('done'));
    mkdirSync(folder.path('done'));
    expect(await outbox.attempt(id)).toEqual({ kind: 'done', wasDelivered: false });
    expect([outbox.sent.length, await folder.has('new', id)]).toEqual([1, false]);
  });

  test('of an entry that the disk does not give waits: it is not torn', async () => {
    const failing = new (class extends OutboxFolder {
      override readFrom = () => Promise.reject(Object.assign(new Error('EIO'), { code: 'EIO' }));
    })(root);
    const outbox = open({ store: failing });
    const id = await accept(outbox, enquiry());
    expect(await outbox.attempt(id)).toEqual({ kind: 'later', waitMs: 0 });
    expect([names('new'), names('corrupt'), outbox.told]).toEqual([[id], [], ['stored']]);
    expect(lines.at(-1)).toMatchObject({ event: 'outbox-storage', cause: 'EIO' });
  });

  test('of what was delivered and the disk did not let go only takes it away', async () => {
    const stubborn = new (class extends OutboxFolder {
      override finish = () => Promise.reject(Object.assign(new Error('EIO'), { code: 'EIO' }));
    })(root);
    const outbox = open({ store: stubborn });
    const id = await accept(outbox, enquiry());
    expect(await outbox.attempt(id)).toEqual({ kind: 'later', waitMs: 0 });
    expect([outbox.told, names('new')]).toEqual([['delivered', 'stored'], [id]]);
    expect(await outbox.attempt(id)).toEqual({ kind: 'done', wasDelivered: false });
    expect([outbox.sent.length, names('new')]).toEqual([1, []]);
    // Somebody puts it back: it is an entry as any other.
    await accept(outbox, enquiry('Ravi'));
    await outbox.attempt(outbox.queued[1] ?? '');
    expect(outbox.sent).toHaveLength(2);
  });

  test('of what an earlier process has delivered only takes it away', async () => {
    const outbox = open();
    const id = await accept(outbox, enquiry());
    const receipt = {
      id,
      reference: 'GIS-7K3M-92QX',
      form: 'getInTouch',
      campus: 'NEKPUR',
      acceptedAt: new Date(clock.now()).toISOString(),
      deliveredAt: new Date(clock.now()).toISOString(),
      attempts: 1,
    };
    writeFileSync(folder.path('done', `${id}.json`), JSON.stringify(receipt));
    await outbox.attempt(id);
    expect([names('new'), outbox.sent]).toEqual([[], []]);
  });
});

describe('the folder', () => {
  test('is looked at for what other processes accepted, what people moved, and what is no entry', async () => {
    const outbox = open();
    const due: string[] = [];
    const queue = new DeliveryQueue({
      clock,
      limits: OUTBOX_LIMITS,
      attempt: async (id) => {
        due.push(id);
        return { kind: 'later', waitMs: 0 };
      },
      mayAttempt: () => true,
    });
    let isDeliverer = false;
    const scan = new FolderScan({
      folder,
      queue,
      attempts: outbox.attempts,
      misconfigured: outbox.misconfigured,
      log,
      clock,
      limits: OUTBOX_LIMITS,
      isDeliverer: () => isDeliverer,
    });
    const id = await accept(outbox, enquiry());
    mkdirSync(folder.path('new', 'no-entry'));
    await scan.scanNow();
    expect(due).toEqual([]);
    isDeliverer = true;
    await scan.scanNow();
    await settled();
    expect([due, names('new')]).toEqual([[id], [id]]);
    expect(names('corrupt')).toEqual([expect.stringMatching(/^no-entry\.[\da-f-]{36}$/)]);
    // Somebody asks for a retry.
    outbox.misconfigured.failed('getInTouch', {
      kind: 'misconfigured',
      cause: 'status 401',
      remedy: undefined,
      status: 401,
      waitMs: 0,
    });
    await folder.requestRetry();
    await scan.scanNow();
    await settled();
    expect(due).toEqual([id, id]);
    expect(outbox.misconfigured.acquire('getInTouch')).toBe(0);
    expect(await folder.takeRetryRequest(), 'each is answered once').toBe(false);
    // Uploads that were broken off go once an hour.
    const leave = () => {
      writeFileSync(folder.path('tmp', 'a.upload'), 'x');
      const { ctimeMs } = statSync(folder.path('tmp', 'a.upload'));
      return clock.pass(Math.max(0, ctimeMs + OUTBOX_LIMITS.keepTmpMs + 1 - clock.now()));
    };
    await leave();
    await scan.scanNow();
    expect(names('tmp'), 'an hour after the first scan').toEqual(['a.upload']);
    await clock.pass(60 * MINUTE);
    await scan.scanNow();
    expect(names('tmp')).toEqual([]);
    // Somebody takes it away.
    rmSync(folder.path('new', id), { recursive: true });
    await scan.scanNow();
    expect(queue.idleIds()).toEqual([]);
    await scan.stop();
    await accept(outbox, enquiry('Ravi'));
    await scan.scanNow();
    expect(queue.idleIds()).toEqual([]);
    await queue.stop();
  });

  test('is looked at every two seconds, and a disk that stays broken is one line', async () => {
    const outbox = open();
    const queue = new DeliveryQueue({
      clock,
      limits: OUTBOX_LIMITS,
      attempt: async () => ({ kind: 'later', waitMs: 0 }),
      mayAttempt: () => false,
    });
    const scan = new FolderScan({
      folder,
      queue,
      attempts: outbox.attempts,
      misconfigured: outbox.misconfigured,
      log,
      clock,
      limits: OUTBOX_LIMITS,
      isDeliverer: () => true,
    });
    scan.start();
    const after = async (ms: number) => {
      await clock.pass(ms);
      await scan.scanNow();
      await settled();
    };
    rmSync(folder.path('new'), { recursive: true });
    for (let count = 0; count < 3; count += 1) await after(2_000);
    const faults = () => events().filter((event) => event === 'outbox-storage').length;
    expect(faults()).toBe(1);
    await folder.prepare();
    await after(2_000);
    rmSync(folder.path('new'), { recursive: true });
    await after(2_000);
    expect(faults(), 'another fault').toBe(2);
    await folder.prepare();
    await after(2_000);
    const id = await accept(outbox, enquiry());
    await clock.pass(1_999);
    await settled();
    expect(queue.idleIds()).toEqual([]);
    await clock.pass(1);
    await expect.poll(() => queue.idleIds()).toEqual([id]);
    await scan.stop();
    // Nobody waits for the entry's outcome any more.
    await clock.pass(5_000);
    scan.start();
    expect(clock.waiting).toBe(0);
  });

  test('O8: what has outlived its purpose goes: uploads after an hour, receipts and dead letters after thirty days', async () => {
    const outbox = open({ deliver: () => Promise.reject(status(422)) });
    const dead = await accept(outbox, enquiry());
    await outbox.attempt(dead);
    const delivered = open();
    const done = await accept(delivered, enquiry('Ravi'));
    await delivered.attempt(done);
    const receipt = `${done}.json`;
    writeFileSync(folder.path('tmp', 'a.upload'), 'x');
    mkdirSync(folder.path('corrupt', 'b'));
    // Torn ones are as old as their files.
    mkdirSync(folder.path('dead', 'torn'));
    writeFileSync(folder.path('done', 'torn.json'), '{');
    const waiting = await accept(delivered, enquiry('Meera'));
    const held = () => ({
      tmp: names('tmp'),
      done: names('done'),
      dead: names('dead'),
      corrupt: names('corrupt'),
    });
    const all = {
      tmp: ['a.upload'],
      done: expect.arrayContaining([receipt]),
      dead: expect.arrayContaining([dead]),
    };
    const keep = OUTBOX_LIMITS.keepDeadMs;
    await sweep(folder, clock.now() + keep, {
      ...OUTBOX_LIMITS,
      keepTmpMs: 2 ** 50,
      keepDeadMs: keep,
    });
    // What has no date of its own is as old as its file, which is of this machine's time.
    expect(held()).toMatchObject(all);
    await sweep(folder, clock.now() + keep + 1, { ...OUTBOX_LIMITS, keepTmpMs: 2 ** 50 });
    expect(held()).toMatchObject({ tmp: all.tmp, done: [], dead: [] });
    const hour = OUTBOX_LIMITS.keepTmpMs;
    const written = statSync(folder.path('tmp', 'a.upload')).ctimeMs;
    await sweep(folder, written + hour, OUTBOX_LIMITS);
    expect(held()).toMatchObject({ tmp: all.tmp });
    await sweep(folder, written + hour + 1, OUTBOX_LIMITS);
    expect(held()).toMatchObject({ tmp: [] });
    await sweep(folder, Date.now() + keep + DAY, OUTBOX_LIMITS);
    expect(held()).toEqual({ tmp: [], done: [], dead: [], corrupt: [] });
    expect(names('new')).toEqual([waiting]);
  });
});

describe('R-244: commands of the IT team', () => {
  const at = () => new Date(clock.now()).toISOString();

  test('list what waits, what is dead and what cannot be read, without anything personal', async () => {
    const answers = [status(422), status(503)];
    const outbox = open({ deliver: () => Promise.reject(answers.shift()) });
    const ids = [];
    for (const name of ['dead', 'failed', 'new', 'torn', 'sent'])
      ids.push(await accept(outbox, enquiry(name)));
    const [dead = '', failed = '', , torn = '', sent = ''] = ids;
    await outbox.attempt(dead);
    await outbox.attempt(failed);
    const note = { state: 'trying', attempt: 3, at: at(), cause: null, nextAt: null } as const;
    await folder.noteAttempt(sent, note);
    writeFileSync(folder.path('new', torn, 'entry.json'), '');
    await folder.quarantine(torn);
    mkdirSync(folder.path('corrupt', 'foreign'));
    const commands = createOutboxCommands(root);
    const rows = await commands.list();
    const row = { form: 'getInTouch', campus: 'NEKPUR', acceptedAt: at() };
    const next = new Date(clock.now() + 5_000).toISOString();
    const noteOfRow = (text: string) => rows.find((one) => one.note === text);
    expect(rows).toHaveLength(6);
    expect(noteOfRow('refused: status 422')).toMatchObject({ ...row, state: 'dead', attempts: 1 });
    expect(noteOfRow(`status 503, next ${next}`)).toMatchObject({
      ...row,
      state: 'waiting',
      attempts: 2,
    });
    expect(noteOfRow('not attempted yet')).toMatchObject({ ...row, state: 'waiting', attempts: 0 });
    expect(noteOfRow('being sent')).toMatchObject({ ...row, state: 'waiting', attempts: 3 });
    expect(rows.filter(({ state }) => state === 'corrupt')).toEqual([
      {
        reference: expect.stringMatching(/^GIS-/),
        state: 'corrupt',
        form: '',
        campus: '',
        acceptedAt: at(),
        attempts: 0,
        note: 'see the folder corrupt/',
      },
      expect.objectContaining({ reference: 'foreign', acceptedAt: '' }),
    ]);
    expect(noteOf(null, { ...note, state: 'waiting' })).toBe(', next ');
  });

  test('show, send again and delete one by its reference, in any case of its letters', async () => {
    const outbox = open({ deliver: () => Promise.reject(status(422)) });
    const [one, two] = [await accept(outbox, await application()), await accept(outbox, enquiry())];
    await outbox.attempt(one);
    const commands = createOutboxCommands(root);
    const reference = one.slice(-13);
    const shown = await commands.show(reference.toLowerCase());
    expect(shown).toMatchObject({
      row: { reference, state: 'dead', note: 'refused: status 422' },
      entry: { fields: { name: 'Asha' } },
    });
    expect(await shown?.readCv?.()).toEqual(CV);
    expect(await commands.show('GIS-0000-0000')).toBeNull();

    expect(await folder.outcomeOf('unknown')).toBeNull();
    expect(await commands.retry(reference)).toBe(1);
    expect(statSync(join(root, 'retry-now')).mode & 0o777).toBe(0o600);
    expect([names('dead'), names('new').toSorted((a, b) => (a < b ? -1 : 1))]).toEqual([
      [],
      [one, two].toSorted((a, b) => (a < b ? -1 : 1)),
    ]);
    expect([await folder.reason(one), await folder.attemptNote(one)]).toEqual([null, null]);
    expect(existsSync(folder.path('new', one, 'reason.json'))).toBe(false);
    expect(await folder.takeRetryRequest()).toBe(true);

    expect(await commands.retry('GIS-0000-0000')).toBe(0);
    expect(await folder.takeRetryRequest(), 'there was nothing').toBe(false);
    expect(await commands.retry(null)).toBe(2);

    expect(await commands.delete('GIS-0000-0000', { force: true })).toBe('not-found');
    expect(await commands.delete(reference, { force: false })).toBe('waiting');
    expect(await folder.has('new', one)).toBe(true);
    expect(await commands.delete(reference, { force: true })).toBe('deleted');
    await outbox.attempt(two);
    expect(await commands.delete(two.slice(-13), { force: false })).toBe('deleted');
    expect([names('new'), names('dead')]).toEqual([[], []]);
  });

  test('show a torn one as an error', async () => {
    const id = await accept(open(), enquiry());
    writeFileSync(folder.path('new', id, 'entry.json'), '{');
    const commands = createOutboxCommands(root);
    await expect(commands.show(id.slice(-13))).rejects.toBeInstanceOf(CorruptEntryError);
    expect(await commands.list()).toMatchObject([{ state: 'corrupt', reference: id.slice(-13) }]);
  });
});
