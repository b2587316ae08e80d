import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { CertificateLinks } from '../../../../server/forms/certificate-links.ts';
import { cvFileName } from '../../../../server/forms/cv-file-name.ts';
import { formFingerprint } from '../../../../server/forms/form-fingerprint.ts';
import { FORM_LIMITS, type FormLimits } from '../../../../server/forms/form-limits.ts';
import { RateLimits } from '../../../../server/forms/rate-limits.ts';
import { loadSecret } from '../../../../server/forms/secret.ts';
import type { Submission } from '../../../../server/outbox/entry.ts';
import { mountSmallDisk, noSmallDisk } from '../../../support/small-disk.ts';
import { databaseOfTest } from '../../../support/outbox-stores.ts';
import { passes } from '../../../support/passes.ts';
import { createTestLog } from '../../../support/test-log.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const SECRET = 's'.repeat(32);
const MINUTE = 60_000;

const folder = temporaryFolder();

test('a fingerprint covers every field, in any order', () => {
  const cv = { name: 'cv.pdf', bytes: Buffer.from('a'), sha256: 'ab' };
  const submission: Submission = {
    form: 'career',
    campus: 'NEKPUR',
    fields: { name: 'Asha', email: 'a@b.co' },
    cv,
  };
  const print = (change: Partial<Submission> = {}, secret = 's') =>
    formFingerprint({ ...submission, ...change }, secret);
  expect(print()).toMatch(/^[0-9a-f]{16}$/);
  expect(print({ fields: { email: 'a@b.co', name: 'Asha' } })).toBe(print());
  const others = [
    print({ form: 'admission' }),
    print({ campus: 'FARRUKHABAD' }),
    print({ fields: { name: 'Asha', email: 'a@b.com' } }),
    print({ cv: null }),
    print({ cv: { ...cv, name: 'other.pdf' } }),
    print({ cv: { ...cv, sha256: 'cd' } }),
    print({}, 'other'),
  ];
  expect(new Set([print(), ...others]).size).toBe(8);
});

describe('the link of a certificate', () => {
  let now = Date.parse('2026-11-22T06:00:00Z');
  const links = new CertificateLinks({ secret: SECRET, now: () => new Date(now) });

  test('S11: names the file for ten minutes, across releases, and differs each time', () => {
    const earlier =
      'SgKf80asXDWdAXmYUROI1ERQYenpPJJrU7j6JdJL_OW3o7rj1tfHjeF7xCK9DfcoqR0fUw55ldGozWugPKM';
    expect(links.unseal(earlier)).toBe('certificates/one.jpg');
    const file = 'certificates/प्रमाण\nपत्र.jpg';
    const sealed = links.seal(file);
    expect(links.seal(file)).not.toBe(sealed);
    expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('certificates');
    now += 10 * MINUTE - 1;
    expect(links.unseal(sealed)).toBe(file);
    now += 1;
    expect(links.unseal(sealed)).toBeNull();
  });

  test('S11: is invalid when changed, truncated, invented or made with another secret', () => {
    const sealed = links.seal('a');
    const bytes = Buffer.from(sealed, 'base64url');
    const changed = Array.from(bytes, (_, at) => {
      const copy = Buffer.from(bytes);
      copy[at] = (copy[at] ?? 0) ^ 1;
      return copy.toString('base64url');
    });
    const other = new CertificateLinks({ secret: 'o'.repeat(32), now: () => new Date(now) });
    for (const text of [
      ...changed,
      bytes.subarray(0, 20).toString('base64url'),
      bytes.subarray(0, 28).toString('base64url'),
      `${sealed}!`,
      '',
      other.seal('a'),
      [sealed],
      undefined,
    ])
      expect(links.unseal(text)).toBeNull();
    expect(links.unseal(sealed)).toBe('a');
  });
});

describe('the limits of forms', () => {
  const start = (limits: Partial<FormLimits> = {}) =>
    new RateLimits({ limits: { ...FORM_LIMITS, ...limits }, secret: SECRET, database: null });
  const phone = { network: '192.0.2.9', userAgent: 'Phone' };

  test('S10: another telephone, e-mail, browser or network is another client of a form', async () => {
    const limits = start({ formsPerClient: 1 });
    const texts = { phone: '1', email: 'a@b.example' };
    const posts: [visitor: typeof phone, texts: Record<string, string>, isSame: boolean][] = [
      [phone, texts, false],
      [phone, { phone: ' 1 ', email: ' A@B.example ' }, true],
      [phone, { ...texts, phone: '2' }, false],
      [phone, { ...texts, email: 'c@b.example' }, false],
      [phone, {}, false],
      [{ ...phone, userAgent: 'Other' }, texts, false],
      [{ ...phone, network: '192.0.2.8' }, texts, false],
      [phone, {}, true],
    ];
    for (const [visitor, fields, isSame] of posts) {
      const passed = await passes(1, () => limits.countClient('getInTouch', visitor, fields));
      expect([visitor, fields, passed]).toEqual([visitor, fields, isSame ? 0 : 1]);
    }
    expect(await passes(1, () => limits.countClient('admission', phone, texts))).toBe(0);
  });

  test('S10: with a database that is down, each process counts for itself', async () => {
    // The discard protocol: nothing listens there.
    const database = databaseOfTest({ url: 'postgres://nobody@127.0.0.1:9/none' });
    await database.check();
    const limits = new RateLimits({ limits: FORM_LIMITS, secret: SECRET, database });
    expect(await passes(25, () => limits.countClient('career', phone, {}))).toBe(20);
  });

  test('S10: look-ups of certificates are counted apart, by network and browser only', async () => {
    const limits = start({
      certificatesPerClient: 2,
      certificatesPerNetwork: 3,
      formsPerNetwork: 4,
    });
    let looks = 0;
    const look = () => limits.countClient('certificate', phone, { phone: String((looks += 1)) });
    expect(await passes(4, look)).toBe(2);
    await limits.countClient('career', phone, {});
    await limits.countClient('certificate', { ...phone, userAgent: undefined }, {});
    expect(await passes(5, () => limits.countNetwork('certificate', phone))).toBe(3);
    expect(await passes(6, () => limits.countNetwork('career', phone))).toBe(4);
    await limits.countNetwork('career', { ...phone, network: '192.0.2.8' });
  });
});

