import { describe, expect, test } from 'vitest';
import { ENQUIRY } from '../../support/form-page.ts';
import { siteOfTest, type SiteOptions, type TestSite } from '../../support/site.ts';
import type { LogLine } from '../../support/test-log.ts';
import { CAMPUSES, type Campus } from '../../../shared/campuses.ts';

const SITE = 'https://school.example';
const PHONE = '+91-5692-000000';
const JSON_ONLY = { Accept: 'application/json' };
const MARKED = { ...JSON_ONLY, 'Sec-Fetch-Site': 'cross-site' };

let site: TestSite | undefined;

async function start(
  siteUrl?: string,
  options = withPhones({ FARRUKHABAD: PHONE, NEKPUR: '+91-5692-000001' }),
): Promise<TestSite> {
  site = await siteOfTest({
    ...options,
    environment: siteUrl === undefined ? {} : { SITE_URL: siteUrl },
  });
  return site;
}

/** The content of the school, with these telephones only. */
function withPhones(phones: Readonly<Partial<Record<Campus, string>>>): SiteOptions {
  return {
    content({ site: written, ...content }) {
      const campuses = CAMPUSES.map((campus) => {
        const { phone: _, ...others } = written.campuses[campus];
        const phone = phones[campus];
        return [campus, phone === undefined ? others : { ...others, phone }];
      });
      return { ...content, site: { ...written, campuses: Object.fromEntries(campuses) } };
    },
  };
}

function post(path: string, headers: Record<string, string>, fields: BodyInit): Promise<Response> {
  return fetch(`${site?.url}${path}`, { method: 'POST', headers, body: fields });
}

const enquiry = (name = 'Asha') => new URLSearchParams({ ...ENQUIRY, name });

function career(): FormData {
  const data = new FormData();
  data.append('name', 'Far Name');
  data.append('attachments', new Blob(['%PDF-1.7 1 0 obj %%EOF']), 'cv.pdf');
  return data;
}

describe('the page', () => {
  test('S9: a page with the right address and telephone, and the typed texts', async () => {
    await start(SITE);
    for (const [path, fields, typed] of [
      ['/HomeFr', enquiry('Far <Name>'), 'value="Far &lt;Name&gt;"'],
      ['/Career', career(), 'value="Far Name"'],
      ['/Tc', new URLSearchParams({ name: 'Far Name', admission: '7' }), 'value="Far Name"'],
    ] as const) {
      const response = await post(path, { Origin: 'http://www.school.example' }, fields);
      expect([path, response.status]).toEqual([path, 403]);
      const html = (await response.text()).replaceAll('<!-- -->', '');
      const link = `${SITE}${path}`;
      expect(html).toContain(
        `did not come from ${SITE}. Please open <a href="${link}">${link}</a> and send it there. Or call the school: ${PHONE}.</p>`,
      );
      expect(html).toContain(typed);
    }
  });

  test('S9: scripts get the same text and link, callers of the API both telephone numbers', async () => {
    await start(SITE);
    const island = await post('/Home', MARKED, enquiry());
    expect([island.status, await island.json()]).toEqual([
      403,
      {
        ok: false,
        error: 'cross-site',
        notice: {
          text: `Your form was not sent, as it did not come from ${SITE}. Please open ${SITE}/Home and send it there. Or call the school: +91-5692-000001.`,
          link: `${SITE}/Home`,
        },
      },
    ]);
    const call = await post('/api/tc/GISNUP', MARKED, enquiry());
    expect(await call.text()).toContain(
      `open ${SITE} and send it there. Or call the school: ${PHONE} or +91-5692-000001.","link":"${SITE}"`,
    );
    // The form was read to its end: the connection stays open, and a retry need not wait.
    expect(island.headers.get('connection')).toBe('keep-alive');
    expect(island.headers.get('retry-after')).toBeNull();
  });

  test('S9: a campus without a telephone is not named, and a telephone of both once', async () => {
    const noticeAt = async (path: string) => {
      const { notice } = (await (await post(path, MARKED, enquiry())).json()) as {
        notice: { text: string };
      };
      return notice.text;
    };
    await start(SITE, withPhones({ NEKPUR: '+91-5692-000001' }));
    expect(await noticeAt('/HomeFr')).toBe(
      `Your form was not sent, as it did not come from ${SITE}. Please open ${SITE}/HomeFr and send it there.`,
    );
    expect(await noticeAt('/api/tc/GISNUP')).toMatch(/ Or call the school: \+91-5692-000001\.$/);
    await start(SITE, withPhones({ FARRUKHABAD: PHONE, NEKPUR: PHONE }));
    expect(await noticeAt('/api/tc/GISNUP')).toContain(`Or call the school: ${PHONE}.`);
  });

  test('S9: a loopback address is not shown', async () => {
    await start();
    const response = await post('/Career', { Origin: 'http://192.0.2.7:3000' }, career());
    expect(response.status).toBe(403);
    expect(await response.text()).toContain(
      `Your form was not sent: this website does not accept forms at the address that you opened. Please call the school: ${PHONE}.</p>`,
    );
    const island = await post('/Home', { ...JSON_ONLY, 'Sec-Fetch-Site': 'none' }, enquiry());
    expect(await island.json()).toMatchObject({ notice: { link: null } });
  });
});

