import { createHash, randomUUID } from 'node:crypto';
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { Acceptance, type Accepted } from '../../server/outbox/acceptance.ts';
import { DeliveryAttempts } from '../../server/outbox/delivery-attempts.ts';
import { MisconfiguredForms } from '../../server/outbox/misconfigured-forms.ts';
import { OutboxStorageError } from '../../server/outbox/durable-files.ts';
import { createDelivery } from '../../server/outbox/http-delivery.ts';
import { toDeliveryFailure } from '../../server/outbox/delivery-failure.ts';
import { FirstOutcomes } from '../../server/outbox/first-outcomes.ts';
import { createOutboxCommands } from '../../server/outbox/outbox-commands.ts';
import { OutboxFolder } from '../../server/outbox/outbox-folder.ts';
import { OUTBOX_LIMITS } from '../../server/outbox/outbox-limits.ts';
import { createOutbox, type Outbox, type OutboxOptions } from '../../server/outbox/outbox.ts';
import type { Submission } from '../../server/outbox/entry.ts';
import { HttpProvider } from '../../server/provider/http-provider.ts';
import { ProviderError } from '../../server/provider/provider.ts';
import { createLog } from '../../server/web/log.ts';
import { pdfBytes } from '../support/pdf.ts';
import { SOON } from '../support/effort.ts';
import { createVirtualClock, type VirtualClock } from '../support/virtual-clock.ts';
import { startTestProvider } from '../support/providers/test-provider.ts';
import { removeFolder } from '../support/remove-folder.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const stops: (() => unknown)[] = [];

afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});

type Line = { event: string } & Record<string, unknown>;

function newFolder(): string {
  const base = mkdtempSync(join(tmpdir(), 'gis-outbox-'));
  stops.push(() => removeFolder(base));
  return join(base, 'outbox');
}

/** A delivery takes time of its own where it calls `holdFor`; all else waits for the disk alone. */
function newClock(start?: number): VirtualClock {
  return createVirtualClock(start, { realMsPerTask: 0 });
}

/** An outbox on a virtual clock; its log is recorded. */
function open(
  options: {
    folder?: string;
    clock?: VirtualClock;
    deliver?: OutboxOptions['deliver'];
    limits?: OutboxOptions['limits'];
  } = {},
) {
  const folder = options.folder ?? newFolder();
  const clock = options.clock ?? newClock();
  const lines: Line[] = [];
  const log = createLog({
    level: 'debug',
    destination: { write: (line: string) => void lines.push(JSON.parse(line)) },
  });
  const deliver = options.deliver ?? (async () => {});
  const outbox = createOutbox({
    folder,
    deliver,
    log,
    secret: 's'.repeat(32),
    clock,
    limits: options.limits ?? {},
  });
  stops.push(() => outbox.close());
  return { outbox, folder, clock, lines };
}

/** An outbox that delivers to a real provider over HTTP, with a deadline of its own until `bePatient`. */
async function openWithProvider({ deadlineMs = SOON.timeout }: { deadlineMs?: number } = {}) {
  const provider = await startTestProvider({ has: 'nothing' });
  stops.push(() => provider.stop());
  const silent = createLog({ level: 'silent', destination: { write: () => undefined } });
  function deliveryWithin(ms: number) {
    const client = new HttpProvider({
      url: provider.url,
      token: 'planted-token',
      log: silent,
      limits: { formMs: ms, connectMs: SOON.timeout },
    });
    stops.push(() => client.close());
    return createDelivery({ provider: client, schoolCode: 'GISNUP', uploadMs: ms });
  }
  let deliver = deliveryWithin(deadlineMs);
  const clock = newClock();
  return {
    provider,
    bePatient: () => {
      deliver = deliveryWithin(SOON.timeout);
    },
    ...open({ clock, deliver: (delivery) => clock.holdFor(deliver(delivery)) }),
  };
}

function enquiry(name: string): Submission {
  return {
    form: 'getInTouch',
    campus: 'NEKPUR',
    fields: { name, email: 'a@b.co', phone: '9876543210', message: 'Hello', school: 'NEKPUR' },
    cv: null,
  };
}

async function application(
  outbox: Outbox,
  bytes: Buffer,
  name = 'राम CV.pdf',
): Promise<Submission> {
  const path = await outbox.uploadPath();
  writeFileSync(path, bytes, { mode: 0o600 });
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return {
    form: 'career',
    campus: 'FARRUKHABAD',
    fields: {
      name: 'Asha',
      phone: '9876543210',
      subject: 'Physics',
      mailType: 'PGT',
      experience: '4',
      school: 'FARRUKHABAD',
    },
    cv: { upload: { path, size: bytes.length, sha256 }, name },
  };
}

function rejection(status: number, retryAfterSeconds: number | null = null): ProviderError {
  return new ProviderError('status', { status, retryAfterSeconds });
}

async function ready(outbox: Outbox): Promise<void> {
  await expect
    .poll(async () => (await outbox.state().catch(() => null))?.isDeliverer ?? false)
    .toBe(true);
}