describe('the secret', () => {
  const { log, lines } = createTestLog();
  const load = (dataDir: string, secret: string | null = null) =>
    loadSecret({ secret, dataDir }, log);

  test('is the configured one, else one that outlives a restart and only its owner may read', () => {
    const dataDir = join(folder, 'new/data');
    expect(load(join(folder, 'none'), 'configured')).toBe('configured');
    expect(readdirSync(folder)).not.toContain('none');
    const secret = load(dataDir);
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect([load(dataDir), readFileSync(join(dataDir, 'secret'), 'utf8')]).toEqual([
      secret,
      secret,
    ]);
    expect(readdirSync(dataDir)).toEqual(['secret']);
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    expect(statSync(join(dataDir, 'secret')).mode & 0o777).toBe(0o600);
    expect(load(join(folder, 'other'))).not.toBe(secret);
    expect(lines).toEqual([]);
  });

  test.skipIf(noSmallDisk !== null)('is the stored one on a disk that is full or read-only', () => {
    const disk = mountSmallDisk(1);
    onTestFinished(() => disk.close());
    const secret = load(disk.folder);
    disk.remount('ro');
    expect([load(disk.folder), lines]).toEqual([secret, []]);
  });

  test('lasts as long as the process when it cannot be stored, or the stored one is too short', () => {
    const short = join(folder, 'short');
    mkdirSync(short);
    writeFileSync(join(short, 'secret'), 'x'.repeat(31));
    const blocked = join(folder, 'file');
    writeFileSync(blocked, '');
    expect(load(short)).toMatch(/^[\w-]{43}$/);
    expect(load(join(blocked, 'data'))).toMatch(/^[\w-]{43}$/);
    expect(lines).toMatchObject([
      { level: 'error', event: 'secret-not-stored', cause: 'unreadable', folder: short },
      { level: 'error', event: 'secret-not-stored', cause: 'ENOTDIR' },
    ]);
    writeFileSync(join(short, 'secret'), 'x'.repeat(32));
    expect(load(short)).toBe('x'.repeat(32));
  });
});

test('U4: the name of a CV is sanitised, Hindi stays', () => {
  const names: [string, string][] = [
    ['राम का बायोडाटा.PDF', 'राम का बायोडाटा.pdf'],
    ['क्\u200dष.pdf', 'क्\u200dष.pdf'],
    ['../../etc/passwd.pdf', 'passwd.pdf'],
    ['C:\\temp\\cv.pdf', 'cv.pdf'],
    ['a\r\nX-Evil: 1"; filename=b.pdf', 'aX-Evil 1 filename=b.pdf'],
    ['.pdf', 'cv.pdf'],
    ['', 'cv.pdf'],
    ['  ..hidden.pdf', 'hidden.pdf'],
    ['My  \u00a0 CV . .pdf', 'My CV.pdf'],
    ['a.b.pdf', 'a.b.pdf'],
    ['a.pdf.doc', 'a.pdf.doc.pdf'],
    ['Resume', 'Resume.pdf'],
    ['document:1000009234', 'document1000009234.pdf'],
    ['Resume.pdf (1)', 'Resume.pdf (1).pdf'],
    ['cv\u202efdp.exe.pdf', 'cvfdp.exe.pdf'],
    ['e\u0301.pdf', 'é.pdf'],
    ['\ud800\u0000.pdf', 'cv.pdf'],
    [`${'x'.repeat(76)}.pdf`, `${'x'.repeat(76)}.pdf`],
    [`${'x'.repeat(77)}.pdf`, `${'x'.repeat(76)}.pdf`],
    [`${'x'.repeat(75)} yz.pdf`, `${'x'.repeat(75)}.pdf`],
  ];
  for (const [name, expected] of names) expect([name, cvFileName(name)]).toEqual([name, expected]);
  const long = cvFileName(`${'क्षि'.repeat(60)}.pdf`);
  expect(long).toBe(`${'क्षि'.repeat(19)}.pdf`);
});
