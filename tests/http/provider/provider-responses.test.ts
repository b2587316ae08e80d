import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { SOON } from '../../support/effort.ts';
import { ADMISSION, CAREER, ENQUIRY } from '../../support/form-page.ts';
import { startFormServer } from '../../support/form-server.ts';
import { everythingIn, rowsIn, runOutbox } from '../../support/outbox-rows.ts';
import { pdfBytes } from '../../support/pdf.ts';
import { postFields } from '../../support/post-form.ts';
import { createVirtualClock } from '../../support/virtual-clock.ts';
import { respondWith, type Failure } from '../../support/providers/failures.ts';
import { startTestProvider } from '../../support/providers/test-provider.ts';
import { createTestLog, type LogLine } from '../../support/test-log.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const MINUTE = 60_000;
/** Coarser than the pauses between attempts need, so that hundreds of these minutes pass in a few real seconds. */
const STEP_MS = 10_000;

/** The forms over a real outbox in virtual time and a real provider; what is logged is recorded. */
async function start(deadlineMs = SOON.timeout) {
  const folder = join(temporaryFolder(), 'data');
  const { log, lines } = createTestLog();
  const clock = createVirtualClock();
  const provider = await startTestProvider({ has: 'nothing' });
  onTestFinished(() => provider.stop());

  /** The site with this token in its settings; again on the same folder after its `close`. */
  async function open(token: string, formMs = deadlineMs) {
    const site = await startFormServer({
      dataDir: folder,
      clock,
      providerUrl: provider.url,
      providerToken: token,
      providerLimits: { formMs, connectMs: SOON.timeout },
      log,
    });
    onTestFinished(() => site.close());
    const state = () => site.outbox.state().catch(() => null);
    await vi.waitUntil(async () => (await state())?.isDeliverer, SOON);
    return site;
  }

  const count = (state: Parameters<typeof rowsIn>[1]) => rowsIn(folder, state).length;
  return { folder, lines, clock, provider, open, site: await open('planted-token'), count };
}

type Started = Awaited<ReturnType<typeof start>>;

type Meaning = 'accepted' | 'rejected' | 'later' | 'misconfigured';

const json = { 'Content-Type': 'application/json' };
const html = { 'Content-Type': 'text/html; charset=utf-8' };
const LOGIN_PAGE = '<!doctype html><title>Login</title><form><input name="password"></form>';

function accept(...response: Parameters<typeof respondWith>): Failure {
  return { ...respondWith(...response), isStored: true };
}

function cut(body: string): Failure {
  return { response: { status: 200, headers: json, body, cut: true } };
}

const RESPONSES: Readonly<Record<Meaning, Readonly<Record<string, Failure>>>> = {
  accepted: {
    '204 empty': accept(204, {}),
    '200 JSON as text/html': accept(200, html, ' {"message":"saved","error":null}'),
  },
  rejected: {
    '200 error filled': respondWith(200, html, '{"error":"Invalid school"}'),
    '422 JSON': respondWith(422, json, '{"error":"class"}'),
  },
  misconfigured: {
    '200 HTML': respondWith(200, html, LOGIN_PAGE),
    '200 HTML as JSON': respondWith(200, json, LOGIN_PAGE),
    '200 status: 401': respondWith(200, json, '{"status":401,"message":"Unauthenticated"}'),
    '401': respondWith(401, json, '{"error":"token"}'),
    '404': { status: 404 },
    '302 to a login': respondWith(302, { Location: '/login' }),
  },
  later: {
    '200 cut JSON': cut('{"ok":true'),
    '200 cut to nothing': cut(''),
    '429 Retry-After': { status: 429, retryAfterSeconds: 90 },
    '503 HTML': respondWith(503, html, '<h1>Maintenance</h1>'),
    hang: 'hang',
    reset: 'reset',
    refuse: 'refuse',
  },
};

type Kind = { name: string; mode: Failure; meaning: Meaning };

const MEANINGS = Object.keys(RESPONSES) as readonly Meaning[];
const KINDS: readonly Kind[] = MEANINGS.flatMap((meaning) =>
  Object.entries(RESPONSES[meaning]).map(([name, mode]) => ({ name, mode, meaning })),
);