describe('delivery', () => {
  test('R-181: a submission is delivered at once, and nothing of it stays but a receipt without personal data', async () => {
    const { outbox, provider, folder, clock } = await openWithProvider();
    await ready(outbox);
    const cv = pdfBytes(300_000);
    const idempotencyKey = randomUUID();
    const submission = await application(outbox, cv);
    const accepted = await outbox.accept(submission, { idempotencyKey, requestId: 'request-7' });
    expect(accepted.reference).toMatch(/^GIS-[2-9A-HJKMNP-TV-Z]{4}-[2-9A-HJKMNP-TV-Z]{4}$/);
    expect(await accepted.outcome).toBe('delivered');
    await clock.runUntil(() => readdirSync(join(folder, 'done')).length === 1);
    await clock.runUntil(() => readdirSync(join(folder, 'new')).length === 0);
    const [seen] = provider.received;
    expect(seen?.url).toBe('/api/form/GISNUP/Career');
    expect(seen?.headers).toMatchObject({
      authorization: 'Bearer planted-token',
      'idempotency-key': idempotencyKey,
      'x-request-id': 'request-7',
    });
    expect(Number(seen?.headers['content-length'])).toBeGreaterThan(cv.length);
    expect(seen?.files[0]).toMatchObject({
      field: 'attachments',
      name: 'राम CV.pdf',
      type: 'application/pdf',
    });
    expect(seen?.files[0]?.bytes.equals(cv)).toBe(true);
    const stored = everythingIn(folder);
    expect(stored).toContain(accepted.reference);
    for (const planted of ['Asha', '9876543210', 'Physics', 'planted-token', '%PDF-'])
      expect(stored).not.toContain(planted);
  });

  test.each(['refuse', 'hang', 500, 503] as const)(
    'R-181: a provider whose fault is %s for ten minutes gets every submission of that time exactly once, the CV byte by byte',
    async (fault) => {
      // Each attempt at a provider that hangs takes the complete deadline of real time.
      const { outbox, provider, folder, clock, bePatient } = await openWithProvider(
        fault === 'hang' ? { deadlineMs: 20 } : {},
      );
      await ready(outbox);
      await provider.fail('all', typeof fault === 'number' ? { status: fault } : fault);
      const cv = pdfBytes(200_000);
      const outcomes: string[] = [];
      for (let minute = 0; minute < 10; minute += 1) {
        const { outcome } = await outbox.accept(
          minute === 4 ? await application(outbox, cv) : enquiry(`Parent ${minute}`),
        );
        void outcome.then((value) => outcomes.push(value));
        await clock.run(MINUTE);
      }
      await clock.runUntil(() => outcomes.length === 10);
      expect(outcomes).toEqual(Array(10).fill('stored'));
      expect(provider.received).toHaveLength(0);
      // Else what a busy machine is late with would be sent once more.
      bePatient();
      await provider.heal();
      await clock.runUntil(() => readdirSync(join(folder, 'new')).length === 0);
      const names = provider.received.map(({ fields }) => String(fields['name']));
      expect(names.toSorted()).toEqual([
        'Asha',
        ...[0, 1, 2, 3, 5, 6, 7, 8, 9].map((n) => `Parent ${n}`),
      ]);
      expect(
        provider.received.find(({ files }) => files.length > 0)?.files[0]?.bytes.equals(cv),
      ).toBe(true);
      const keys = provider.received.map(({ headers }) => headers['idempotency-key']);
      expect(new Set(keys).size).toBe(10);
      // The same key on each attempt of an entry.
      expect(
        new Set(provider.attempts.filter((key) => key !== 'undefined')).size,
      ).toBeLessThanOrEqual(10);
    },
  );

  test('waits grow from 5 s to 15 min, with at most a fifth of jitter', async () => {
    const { outbox, clock, lines } = open({ deliver: () => Promise.reject(rejection(500)) });
    await ready(outbox);
    await outbox.accept(enquiry('A'));
    const waits = () =>
      lines.flatMap(({ retryInMs }) => (typeof retryInMs === 'number' ? [retryInMs / 1_000] : []));
    await clock.runUntil(() => waits().length === 10, { stepMs: 5_000 });
    for (const [index, wait] of waits().entries()) {
      const plain = Math.min(5 * 2 ** index, 900);
      expect(wait).toBeGreaterThanOrEqual(plain);
      expect(wait).toBeLessThanOrEqual(plain * 1.2);
    }
  });

  test('Retry-After is obeyed', async () => {
    const at: number[] = [];
    const clock = newClock();
    const { outbox } = open({
      clock,
      deliver: async () => {
        at.push(clock.now());
        if (at.length === 1) throw rejection(503, 120);
      },
    });
    await ready(outbox);
    await outbox.accept(enquiry('A'));
    await clock.runUntil(() => at.length === 2);
    expect((at[1] ?? 0) - (at[0] ?? 0)).toBeGreaterThanOrEqual(119_000);
  });

  test('at most two deliveries run at a time', async () => {
    const running = { now: 0, most: 0, done: 0 };
    const { outbox, clock } = open({
      deliver: async () => {
        running.now += 1;
        running.most = Math.max(running.most, running.now);
        await new Promise((resolve) => setTimeout(resolve, 5));
        running.now -= 1;
        running.done += 1;
      },
    });
    await ready(outbox);
    await Promise.all(
      Array.from({ length: 12 }, (_, index) => outbox.accept(enquiry(`P${index}`))),
    );
    await clock.runUntil(() => running.done === 12);
    expect(running.most).toBe(2);
  });
});

