import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { SOON } from '../support/effort.ts';
import { pdf, sha256 } from '../support/providers/files.ts';
import { NOT_YET, REJECTED } from '../support/providers/messy-responses.ts';
import { startMessyWorld, type World } from '../support/world.ts';
import { SCHOOLS, type School } from '../support/providers/expected.ts';

// Hundreds of pages and files are fetched, on machines that do other things meanwhile.

type Fields = Readonly<Record<string, string>>;

/** A form as a visitor fills it in; the name identifies the submission. */
type Filled = { readonly form: string; readonly segment: string; readonly fields: Fields };

const FORMS: readonly Filled[] = [
  {
    form: 'Get In Touch',
    segment: 'Home',
    fields: { email: 'asha@example.org', phone: '9876543210', message: 'नमस्ते\nFees & bus?' },
  },
  {
    form: 'Admission',
    segment: 'Admission',
    fields: {
      fatherName: 'Mohan “Lal” O’Brien',
      phone: '9876543210',
      school1: 'City School',
      phone1: '9123456780',
      class: 'ukg',
    },
  },
  {
    form: 'Career',
    segment: 'Career',
    fields: { phone: '9876543210', subject: 'गणित', mailType: 'PGT', experience: '4 years' },
  },
];
const CV = pdf('Curriculum vitae');
/** What browsers send with a form's own post, and what the page's script sends. */
const SENDERS = {
  'without JavaScript': { Accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8' },
  'with JavaScript': { Accept: 'application/json' },
} as const;

function pathOfForm(school: School, segment: string): string {
  if (segment === 'Home') return school === 'NEKPUR' ? '/Home' : '/HomeFr';
  return school === 'NEKPUR' ? `/nekhpur/${segment}` : `/${segment}`;
}

function bodyOf({ form, fields }: Filled, name: string): BodyInit {
  if (form !== 'Career') return new URLSearchParams({ name, ...fields });
  const body = new FormData();
  for (const [key, value] of Object.entries({ name, ...fields })) body.append(key, value);
  body.append(
    'attachments',
    new File([new Uint8Array(CV.bytes)], 'मेरा CV.pdf', { type: 'application/pdf' }),
  );
  return body;
}

let clients = 0;

/** Posts as another client each time, as far as limits go. */
function post(world: World, path: string, body: BodyInit, headers: Fields): Promise<Response> {
  clients += 1;
  return fetch(world.site.url + path, {
    method: 'POST',
    body,
    redirect: 'manual',
    headers: {
      'Sec-Fetch-Site': 'same-origin',
      'X-Forwarded-For': `10.1.${clients >> 8}.${clients & 255}`,
      ...headers,
    },
  });
}

function namesReceived(world: World): string[] {
  return world.provider.submissions.map(({ fields }) => fields['name'] ?? '');
}

describe('with a messy provider', () => {
  let world: World;

  beforeAll(async () => {
    world = await startMessyWorld();
  });

  afterAll(() => world.close());

  test('R-169 R-170 R-171 R-175 R-235 R-236: every form arrives once, complete, with token and a key of its own', async () => {
    const sent: string[] = [];
    for (const school of SCHOOLS) {
      for (const filled of FORMS) {
        for (const [sender, headers] of Object.entries(SENDERS)) {
          const name = `Asha ${filled.form} ${school} ${sender}`;
          const path = pathOfForm(school, filled.segment);
          const response = await post(world, path, bodyOf(filled, name), headers);
          expect([name, response.status < 400]).toEqual([name, true]);
          sent.push(name);
          await vi.waitUntil(() => namesReceived(world).includes(name), SOON);
          const submission = world.provider.submissions.find(
            ({ fields }) => fields['name'] === name,
          );
          expect(submission).toMatchObject({
            form: filled.form,
            schoolCode: world.provider.schoolCode,
            token: world.provider.token,
            fields: { name, ...filled.fields, school },
            files:
              filled.form === 'Career'
                ? [
                    {
                      field: 'attachments',
                      name: 'मेरा CV.pdf',
                      type: 'application/pdf',
                      sha256: sha256(CV.bytes),
                    },
                  ]
                : [],
          });
          expect(Object.keys(submission?.fields ?? {})).toHaveLength(
            Object.keys(filled.fields).length + 2,
          );
        }
      }
    }
    // Whatever were to come twice would have come by the time that nothing waits.
    await vi.waitUntil(async () => (await world.site.app.health()).outbox.waiting === 0, SOON);
    expect(namesReceived(world).toSorted()).toEqual(sent.toSorted());
    const keys = world.provider.submissions.map(({ idempotencyKey }) => idempotencyKey);
    expect(keys.filter((key) => key === null || key === '')).toEqual([]);
    expect(new Set(keys).size).toBe(sent.length);
  });

  test('R-241: a certificate that the provider does not have is its text, not a file', async () => {
    const body = new URLSearchParams({ name: 'Nobody', admission: '0' });
    const response = await post(world, '/Tc', body, SENDERS['without JavaScript']);
    expect(await response.text()).toContain(
      'Failed to process your request. Please try again later.',
    );
  });

  test('no certificate is a public picture', async () => {
    for (const { path } of world.provider.certificates) {
      const address = path.split('/').map(encodeURIComponent).join('/');
      expect((await fetch(`${world.site.url}/api/image/${address}`)).status).toBe(404);
    }
  });

  test('R-174 R-235: a certificate comes as tc.jpg, byte for byte, however its file is named', async () => {
    for (const [
      index,
      { admission, name, sha256: hash },
    ] of world.provider.certificates.entries()) {
      const path = index % 2 === 0 ? '/Tc' : '/nekhpur/Tc';
      const body = new URLSearchParams({ name, admission });
      const response = await post(world, path, body, SENDERS['with JavaScript']);
      const json: unknown = await response.json();
      expect([admission, response.status, json]).toEqual([
        admission,
        200,
        { ok: true, data: expect.any(String) },
      ]);
      const link =
        typeof json === 'object' && json !== null && 'data' in json ? String(json.data) : '';
      const file = await fetch(world.site.url + link);
      expect([admission, file.status, sha256(Buffer.from(await file.arrayBuffer()))]).toEqual([
        admission,
        200,
        hash,
      ]);
      const page = await post(world, path, body, SENDERS['without JavaScript']);
      expect([admission, page.status]).toEqual([admission, 200]);
      expect(await page.text()).toMatch(/href="\/tc-image\?link=/);
    }
  });
});

describe('before a messy provider that does not say yes', () => {
  let world: World;

  beforeAll(async () => {
    world = await startMessyWorld();
  });

  afterAll(() => world.close());

  test.each(Object.entries(REJECTED))(
    'R-181: "%s" is a rejection: no success, no second attempt',
    async (what, rejection) => {
      world.provider.respondToFormsWith([rejection]);
      const [, admission] = FORMS;
      let tries = 0;
      let name = '';
      // On a busy machine the provider may respond after the five seconds of a visitor's wait.
      await expect
        .poll(async () => {
          name = `Rejected ${what} ${(tries += 1)}`;
          const body = admission === undefined ? '' : bodyOf(admission, name);
          return (await post(world, '/Admission', body, SENDERS['with JavaScript'])).status;
        })
        .toBe(502);
      expect(namesReceived(world).filter((each) => each === name)).toHaveLength(1);
    },
  );

  test.each(Object.entries(NOT_YET))(
    'R-181: "%s" is not yet: success, and the form waits',
    async (what, delayed) => {
      world.provider.respondToFormsWith([delayed]);
      const [, admission] = FORMS;
      const body = admission === undefined ? '' : bodyOf(admission, `Later ${what}`);
      const response = await post(world, '/Admission', body, SENDERS['with JavaScript']);
      expect([what, response.status]).toEqual([what, 202]);
    },
  );
});