const CV = pdfBytes(60_000);
const NAME = 'Planted Asha';
const WORDS = 'Planted words';
const PHONES = { phone: '9876543210', phone1: '9876543211' };
const FORMS = {
  'Get In Touch': {
    path: '/Home',
    fields: { ...ENQUIRY, name: NAME, email: 'planted@example.org', message: WORDS },
  },
  Career: { path: '/Career', fields: { ...CAREER, name: NAME, subject: WORDS } },
  Admission: {
    path: '/Admission',
    fields: { ...ADMISSION, ...PHONES, name: NAME, fatherName: WORDS },
  },
} as const;
type StoredForm = keyof typeof FORMS;
const STORED_FORMS: readonly StoredForm[] = ['Get In Touch', 'Career', 'Admission'];

async function submit(
  { site }: Pick<Started, 'site'>,
  form: StoredForm,
  more: Record<string, string> = {},
): Promise<'success' | 'failure'> {
  const { path } = FORMS[form];
  const fields = { ...FORMS[form].fields, ...more };
  const { status, body } = await postFields(site.port, path, fields, form === 'Career' ? CV : null);
  expect([200, 202, 502]).toContain(status);
  const isRejected = status === 502;
  expect(body).toMatchObject(isRejected ? { ok: false, error: 'rejected' } : { ok: true });
  expect(JSON.stringify(body).includes('"reference":"GIS-')).toBe(!isRejected);
  return isRejected ? 'failure' : 'success';
}

async function lookUp({ site }: Started): Promise<'link' | 'failure'> {
  const { status, body } = await postFields(site.port, '/Tc', { name: NAME, admission: 'TC-4711' });
  if (status === 404 || status === 502) return 'failure';
  expect(body).toMatchObject({ ok: true, data: expect.stringMatching(/^\/tc-image\?link=/) });
  return 'link';
}

/** Each attempt at a provider that hangs takes its complete deadline of real time. */
const startFor = ({ mode }: Kind) => start(mode === 'hang' ? 150 : SOON.timeout);

/** The site with enough time for a provider that recovers, or a busy machine would send twice. */
async function bePatient(started: Started, { mode }: Kind): Promise<Started> {
  if (mode !== 'hang') return started;
  await started.site.close();
  return { ...started, site: await started.open('planted-token', SOON.timeout) };
}

/** Where one submission is stored, all of it. */
async function stored({ folder }: Started, form: StoredForm): Promise<string> {
  const [row] = await runOutbox(folder, ['list']);
  if (row === undefined) return 'nothing';
  const { entry } = await runOutbox(folder, ['show', row.reference]);
  expect(entry.fields).toMatchObject(FORMS[form].fields);
  expect(entry.cv?.size ?? 0).toBe(form === 'Career' ? CV.length : 0);
  return { waiting: 'waits', dead: 'dead letter', corrupt: 'corrupt' }[String(row.state)] ?? '';
}

function expectGot({ provider }: Started, form: StoredForm): void {
  expect(provider.received).toHaveLength(1);
  expect(provider.received[0]?.fields).toMatchObject(FORMS[form].fields);
  expect(provider.received[0]?.files[0]?.bytes.equals(CV) ?? false).toBe(form === 'Career');
}

function expectNothingPrivate(lines: readonly LogLine[]): void {
  expect(JSON.stringify(lines)).not.toMatch(
    /[Pp]lanted|9876543|TC-4711|new-token|Invalid school|Unauth/,
  );
}

/** The numbers of log lines; of alarms the fewest and the most. */
const OUTCOMES = {
  accepted: { visitor: 'success', disk: 'nothing', rejections: 0, retries: 0, alarms: [0, 0] },
  rejected: { visitor: 'failure', disk: 'dead letter', rejections: 1, retries: 0, alarms: [0, 0] },
  misconfigured: { visitor: 'success', disk: 'waits', rejections: 0, retries: 1, alarms: [1, 3] },
  later: { visitor: 'success', disk: 'waits', rejections: 0, retries: 1, alarms: [0, 0] },
} as const;