describe('doubles', () => {
  test('the same form twice within a minute is one entry with one reference, later it is two', async () => {
    const sent: string[] = [];
    const { outbox, clock } = open({
      deliver: async ({ entry }) => void sent.push(entry.reference),
    });
    await ready(outbox);
    const [first, second] = await Promise.all([
      outbox.accept(enquiry('A')),
      outbox.accept(enquiry('A')),
    ]);
    const third = await outbox.accept(enquiry('A'));
    expect(new Set([first.reference, second.reference, third.reference]).size).toBe(1);
    expect([first.isRepeat, second.isRepeat, third.isRepeat]).toEqual([false, true, true]);
    expect(await third.outcome).toBe('delivered');
    await clock.run(MINUTE);
    const later = await outbox.accept(enquiry('A'));
    expect(later.reference).not.toBe(first.reference);
    await clock.runUntil(() => sent.length === 2);
  });

  test('the same form with another CV is another entry', async () => {
    const { outbox } = open();
    await ready(outbox);
    const first = await outbox.accept(await application(outbox, pdfBytes(1_000)));
    const second = await outbox.accept(await application(outbox, pdfBytes(1_000)));
    expect(second.reference).not.toBe(first.reference);
  });

  test('an attempt that a crash cut off is repeated with the same key, and the log says that it may be a double', async () => {
    const clock = newClock();
    const keys: string[] = [];
    let release = () => {};
    const first = open({
      clock,
      deliver: ({ entry }) => {
        keys.push(entry.idempotencyKey);
        return new Promise((resolve) => {
          release = resolve;
        });
      },
    });
    await ready(first.outbox);
    await first.outbox.accept(enquiry('A'));
    await clock.runUntil(() => keys.length === 1);
    // What a power cut at this instant would leave behind.
    const copy = newFolder();
    cpSync(first.folder, copy, { recursive: true });
    rmSync(join(copy, 'deliverer.lock'));
    const second = open({
      folder: copy,
      clock,
      deliver: async ({ entry }) => void keys.push(entry.idempotencyKey),
    });
    await clock.runUntil(() => keys.length === 2);
    expect(keys[1]).toBe(keys[0]);
    await clock.runUntil(() =>
      second.lines.some(({ event }) => event === 'submission-repeat-possible'),
    );
    release();
  });
});