describe('the log', () => {
  const OTHER = 'https://other.example';

  test('S9: each other address has one warning, with SITE_URL', async () => {
    const { lines } = await start(SITE);
    const origins = ['http://school.example', 'https://www.school.example', `${SITE}:8443`, OTHER];
    for (const origin of [...origins, ...origins])
      await post('/Home', { ...JSON_ONLY, Origin: origin }, enquiry());
    expect(mismatches(lines)).toMatchObject(
      origins.map((from) => ({ level: 'warn', from, to: SITE })),
    );
  });

  test('S9: what is no origin is not logged, but that there was none', async () => {
    const { lines } = await start(SITE);
    for (const origin of ['null', 'javascript:alert(1)', 'https://planted@user.example/path'])
      await post('/Home', { ...JSON_ONLY, Origin: origin }, enquiry());
    await post('/Home', JSON_ONLY, enquiry());
    expect(mismatches(lines)).toMatchObject([{ from: 'none' }]);
    expect(rejections(lines)).toEqual(Array(4).fill('no-origin'));
    expect(JSON.stringify(lines)).not.toContain('planted');
  });

  test('S9: a form that the browser marks as cross-site names no setting, unless it is from our page over http', async () => {
    const { lines } = await start(SITE);
    await post('/Home', { ...MARKED, Origin: 'https://evil.example' }, enquiry());
    await post('/Home', MARKED, enquiry());
    for (const mark of ['cross-site', 'same-site', 'none'])
      await post('/Home', { ...MARKED, 'Sec-Fetch-Site': mark, Origin: OTHER }, enquiry());
    expect(rejections(lines)).toEqual(Array(5).fill('cross-site'));
    expect(mismatches(lines)).toEqual([]);
    const ours = ['http://school.example', 'http://www.school.example'];
    // `www.` counts only at the start of a host.
    for (const origin of [...ours, 'https://swww.chool.example'])
      await post('/Home', { ...MARKED, Origin: origin }, enquiry());
    expect(mismatches(lines).map(({ from }) => from)).toEqual(ours);
  });

  test('S9: invented origins do not fill the log', async () => {
    const { lines } = await start(SITE);
    for (let count = 0; count < 40; count += 1)
      await post('/Home', { ...JSON_ONLY, Origin: `https://n${count}.example` }, enquiry());
    expect(mismatches(lines)).toHaveLength(20);
  });
});

const mismatches = (lines: readonly LogLine[]) =>
  lines.filter(({ event }) => event === 'origin-mismatch');

const rejections = (lines: readonly LogLine[]) =>
  lines.filter(({ event }) => event === 'form-rejected').map(({ cause }) => cause);