describe.each(KINDS)('a provider whose response is $name', (kind) => {
  const { mode, meaning } = kind;

  test(`R-181 R-244: a form is ${meaning}, and nothing of it is lost`, async () => {
    // The forms take turns: the meaning of a response does not depend on the form.
    const form = STORED_FORMS[KINDS.indexOf(kind) % 3] ?? 'Career';
    const started = await startFor(kind);
    const { clock, provider, lines, count, folder } = started;
    const { visitor, disk, rejections, retries, alarms } = OUTCOMES[meaning];
    await provider.fail('all', mode);
    expect(await submit(started, form)).toBe(visitor);

    // Never healthy.
    await clock.run(10 * MINUTE, { stepMs: STEP_MS });
    if (disk !== 'waits') await clock.runUntil(() => count('waiting') === 0);
    expect(await stored(started, form)).toBe(disk);
    expect(new Set(provider.attempts).size).toBe(mode === 'refuse' ? 0 : 1);
    expect(provider.received).toHaveLength(meaning === 'accepted' ? 1 : 0);
    const errors = (name: string) =>
      lines.filter(({ event, level }) => event === name && level === 'error');
    expect(errors('submission-rejected')).toHaveLength(rejections);
    expect(errors('submission-retry')).toHaveLength(retries);
    const misconfigured = errors('provider-misconfigured');
    expect(misconfigured.length).toBeGreaterThanOrEqual(alarms[0]);
    expect(misconfigured.length).toBeLessThanOrEqual(alarms[1]);
    for (const { remedy } of misconfigured) expect(remedy).toMatch(/PROVIDER_(URL|TOKEN)/);

    // Healthy later; a dead letter is sent again by hand.
    await provider.heal();
    await bePatient(started, kind);
    await runOutbox(folder, ['retry', '--all']);
    const isDelivered = () => count('waiting') + count('dead') === 0 && count('delivered') === 1;
    await clock.runUntil(isDelivered, { stepMs: STEP_MS });
    await clock.run(MINUTE, { stepMs: STEP_MS });
    expectGot(started, form);
    expect(new Set(provider.attempts).size).toBe(1);
    expectNothingPrivate(lines);
  });

  test('R-241: a look-up stores nothing, and only a yes is one', async () => {
    const started = await startFor(kind);
    const { clock, lines, folder, provider } = started;
    await provider.fail('all', mode);
    // None of these responses names a certificate.
    expect(await lookUp(started)).toBe('failure');
    await clock.run(10 * MINUTE, { stepMs: 60_000 });
    expect(provider.attempts).toHaveLength(mode === 'refuse' ? 0 : 1);
    await provider.heal();
    const patient = await bePatient(started, kind);
    expect(await lookUp(patient)).toBe('link');
    expect(everythingIn(folder)).not.toMatch(/Planted|TC-4711/);
    expectNothingPrivate(lines);
    const lookUps = lines.filter(({ event }) => event === 'certificate-not-found');
    expect(lookUps.some(({ cause }) => cause !== '')).toBe(true);
  });
});

test.each([
  ['fixed at the provider', 'planted-token'],
  ['fixed by a restart with another token', 'new-token'],
])(
  'R-181: with a wrong token for an hour, then %s, 20 submissions are no dead letters, few alarms, and delivered once',
  async (_how, token) => {
    const started = await start();
    const { clock, provider, lines, count, open } = started;
    provider.token = 'new-token';
    const names = Array.from({ length: 20 }, (_, index) => `Planted ${index}`);
    for (const [index, name] of names.entries()) {
      const form = STORED_FORMS[index % 3] ?? 'Career';
      expect(await submit(started, form, { name })).toBe('success');
      await clock.run(180_000, { stepMs: STEP_MS });
    }
    expect([count('waiting'), count('dead')]).toEqual([20, 0]);
    expect(provider.received).toEqual([]);
    const alarms = lines.filter(({ event }) => event === 'provider-misconfigured');
    expect(alarms.length).toBeGreaterThan(5);
    expect(alarms.length).toBeLessThanOrEqual(13);
    const remedy = expect.stringContaining('PROVIDER_TOKEN') as string;
    expect(alarms[0]).toMatchObject({ level: 'error', remedy });
    // One attempt at a time for each form, so that the provider has no reason to ban this server.
    expect(provider.attempts.length).toBeLessThan(75);

    const fixedAt = clock.now();
    if (token === 'planted-token') provider.token = token;
    else {
      await started.site.close();
      await open(token);
    }
    await clock.runUntil(() => provider.received.length > 0, { stepMs: 1_000, realMs: 4 });
    expect(clock.now() - fixedAt).toBeLessThan(10 * MINUTE);
    // The first success has made all others due; real time is all that they need now.
    await clock.run(MINUTE);
    await vi.waitUntil(() => count('waiting') === 0, SOON);
    await clock.run(20 * MINUTE, { stepMs: STEP_MS });
    const received = provider.received.map(({ fields }) => String(fields['name']));
    expect(received.toSorted()).toEqual(names.toSorted());
    const keys = provider.received.map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys).size).toBe(20);
    expect([count('dead'), count('delivered')]).toEqual([0, 20]);
    expectNothingPrivate(lines);
  },
);