describe('rejections', () => {
  test.each([400, 413, 415, 422])(
    'R-244: %i makes a dead letter and an error line without personal data',
    async (status) => {
      const { outbox, folder, lines, clock } = open({
        deliver: () => Promise.reject(rejection(status)),
      });
      await ready(outbox);
      const { outcome } = await outbox.accept(enquiry('Planted Name'), { requestId: 'request-1' });
      expect(await outcome).toBe('rejected');
      await clock.runUntil(() => readdirSync(join(folder, 'dead')).length === 1);
      expect(readdirSync(join(folder, 'new'))).toEqual([]);
      expect(lines.filter(({ level }) => level === 'error')).toMatchObject([
        {
          event: 'submission-rejected',
          form: 'getInTouch',
          campus: 'NEKPUR',
          status,
          requestId: 'request-1',
        },
      ]);
      expect(JSON.stringify(lines)).not.toMatch(/Planted|9876543210|a@b\.co/);
    },
  );

  test.each([
    302, 401, 402, 403, 404, 405, 406, 408, 409, 410, 411, 423, 425, 429, 431, 451, 500, 501, 503,
  ])('R-181: %i is no rejection', async (status) => {
    let count = 0;
    const { outbox, folder, clock } = open({
      deliver: async () => {
        count += 1;
        if (count === 1) throw rejection(status);
      },
    });
    await ready(outbox);
    expect(await (await outbox.accept(enquiry('A'))).outcome).toBe('stored');
    await clock.runUntil(() => count === 2);
    expect(readdirSync(join(folder, 'dead'))).toEqual([]);
  });

  test('an entry that the provider never takes holds others of its form back for seconds, not for its own pauses', async () => {
    const clock = newClock();
    const delivered = new Map<string, number>();
    const { outbox } = open({
      clock,
      deliver: async ({ entry }) => {
        const name = String(entry.fields['name']);
        if (name === 'Blocked') throw rejection(403);
        delivered.set(name, clock.now());
      },
    });
    await ready(outbox);
    await outbox.accept(enquiry('Blocked'));
    for (let hour = 0; hour < 3; hour += 1) {
      await clock.run(60 * MINUTE, { stepMs: 5_000 });
      const acceptedAt = clock.now();
      await outbox.accept(enquiry(`P${hour}`));
      await clock.runUntil(() => delivered.has(`P${hour}`));
      expect((delivered.get(`P${hour}`) ?? Infinity) - acceptedAt).toBeLessThan(6 * MINUTE);
    }
  });

  test('a retry by hand does not wait for the next look at a form that is held', async () => {
    const clock = newClock();
    let isMended = false;
    const sent: string[] = [];
    const { outbox, folder, lines } = open({
      clock,
      deliver: async ({ entry }) => {
        if (!isMended) throw rejection(404);
        sent.push(String(entry.fields['name']));
      },
    });
    await ready(outbox);
    for (const name of ['A', 'B', 'C', 'D']) await outbox.accept(enquiry(name));
    await clock.run(60 * MINUTE, { stepMs: 5_000 });
    const attempts = () => lines.filter(({ event }) => event === 'submission-retry').length;
    const before = attempts();
    await clock.runUntil(() => attempts() > before, { stepMs: 5_000 });
    isMended = true;
    const mendedAt = clock.now();
    expect(await createOutboxCommands(folder).retry(null)).toBe(4);
    await clock.runUntil(() => sent.length === 4);
    // On its own the next attempt would have come five minutes later.
    expect(clock.now() - mendedAt).toBeLessThan(2 * MINUTE);
    expect(sent.toSorted()).toEqual(['A', 'B', 'C', 'D']);
  });

  test('R-181: a form whose token is wrong for seven days is a dead letter with its payload, and one form does not hold another', async () => {
    const { outbox, folder, clock, lines } = open({
      deliver: async ({ entry }) => {
        if (entry.form === 'getInTouch') throw rejection(401);
      },
      limits: { giveUpMs: 30 * MINUTE },
    });
    await ready(outbox);
    const acceptedAt = clock.now();
    const names = Array.from({ length: 12 }, (_, index) => `P${index}`);
    for (const name of names) await outbox.accept(enquiry(name));
    const career = await outbox.accept(await application(outbox, pdfBytes(1_000)));
    expect(await career.outcome).toBe('delivered');
    await clock.runUntil(() => readdirSync(join(folder, 'dead')).length === names.length, {
      stepMs: 5_000,
    });
    // The last attempt of each comes after its own pause, 18 minutes at most: it is not held for the others.
    expect(clock.now() - acceptedAt).toBeLessThan(55 * MINUTE);
    expect(lines.filter(({ event }) => event === 'submission-expired')).toHaveLength(12);
    for (const name of names)
      expect(everythingIn(join(folder, 'dead'))).toContain(`"name":"${name}"`);
  });

  test('a Retry-After of years waits a day', () => {
    expect(toDeliveryFailure(rejection(503, 999_999_999)).waitMs).toBe(DAY);
    expect(toDeliveryFailure(rejection(503, 7_200)).waitMs).toBe(120 * MINUTE);
  });

  test('an entry that fails for seven days is a dead letter, and thirty days later it is gone', async () => {
    expect(OUTBOX_LIMITS).toMatchObject({
      giveUpMs: 7 * DAY,
      keepDeadMs: 30 * DAY,
      sweepMs: 60 * MINUTE,
    });
    const { outbox, folder, clock, lines } = open({
      deliver: () => Promise.reject(rejection(500)),
      limits: { giveUpMs: 7 * MINUTE, keepDeadMs: 30 * MINUTE, sweepMs: MINUTE },
    });
    await ready(outbox);
    await outbox.accept(enquiry('A'));
    const dead = () => readdirSync(join(folder, 'dead')).length;
    await clock.runUntil(() => dead() === 1, { stepMs: 5_000 });
    expect(lines.some(({ event }) => event === 'submission-expired')).toBe(true);
    await clock.run(28 * MINUTE, { stepMs: 5_000 });
    expect(dead()).toBe(1);
    await clock.runUntil(() => dead() === 0, { stepMs: 5_000 });
  });
});

