import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { SOON } from '../../support/effort.ts';
import { ADMISSION, CAREER, ENQUIRY } from '../../support/form-page.ts';
import { startFormServer } from '../../support/form-server.ts';
import { rowsIn, runOutbox } from '../../support/outbox-rows.ts';
import { pdfBytes } from '../../support/pdf.ts';
import { postFields } from '../../support/post-form.ts';
import { createVirtualClock } from '../../support/virtual-clock.ts';
import { respondWith, type Failure } from '../../support/providers/failures.ts';
import { providerOfTest } from '../../support/providers/test-provider.ts';
import { createTestLog } from '../../support/test-log.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const MINUTE = 60_000;
/** Coarser than the pauses between attempts need, so that hundreds of these minutes pass in a few real seconds. */
const STEP_MS = 10_000;

/** The forms over a real outbox in virtual time and a real provider; what is logged is recorded. */
async function start(deadlineMs: number) {
  const folder = join(temporaryFolder(), 'data');
  const { log, lines } = createTestLog();
  const clock = createVirtualClock();
  const provider = await providerOfTest({ has: 'nothing' });

  /** The site; again on the same folder after its `close`. */
  async function open(formMs: number) {
    const site = await startFormServer({
      dataDir: folder,
      clock,
      providerUrl: provider.url,
      providerToken: 'planted-token',
      providerLimits: { formMs, connectMs: SOON.timeout },
      log,
    });
    onTestFinished(() => site.close());
    const state = () => site.outbox.state().catch(() => null);
    await vi.waitUntil(async () => (await state())?.isDeliverer, SOON);
    return site;
  }

  const count = (state: Parameters<typeof rowsIn>[1]) => rowsIn(folder, state).length;
  return { folder, lines, clock, provider, open, site: await open(deadlineMs), count };
}

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
    '401': respondWith(401, json, '{"error":"Unauthenticated"}'),
    '404': { status: 404 },
  },
  later: {
    '200 cut JSON': cut('{"ok":true'),
    '200 cut to nothing': cut(''),
    '429 Retry-After': respondWith(429, { 'Retry-After': '90' }),
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

/** The numbers of log lines; of alarms the fewest and the most. */
const OUTCOMES = {
  accepted: { disk: 'nothing', rejections: 0, retries: 0, alarms: [0, 0] },
  rejected: { disk: 'dead', rejections: 1, retries: 0, alarms: [0, 0] },
  misconfigured: { disk: 'waiting', rejections: 0, retries: 1, alarms: [1, 3] },
  later: { disk: 'waiting', rejections: 0, retries: 1, alarms: [0, 0] },
} as const;

test.each(KINDS)(
  'R-181 R-244: after the response $name a form is $meaning, and nothing of it is lost',
  async ({ name, mode, meaning }) => {
    // The forms take turns: the meaning of a response does not depend on the form.
    const form = STORED_FORMS[KINDS.findIndex((kind) => kind.name === name) % 3] ?? 'Career';
    const { path, fields } = FORMS[form];
    const cv = form === 'Career' ? CV : null;
    // Each attempt at a provider that hangs takes its complete deadline of real time.
    const started = await start(mode === 'hang' ? 150 : SOON.timeout);
    const { clock, provider, lines, count, folder, site } = started;
    const { disk, rejections, retries, alarms } = OUTCOMES[meaning];
    await provider.fail('all', mode);
    const { status, body } = await postFields(site.port, path, fields, cv);
    expect([200, 202, 502]).toContain(status);
    const isRejected = status === 502;
    expect(isRejected).toBe(meaning === 'rejected');
    expect(body).toMatchObject(isRejected ? { ok: false, error: 'rejected' } : { ok: true });
    expect(JSON.stringify(body).includes('"reference":"GIS-')).toBe(!isRejected);

    // Never healthy.
    await clock.run(10 * MINUTE, { stepMs: STEP_MS });
    if (disk !== 'waiting') await clock.runUntil(() => count('waiting') === 0);
    const row = rowsIn(folder).find(({ state }) => state !== 'delivered');
    expect(row?.state ?? 'nothing').toBe(disk);
    const shown = row && (await runOutbox(folder, ['show', row.reference]));
    const written = { fields, cv: cv && { size: cv.length } };
    expect(shown?.entry ?? written).toMatchObject(written);
    expect(new Set(provider.attempts).size).toBe(mode === 'refuse' ? 0 : 1);
    expect(provider.received).toHaveLength(meaning === 'accepted' ? 1 : 0);
    const errors = (event: string) =>
      lines.filter((line) => line.event === event && line.level === 'error');
    expect(errors('submission-rejected')).toHaveLength(rejections);
    expect(errors('submission-retry')).toHaveLength(retries);
    const misconfigured = errors('provider-misconfigured');
    expect(misconfigured.length).toBeGreaterThanOrEqual(alarms[0]);
    expect(misconfigured.length).toBeLessThanOrEqual(alarms[1]);
    for (const { remedy } of misconfigured) expect(remedy).toMatch(/PROVIDER_(URL|TOKEN)/);

    // Healthy later; a dead letter is sent again by hand.
    await provider.heal();
    if (mode === 'hang') {
      // With enough time for a provider that recovers, or a busy machine would send twice.
      await site.close();
      await started.open(SOON.timeout);
    }
    await runOutbox(folder, ['retry', '--all']);
    const isDelivered = () => count('waiting') + count('dead') === 0 && count('delivered') === 1;
    await clock.runUntil(isDelivered, { stepMs: STEP_MS });
    await clock.run(MINUTE, { stepMs: STEP_MS });
    expect(provider.received).toHaveLength(1);
    expect(provider.received[0]?.fields).toMatchObject(fields);
    expect(provider.received[0]?.files[0]?.bytes.equals(CV) ?? false).toBe(cv !== null);
    expect(new Set(provider.attempts).size).toBe(1);
    expect(JSON.stringify(lines)).not.toMatch(/[Pp]lanted|9876543|Invalid school|Unauth/);
  },
);