describe('the folder', () => {
  test('folders have mode 0700 and files 0600', async () => {
    const { outbox, folder } = open({ deliver: () => Promise.reject(rejection(503)) });
    await ready(outbox);
    await (
      await outbox.accept(await application(outbox, pdfBytes(1_000)))
    ).outcome;
    const modes = everyPath(folder).map((path) => [path, statSync(path)] as const);
    expect(modes.length).toBeGreaterThan(8);
    for (const [path, stat] of modes)
      expect([path, stat.mode & 0o777]).toEqual([path, stat.isDirectory() ? 0o700 : 0o600]);
  });

  test('torn, foreign and incomplete files go to corrupt/, and the queue goes on', async () => {
    const folder = newFolder();
    const names = ['torn', 'wrong-shape', 'no-cv', 'short-cv'].map(
      (_, index) => `${1_790_000_000_000 + index}-0123456789abcdef-GIS-AAAA-BBB${index + 2}`,
    );
    const [torn = '', wrong = '', noCv = '', shortCv = ''] = names;
    for (const name of names) await mkdir(join(folder, 'new', name), { recursive: true });
    const entryOf = (id: string) =>
      JSON.stringify({
        version: 1,
        id,
        reference: 'GIS-AAAA-BBBB',
        idempotencyKey: randomUUID(),
        acceptedAt: '2026-11-20T00:00:00.000Z',
        form: 'career',
        campus: 'NEKPUR',
        fields: {},
        cv: { name: 'a.pdf', size: 10, sha256: '' },
      });
    writeFileSync(join(folder, 'new', torn, 'entry.json'), entryOf(torn).slice(0, 60));
    writeFileSync(join(folder, 'new', wrong, 'entry.json'), '{"version":1}');
    writeFileSync(join(folder, 'new', noCv, 'entry.json'), entryOf(noCv));
    writeFileSync(join(folder, 'new', shortCv, 'entry.json'), entryOf(shortCv));
    writeFileSync(join(folder, 'new', shortCv, 'cv.pdf'), '%PDF-');
    writeFileSync(join(folder, 'new', '.DS_Store'), 'x');
    const sent: string[] = [];
    const { outbox, clock, lines } = open({
      folder,
      deliver: async ({ entry }) => void sent.push(entry.id),
    });
    await ready(outbox);
    await outbox.accept(enquiry('A'));
    await clock.runUntil(
      () => readdirSync(join(folder, 'corrupt')).length === 5 && sent.length === 1,
    );
    expect(lines.filter(({ event }) => event === 'outbox-corrupt')).toHaveLength(5);
  });

  test('entries of an earlier process are delivered, and a delivered one that it could not remove is not sent again', async () => {
    const clock = newClock();
    const first = open({ clock, deliver: () => Promise.reject(rejection(503)) });
    await ready(first.outbox);
    await (
      await first.outbox.accept(enquiry('A'))
    ).outcome;
    const b = await first.outbox.accept(enquiry('B'));
    await b.outcome;
    await first.outbox.close();
    const id =
      readdirSync(join(first.folder, 'new')).find((name) => name.endsWith(b.reference)) ?? '';
    const receipt = {
      id,
      reference: b.reference,
      form: 'getInTouch',
      campus: 'NEKPUR',
      acceptedAt: '2026-11-20T00:00:00.000Z',
      deliveredAt: '2026-11-20T00:00:01.000Z',
      attempts: 1,
    };
    writeFileSync(join(first.folder, 'done', `${id}.json`), JSON.stringify(receipt));
    const sent: string[] = [];
    open({
      folder: first.folder,
      clock,
      deliver: async ({ entry }) => void sent.push(String(entry.fields['name'])),
    });
    await clock.runUntil(() => readdirSync(join(first.folder, 'new')).length === 0);
    expect(sent).toEqual(['A']);
  });

  test('entries and dead letters that an earlier version wrote are read, sent with their keys, and sent once', async () => {
    const folder = newFolder();
    const ids = ['GIS-AAAA-2222', 'GIS-BBBB-3333', 'GIS-CCCC-4444'].map(
      (reference, index) => `${1_795_132_800_000 + index}-0123456789abcdef-${reference}`,
    );
    const [waiting = '', dead = '', delivered = ''] = ids;
    const cv = pdfBytes(2_000);
    for (const path of [`new/${waiting}`, `dead/${dead}`, `new/${delivered}`, 'done', 'tmp'])
      await mkdir(join(folder, path), { recursive: true });
    // To the byte as version 1.0.0 wrote them.
    const files = {
      [`new/${waiting}/entry.json`]: `{"version":1,"id":"${waiting}","reference":"GIS-AAAA-2222","idempotencyKey":"key-1","acceptedAt":"2026-11-20T00:00:00.000Z","form":"career","campus":"NEKPUR","fields":{"name":"Asha","phone":"1","subject":"x","mailType":"y","experience":"z","school":"NEKPUR"},"cv":{"name":"a.pdf","size":2000,"sha256":"00"}}`,
      [`new/${waiting}/cv.pdf`]: cv,
      [`new/${waiting}/tries.json`]: `{"state":"waiting","attempt":4,"at":"2026-11-20T00:00:00.000Z","cause":"status 503","nextAt":"2026-11-20T00:01:00.000Z"}`,
      [`dead/${dead}/entry.json`]: `{"version":1,"id":"${dead}","reference":"GIS-BBBB-3333","idempotencyKey":"key-2","acceptedAt":"2026-11-20T00:00:00.000Z","form":"admission","campus":"FARRUKHABAD","fields":{"name":"Ravi"},"cv":null}`,
      [`dead/${dead}/tries.json`]: `{"state":"trying","attempt":1,"at":"2026-11-20T00:00:00.000Z","cause":null,"nextAt":null}`,
      [`dead/${dead}/reason.json`]: `{"reason":"refused","cause":"status 401","at":"2026-11-20T00:00:00.000Z","attempts":1}`,
      [`new/${delivered}/entry.json`]: `{"version":1,"id":"${delivered}","reference":"GIS-CCCC-4444","idempotencyKey":"key-3","acceptedAt":"2026-11-20T00:00:00.000Z","form":"getInTouch","campus":"NEKPUR","fields":{"name":"Twice"},"cv":null}`,
      [`done/${delivered}.json`]: `{"id":"${delivered}","reference":"GIS-CCCC-4444","form":"getInTouch","campus":"NEKPUR","acceptedAt":"2026-11-20T00:00:00.000Z","deliveredAt":"2026-11-20T00:00:01.000Z","attempts":1}`,
    };
    for (const [path, content] of Object.entries(files)) writeFileSync(join(folder, path), content);
    const sent: (string | number)[][] = [];
    const { clock, lines } = open({
      folder,
      deliver: async ({ entry, readCv }) => {
        const bytes = readCv === null ? 0 : (await readCv()).length;
        sent.push([entry.idempotencyKey, String(entry.fields['name']), bytes]);
      },
    });
    await clock.runUntil(() => readdirSync(join(folder, 'new')).length === 0);
    const commands = createOutboxCommands(folder);
    expect(await commands.list()).toMatchObject([
      { reference: 'GIS-BBBB-3333', state: 'dead', attempts: 1, note: 'refused: status 401' },
    ]);
    expect(await commands.retry(null)).toBe(1);
    await clock.runUntil(() => readdirSync(join(folder, 'done')).length === 3);
    expect(sent).toEqual([
      ['key-1', 'Asha', 2_000],
      ['key-2', 'Ravi', 0],
    ]);
    expect(lines.find(({ event }) => event === 'submission-delivered')).toMatchObject({
      attempt: 5,
    });
    await clock.runUntil(() => readdirSync(join(folder, 'new')).length === 0);
  });

  /** The parts that accept and attempt, over a folder that does something in the middle of a step. */
  async function openParts(folder: OutboxFolder) {
    await folder.prepare();
    const shared = {
      store: folder,
      clock: newClock(),
      log: createLog({ level: 'silent', destination: { write: () => undefined } }),
      limits: OUTBOX_LIMITS,
      requestIds: new Map<string, string>(),
    };
    const outcomes = new FirstOutcomes({
      ...shared,
      outcomeOf: (id) => folder.outcomeOf(id),
      isDeliverer: () => true,
    });
    const acceptance = new Acceptance({ ...shared, outcomes, secret: 's', enqueue: () => {} });
    const attempts = new DeliveryAttempts({
      ...shared,
      deliver: async () => {},
      misconfigured: new MisconfiguredForms(shared),
      notify: (id, outcome) => outcomes.notify(id, outcome),
    });
    return { outcomes, acceptance, attempts };
  }

  /** What has come of a wait by the next turn of the event loop; the clock stands still. */
  function soon(outcome: Promise<string> | undefined): Promise<string | undefined> {
    return Promise.race([
      outcome,
      new Promise<string>((resolve) => setImmediate(() => resolve('nobody notified'))),
    ]);
  }

  test('an entry that a scan delivers before its writer goes on is reported as delivered', async () => {
    /** Delivers in the moment between the rename and the return of `add`. */
    class BusyFolder extends OutboxFolder {
      override async add(...parts: Parameters<OutboxFolder['add']>) {
        const repeated = await super.add(...parts);
        outcomes.notify(parts[0].id, 'delivered');
        return repeated;
      }
    }
    const { outcomes, acceptance } = await openParts(new BusyFolder(newFolder()));
    const { outcome } = await acceptance.accept(enquiry('A'), {});
    expect(await soon(outcome)).toBe('delivered');
  });

  test('a repeat that comes while the receipt is being written learns of the delivery as soon as it stands', async () => {
    let repeat: Accepted | undefined;
    class BusyFolder extends OutboxFolder {
      override async finish(...parts: Parameters<OutboxFolder['finish']>) {
        repeat = await acceptance.accept(enquiry('A'), {});
        await super.finish(...parts);
      }
    }
    const folder = new BusyFolder(newFolder());
    const { acceptance, attempts } = await openParts(folder);
    const first = await acceptance.accept(enquiry('A'), {});
    const [id = ''] = await folder.names('new');
    await attempts.run(id, { number: 1, nextMs: (waitMs) => waitMs });
    expect(await soon(first.outcome)).toBe('delivered');
    expect(repeat?.isRepeat).toBe(true);
    expect(await soon(repeat?.outcome)).toBe('delivered');
  });

  test('of two processes one delivers; the other takes over within 30 s of its silence', async () => {
    const clock = newClock();
    const folder = newFolder();
    const sent: string[] = [];
    const first = open({
      folder,
      clock,
      deliver: async ({ entry }) => void sent.push(`first ${String(entry.fields['name'])}`),
    });
    await ready(first.outbox);
    // The second has a clock of its own, so that the first can fall silent while time goes on.
    const ownClock = newClock();
    const second = open({
      folder,
      clock: ownClock,
      deliver: async ({ entry }) => void sent.push(`second ${String(entry.fields['name'])}`),
    });
    const { outcome } = await second.outbox.accept(enquiry('A'));
    let settled = '';
    void outcome.then((value) => (settled = value));
    await clock.runUntil(() => sent.length === 1);
    await ownClock.runUntil(() => settled !== '', { stepMs: 100 });
    expect(settled).toBe('delivered');
    expect(sent).toEqual(['first A']);
    await second.outbox.accept(enquiry('B'));
    const silentFrom = ownClock.now();
    await ownClock.runUntil(() => sent.length === 2, { stepMs: 1_000 });
    expect(sent[1]).toBe('second B');
    expect(ownClock.now() - silentFrom).toBeLessThanOrEqual(30_000);
    await clock.runUntil(async () => !(await first.outbox.state()).isDeliverer);
    const told = [first, second].map(({ lines }) =>
      lines.filter(({ event }) => event === 'outbox-deliverer').map(({ state }) => state),
    );
    expect(told).toEqual([['this process', 'another process'], ['this process']]);
  });

  test('an outbox that closes begins nothing more, waits for what it has begun, and not for ever', async () => {
    const sent: string[] = [];
    let release = () => {};
    const { outbox, clock } = open({
      async deliver({ entry }) {
        sent.push(String(entry.fields['name']));
        await new Promise<void>((resolve) => (release = resolve));
      },
      limits: { concurrency: 1, answerWithinMs: DAY },
    });
    await ready(outbox);
    const accepted = [await outbox.accept(enquiry('A')), await outbox.accept(enquiry('B'))];
    await clock.runUntil(() => sent.length === 1);
    let isClosed = false;
    const from = clock.elapsed();
    const closing = outbox.close().then(() => (isClosed = true));
    await clock.runUntil(() => isClosed, { stepMs: 100 });
    await closing;
    const took = clock.elapsed() - from;
    expect(took).toBeGreaterThanOrEqual(OUTBOX_LIMITS.closeWithinMs);
    expect(took).toBeLessThan(2 * OUTBOX_LIMITS.closeWithinMs);
    expect(await Promise.all(accepted.map(({ outcome }) => outcome))).toEqual(['stored', 'stored']);
    release();
    await clock.run(MINUTE);
    expect(sent).toEqual(['A']);
  });

  test('O7: a deliverer that stands still for a minute in the middle of a delivery goes on with nothing that another has taken over', async () => {
    const folder = newFolder();
    const sent: string[] = [];
    const keys = new Map<string, Set<string>>();
    let goOn = () => {};
    const stopped = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    function deliverAs(who: string): OutboxOptions['deliver'] {
      return async ({ entry }) => {
        const name = String(entry.fields['name']);
        sent.push(`${who} ${name}`);
        keys.set(name, (keys.get(name) ?? new Set()).add(entry.idempotencyKey));
        if (who === 'stalled') await stopped;
      };
    }
    // A process that is stopped: its clock and its delivery stand, while those of the other go on.
    const stalled = open({ folder, deliver: deliverAs('stalled') });
    await ready(stalled.outbox);
    await stalled.outbox.accept(enquiry('A'));
    await stalled.clock.runUntil(() => sent.length === 1);
    const other = open({ folder, deliver: deliverAs('other') });
    await other.outbox.accept(enquiry('B'));
    await other.outbox.accept(enquiry('C'));
    await other.clock.runUntil(async () => (await other.outbox.state()).waiting === 0, {
      stepMs: 1_000,
    });
    await other.clock.run(MINUTE - other.clock.elapsed(), { stepMs: 1_000 });
    expect(sent.toSorted()).toEqual(['other A', 'other B', 'other C', 'stalled A']);
    expect(other.lines.some(({ event }) => event === 'submission-repeat-possible')).toBe(true);

    // All of its timers are due at once.
    await stalled.clock.run(MINUTE, { stepMs: MINUTE });
    goOn();
    await other.outbox.accept(enquiry('D'));
    for (let second = 0; second < 60; second += 1) {
      await stalled.clock.run(1_000);
      await other.clock.run(1_000);
    }
    await other.clock.runUntil(() => sent.length > 4);
    expect(sent.slice(4)).toEqual(['other D']);
    expect([...keys.values()].map(({ size }) => size)).toEqual([1, 1, 1, 1]);
    await other.clock.runUntil(async () => (await other.outbox.state()).waiting === 0);
    expect((await stalled.outbox.state()).isDeliverer).toBe(false);
    expect(readdirSync(join(folder, 'done'))).toHaveLength(4);
  });

  test.each([
    ['a day on', DAY],
    ['a day back', -DAY],
    ['a year on', 365 * DAY],
    ['a year back', -365 * DAY],
  ])(
    'O4: a clock that is set %s while submissions wait neither loses nor delays any, and none is sent twice',
    async (_how, jumpMs) => {
      const sent: string[] = [];
      let isUp = false;
      const { outbox, clock, folder } = open({
        async deliver({ entry }) {
          if (!isUp) throw rejection(503);
          sent.push(String(entry.fields['name']));
        },
      });
      await ready(outbox);
      await outbox.accept(enquiry('A'));
      await clock.run(MINUTE);
      clock.jump(jumpMs);
      await outbox.accept(enquiry('B'));
      isUp = true;
      const from = clock.elapsed();
      await clock.runUntil(() => sent.length === 2, { stepMs: 1_000 });
      expect(clock.elapsed() - from).toBeLessThan(16 * MINUTE);
      await clock.run(20 * MINUTE, { stepMs: 5_000 });
      // On a busy machine a delivery may be on its way to the disk yet.
      await clock.runUntil(async () => (await outbox.state()).waiting === 0);
      expect(sent.toSorted()).toEqual(['A', 'B']);
      expect(await outbox.state()).toMatchObject({ waiting: 0, dead: 0 });
      expect(readdirSync(join(folder, 'done'))).toHaveLength(2);
    },
  );

  test('O6: what a clock that was a year ahead made a dead letter is still there when it is right again, and a command sends it', async () => {
    const sent: string[] = [];
    let isUp = false;
    const { outbox, clock, folder } = open({
      async deliver({ entry }) {
        if (!isUp) throw rejection(503);
        sent.push(String(entry.fields['name']));
      },
    });
    await ready(outbox);
    await outbox.accept(enquiry('A'));
    clock.jump(365 * DAY);
    await clock.runUntil(async () => (await outbox.state()).dead === 1, {
      stepMs: 5_000,
    });
    await clock.run(2 * 60 * MINUTE, { stepMs: MINUTE });
    clock.jump(-365 * DAY);
    await clock.run(2 * 60 * MINUTE, { stepMs: MINUTE });
    isUp = true;
    expect(await createOutboxCommands(folder).retry(null)).toBe(1);
    await clock.runUntil(() => sent.length === 1, { stepMs: 1_000 });
    expect(sent).toEqual(['A']);
  });

  test('R-181: folders that could not be made at the start are made by the first submission that can, and it is delivered', async () => {
    const folder = newFolder();
    writeFileSync(folder, 'a file in the way');
    const sent: unknown[] = [];
    const { outbox, clock, lines } = open({
      folder,
      deliver: async ({ entry }) => void sent.push(entry.fields['name']),
    });
    await expect(outbox.accept(enquiry('A'))).rejects.toThrow(OutboxStorageError);
    await expect(outbox.uploadPath()).rejects.toThrow(OutboxStorageError);
    expect(lines.filter(({ event }) => event === 'outbox-storage').length).toBeGreaterThan(0);
    rmSync(folder);
    await outbox.accept(enquiry('B'));
    await clock.runUntil(() => sent.length === 1);
    expect(sent).toEqual(['B']);
    expect(statSync(join(folder, 'new')).mode & 0o777).toBe(0o700);
  });

  test.each(['an enquiry', 'a CV'])(
    'R-181: folders that are removed while the server runs are made again for %s, which is delivered',
    async (what) => {
      const sent: unknown[] = [];
      const { outbox, folder, clock } = open({
        deliver: async ({ entry }) => void sent.push(entry.form),
      });
      await ready(outbox);
      removeFolder(folder);
      const submission =
        what === 'a CV' ? await application(outbox, pdfBytes(1_000)) : enquiry('A');
      await outbox.accept(submission);
      await clock.runUntil(() => sent.length === 1);
      expect(sent).toEqual([submission.form]);
    },
  );

  test('what a crash left in tmp/ is swept after an hour', async () => {
    expect(OUTBOX_LIMITS.keepTmpMs).toBe(60 * MINUTE);
    const { outbox, folder, clock } = open({
      clock: newClock(Date.now()),
      limits: { keepTmpMs: 5 * MINUTE, sweepMs: MINUTE },
    });
    await ready(outbox);
    writeFileSync(await outbox.uploadPath(), 'left by a crash');
    await clock.run(3 * MINUTE, { stepMs: 5_000 });
    expect(readdirSync(join(folder, 'tmp'))).toHaveLength(1);
    await clock.runUntil(() => readdirSync(join(folder, 'tmp')).length === 0, { stepMs: 5_000 });
  });
});

function everyPath(folder: string): string[] {
  return [
    folder,
    ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  ];
}

function everythingIn(folder: string): string {
  return everyPath(folder)
    .map((path) => (statSync(path).isFile() ? `${path}\n${readFileSync(path, 'latin1')}` : path))
    .join('\n');
}
