import { writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import sharp from 'sharp';
import request from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { startFormServer, type FormServerOptions } from '../../support/form-server.ts';
import { SOON } from '../../support/effort.ts';
import { holdMoment } from '../../support/moments.ts';
import { rowsIn } from '../../support/outbox-rows.ts';
import { pdfBytes } from '../../support/pdf.ts';
import { allOf, attribute, readPage, select, type Element } from '../../support/read-page.ts';
import { CONTENT_FOLDER, siteOfTest, startSite, type TestSite } from '../../support/site.ts';
import { isAuthorized, type Submission } from '../../support/providers/submissions.ts';
import { TestProvider } from '../../support/providers/test-provider.ts';
import { ADMISSION, CAREER, ENQUIRY, MISSING } from '../../support/form-page.ts';
import { createTestLog } from '../../support/test-log.ts';
import { removeFolder, temporaryFolder } from '../../support/temporary-folder.ts';
import { openConnection } from '../../support/raw-connection.ts';
import { loadContent } from '../../../server/content/content.ts';
import { postHead, URLENCODED } from '../../support/raw-form.ts';
import { TRAPPED } from '../../../shared/forms.ts';

const TOKEN = 'planted-token';
const hasToken = (call: Submission) => isAuthorized(call, TOKEN);

let provider: TestProvider;
let site: TestSite;

/** Bytes that begin as a JPEG does. */
const PICTURE = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(70_000, 7)]);
let now = Date.now();
const dataDir = temporaryFolder();

beforeAll(async () => {
  provider = await TestProvider.start({ has: 'nothing' });
  site = await startSite({
    dataDir,
    now: () => new Date(now),
    provider,
    environment: { PROVIDER_TOKEN: TOKEN, TRUST_PROXY: '1' },
  });
});

afterAll(() => site.close());

beforeEach(async () => {
  provider.received.length = 0;
  site.lines.length = 0;
  await provider.heal();
  provider.certificate = { data: 'certificates/one.jpg' };
  provider.files = certificates(PICTURE);
});

/** The picture of every certificate. */
const certificates = (picture: Buffer) => (path: string) =>
  path.startsWith('certificates/') ? picture : undefined;

/** What the site has logged of an event in this test. */
const logged = (name: string) => site.lines.filter(({ event }) => event === name);

/** Each request has its own client, unless it names one: the limits are per client. */
let clients = 0;

type Fields = Readonly<Record<string, string>>;
type CvFile = { bytes: Buffer; name: string };
type PostOptions = { headers?: Fields; client?: string; at?: string };

function postTo(path: string, { headers = {}, client, at = site.url }: PostOptions): request.Test {
  clients += 1;
  return request(at)
    .post(path)
    .set({
      'Sec-Fetch-Site': 'same-origin',
      'X-Forwarded-For': client ?? `10.0.${clients >> 8}.${clients & 255}`,
      ...headers,
    });
}

/** Sends fields as a form does, and a text as it is. */
function post(path: string, body: string | Fields, options: PostOptions = {}): request.Test {
  const sent = postTo(path, options);
  return typeof body === 'string' ? sent.send(body) : sent.type('form').send(body);
}

/** Sends a multipart form, its file last. */
function upload(
  path: string,
  file: CvFile | null,
  fields: Fields = CAREER,
  options: PostOptions = {},
): request.Test {
  const sent = postTo(path, options);
  for (const [name, value] of Object.entries(fields)) sent.field(name, value);
  if (file === null) return sent;
  return sent.attach('attachments', file.bytes, {
    filename: file.name,
    contentType: 'application/pdf',
  });
}

const asJson = { Accept: 'application/json' };

const get = (path: string) => request(site.url).get(path);

describe('the request to the provider', () => {
  const requests: [rows: string, type: string, Fields, farrukhabad: string, nekpur: string][] = [
    [
      'R-169 R-175 R-236 R-237',
      'Get%20In%20Touch',
      ENQUIRY,
      '/ /HomeFr /Contact',
      '/Home /nekhpur/home/ /nekhpur/Contact',
    ],
    ['R-171 R-216 R-237 R-240', 'Admission', ADMISSION, '/Admission', '/NEKPUR/admission'],
    ['R-170 R-175 R-237 R-240 R-262', 'Career', CAREER, '/Career', '/nekhpur/Career'],
  ];
  test.each(requests)(
    '%s: %s has its texts, school, token and CV',
    async (_rows, type, fields, farrukhabad, nekpur) => {
      for (const path of `${farrukhabad} ${nekpur}`.split(' ')) {
        const school = nekpur.split(' ').includes(path) ? 'NEKPUR' : 'FARRUKHABAD';
        const bytes = pdfBytes(400_000);
        const other = school === 'NEKPUR' ? 'FARRUKHABAD' : 'NEKPUR';
        const texts = { ...fields, name: `Asha ${path}`, school: other };
        const sent =
          type === 'Career'
            ? upload(path, { bytes, name: 'मेरा बायोडाटा.pdf' }, texts, { headers: asJson })
            : post(path, texts, { headers: asJson });
        const { body, headers } = await sent.expect(200);
        expect(body).toEqual({ ok: true, reference: expect.stringMatching(/^GIS-/) });
        const requestId = headers['x-request-id'];
        const line = { campus: school, reference: body.reference, requestId };
        expect(site.lines.filter(({ reference }) => reference === body.reference)).toMatchObject([
          { event: 'submission-stored', ...line },
          { event: 'submission-delivered', ...line },
        ]);
        expect(provider.received.at(-1)).toMatchObject({
          url: `/api/form/GISNUP/${type}`,
          headers: {
            'x-request-id': requestId,
            'content-type': expect.stringMatching(
              type === 'Career' ? /^multipart\/form-data/ : /^application\/json$/,
            ),
          },
        });
        expect(provider.received.slice(-1).map(hasToken)).toEqual([true]);
        const { fields: received, files = [] } = provider.received.at(-1) ?? {};
        expect(received).toEqual({ ...texts, school });
        const cv = { field: 'attachments', name: 'मेरा बायोडाटा.pdf', type: 'application/pdf' };
        expect(files).toMatchObject(type === 'Career' ? [cv] : []);
        expect(files.every((file) => file.bytes.equals(bytes))).toBe(true);
      }
    },
  );

  test('R-174 R-218 R-235: a look-up sends name and admission unchanged, with the token', async () => {
    const look = await post('/Tc', { name: 'y', admission: 'x' }, { headers: asJson }).expect(200);
    const requestId = look.headers['x-request-id'];
    expect(provider.received.map(hasToken)).toEqual([true]);
    expect(provider.received[0]).toMatchObject({
      url: '/api/tc/GISNUP',
      fields: { name: 'y', admission: 'x' },
      headers: { 'x-request-id': requestId },
    });
  });

  test('R-235 R-236: calls accept JSON and forms, a school, and one school code only', async () => {
    const call = (path: string, fields: Fields) =>
      post(path, JSON.stringify(fields), { headers: { 'Content-Type': 'application/json' } });
    const enquiry = { ...ENQUIRY, name: 'By call', school: 'NEKPUR' };
    await call('/api/form/GISNUP/Get%20In%20Touch', enquiry).expect(200);
    expect(provider.received.at(-1)?.fields).toMatchObject({ name: 'By call', school: 'NEKPUR' });
    const cv = { bytes: pdfBytes(2_000), name: 'cv.pdf' };
    for (const bytes of [cv.bytes, Buffer.from(cv.bytes).fill('x', 900, 910)]) {
      await upload('/api/form/GISNUP/Career', { ...cv, bytes }, { ...CAREER, school: 'NEKPUR' });
      expect(provider.received.at(-1)?.files[0]?.bytes.equals(bytes)).toBe(true);
    }
    await call('/api/tc/GISNUP', { name: 'a', admission: 'b' }).expect(200);
    const count = provider.received.length;
    const delhi = { ...ADMISSION, school: 'DELHI' };
    const { body: noSchool } = await call('/api/form/GISNUP/Admission', delhi).expect(422);
    expect(noSchool).toMatchObject({
      errors: { school: 'Please name the school: FARRUKHABAD or NEKPUR.' },
    });
    for (const path of ['form/OTHER/Admission', 'form/GISNUP/admission', 'form/GISNUP/X', 'tc/X']) {
      const { status, body } = await call(`/api/${path}`, enquiry);
      expect([path, status, body]).toEqual([path, 404, { ok: false, error: 'not-found' }]);
    }
    await get('/api/form/GISNUP/Admission')
      .expect(405, { ok: false, error: 'method' })
      .expect('allow', 'POST');
    expect(provider.received).toHaveLength(count);
  });
});

test('O9: the key of a browser is passed to the provider, if it is a UUID', async () => {
  const uuid = '0b9e3a52-7c11-4f6e-9d2a-5f0c8b7e1a34';
  const keys: [key: string, isAccepted: boolean][] = [
    [uuid, true],
    [`a${uuid}`, false],
    [`${uuid}a`, false],
    ['planted', false],
  ];
  const references = new Set<unknown>();
  for (const [key, isAccepted] of keys) {
    for (const name of ['First', 'Second']) {
      const { body } = await post(
        '/Home',
        { ...ENQUIRY, name: `${name} ${key}` },
        { headers: { ...asJson, 'Idempotency-Key': key } },
      ).expect(200);
      references.add(Object(body).reference);
    }
    const sent = String(provider.received.at(-1)?.headers['idempotency-key']);
    expect(sent).toMatch(/^[0-9a-f-]{36}$/);
    expect([key, sent === key]).toEqual([key, isAccepted]);
  }
  // A repeated key returns the reference of the first submission.
  expect(references.size).toBe(7);
  expect(provider.received.map(({ fields }) => fields['name'])).not.toContain(`Second ${uuid}`);
});

test('O5: the same form of a campus twice within a minute is one submission', async () => {
  const references = new Set<unknown>();
  for (const path of ['/Home', '/nekhpur/Contact', '/HomeFr']) {
    const { body } = await post(path, ENQUIRY, { headers: asJson }).expect(200);
    references.add(Object(body).reference);
  }
  expect(references.size).toBe(2);
  expect(provider.received).toHaveLength(2);
});

describe('texts of visitors', () => {
  test('a telephone number that cannot be read is sent as typed on Admission, and has a hint on the page', async () => {
    const typed = { ...ADMISSION, phone: 'after six, 98765', phone1: '98765 43210' };
    const page = await post('/Admission', { ...typed, name: '' });
    const html = page.text;
    expect(html.split('Not 10 digits. Please check the number.')).toHaveLength(2);
    expect(html).toContain('value="after six, 98765"');
    expect(html).toContain('value="98765 43210"');
    expect(html).toContain('<option value="ukg" selected="">');
    await post('/Admission', typed, { headers: asJson }).expect(200);
    expect(provider.received.at(-1)?.fields).toMatchObject({
      phone: 'after six, 98765',
      phone1: '9876543210',
    });
  });

  test('a field that is shown again has no characters that HTML cannot hold; tabs and lines stay', async () => {
    const message = 'one\ttwo\u0000\u0001\nthree\u009f';
    const { text } = await post('/HomeFr', { ...ENQUIRY, name: '', message }).expect(422);
    expect(text).toMatch(/>\s*one\ttwo\r?\nthree<\/textarea>/);
  });

  test('a form posted to an unknown page is 404, to a page without a form 405', async () => {
    await post('/no-such-page', ENQUIRY).expect(404);
    await post('/Vision', ENQUIRY).expect(405);
    expect(provider.received).toHaveLength(0);
  });
});

const formAt = async (path: string): Promise<Element> => readPage((await get(path)).text);

/** A form, its pages, and of each control its type, keyboard, what the browser may fill in, what describes it. */
const FORMS = [
  ['getInTouch', '/HomeFr /Home', 'name, email email email, numeric tel-national hint, hint'],
  [
    'admission',
    '/Admission /nekhpur/Admission',
    [
      'section-student name, section-father name, text numeric tel-national hint',
      'section-school organization note, text numeric section-school tel-national note hint, ',
    ].join(', '),
  ],
  [
    'career',
    '/Career /nekhpur/Career',
    'name, , text numeric tel-national hint, organization-title, , file hint',
  ],
  ['certificate', '/Tc /nekhpur/Tc', ', '],
] as const;

test.each(FORMS)(
  'R-006: the form %s of %s posts to itself, has autocomplete and a privacy note',
  async (name, paths, controls) => {
    const { privacyNotes, admissionSteps } = (await loadContent(CONTENT_FOLDER)).site;
    for (const path of paths.split(' ')) {
      const page = await formAt(path);
      const [form = page, ...others] = select(page, 'main form');
      const [id, ...posts] = ['id', 'method', 'action'].map((at) => attribute(form, at));
      expect([others, posts]).toEqual([[], ['post', `${path}#${id}`]]);
      const fields = ['input', 'textarea', 'select'].flatMap((tag) =>
        select(form, `.field ${tag}[aria-required=true]`),
      );
      const ofField = (field: Element) =>
        ['type', 'inputmode', 'autocomplete', 'aria-describedby']
          .flatMap((at) => attribute(field, at) ?? [])
          .join(' ')
          .replaceAll(`${id}-${attribute(field, 'name')}-`, '');
      expect(fields.map(ofField).join(', ')).toBe(controls);
      expect(select(form, '[maxlength]')).toEqual([]);
      const trap = '.form-trap[aria-hidden=true] input[tabindex=-1][autocomplete=off]';
      expect(allOf(form, trap, 'name')).toEqual(['website']);
      expect(allOf(form, '.form-privacy')).toEqual([privacyNotes[name]]);
      expect(allOf(form, '.next-steps[aria-labelledby=next-steps] li')).toEqual(
        name === 'admission' ? admissionSteps : [],
      );
    }
  },
);

test('R-172 R-173 R-176 R-204 R-209 R-214: the fields are empty; classes, number and file are those of the specification', async () => {
  const contact = await formAt('/HomeFr?topic=none');
  expect(allOf(contact, '.form .field input', 'value')).toEqual([null, null, null]);
  expect(allOf(contact, '.form [name=school]', 'value')).toEqual(['FARRUKHABAD']);
  expect(allOf(contact, '.form textarea')).toEqual(['']);
  const admission = await formAt('/nekhpur/Admission');
  const values = allOf(admission, '[name=class] option', 'value');
  expect(values.join(' ')).toBe(' nursery lkg ukg 1 2 3 4 5 6 7 8 9 10 11 12');
  const roman = 'I II III IV V VI VII VIII IX X XI XII'.split(' ');
  const names = ['Nursery', 'LKG', 'UKG', ...roman.map((numeral) => `Class ${numeral}`)];
  expect(allOf(admission, '[name=class] option').slice(1)).toEqual(names);
  const career = await formAt('/nekhpur/Career');
  expect(allOf(career, '[name=phone]', 'pattern')).toEqual(['[0-9]*']);
  expect(allOf(career, '[type=file]', 'accept')).toEqual(['.pdf,application/pdf']);
  expect(allOf(career, '[type=file]', 'multiple')).toEqual([null]);
});

describe('without JavaScript', () => {
  test('R-177 R-193 R-194 R-196 R-198 R-199: an empty Get In Touch is a 422 page with messages', async () => {
    const response = await post('/Home', {}).expect(422);
    expect(response.headers['cache-control']).toBe('no-store');
    expect(allOf(readPage(response.text), '.field-error')).toEqual(MISSING);
    expect(provider.received).toHaveLength(0);
  });

  const NOT_PDF = 'Invalid file type. Only PDF are allowed.';
  const TOO_LARGE = 'This file is 6.7 MB. The limit is 5 MB. Please choose a smaller one.';
  const cvErrors: [cause: string, status: number, message: string, Buffer | null, name?: string][] =
    [
      ['cv-missing', 422, 'Please upload CV (  PDF).', null],
      ['cv-too-large', 413, TOO_LARGE, pdfBytes(7_000_000)],
      ['cv-not-pdf', 422, NOT_PDF, Buffer.from('PK\u0003\u0004'), 'cv.docx'],
      ['cv-empty', 422, NOT_PDF, Buffer.alloc(0)],
      ['cv-truncated', 422, NOT_PDF, pdfBytes(5_000).subarray(0, 4_000)],
    ];
  test.each(cvErrors)(
    'R-207 R-208: %s is %i with its own text and cause in the log, and keeps what was typed',
    async (cause, status, message, bytes, name = 'cv.pdf') => {
      const file = bytes && { bytes, name };
      // After the file, where other programs may send it.
      const { subject, ...others } = CAREER;
      const page = await upload('/Career', file, { ...others, name: 'Kept Name' })
        .field('subject', subject)
        .expect(status);
      const html = page.text;
      expect(html).toContain(`>${message}<`);
      for (const value of ['Kept Name', subject]) expect(html).toContain(`value="${value}"`);
      const island = await upload('/Career', file, { ...CAREER, name: ' ' }, { headers: asJson });
      expect([island.status, island.body]).toEqual([
        status,
        {
          ok: false,
          error: status === 413 ? 'too-large' : 'invalid',
          errors: { name: 'Name is required.', attachments: message },
        },
      ]);
      const rejected = logged('form-rejected');
      expect(rejected).toMatchObject([
        { form: 'career', status, cause },
        { cause, fields: ['name', 'attachments'], requestId: island.headers['x-request-id'] },
      ]);
      expect(provider.received).toHaveLength(0);
    },
  );

  test('R-190 R-217: a look-up with a blank has its message once, without a request to the provider', async () => {
    for (const fields of [
      { name: 'a', admission: '' },
      { name: ' ', admission: '1' },
      { name: '', admission: '' },
    ]) {
      const response = await post('/Tc', fields).expect(422);
      expect(response.text.split('>Please fill in all fields<')).toHaveLength(2);
      const page = readPage(response.text);
      const inputs = '.form .field input';
      expect(allOf(page, inputs, 'value')).toEqual([fields.admission, fields.name]);
      const described = new Set(allOf(page, inputs, 'aria-describedby'));
      expect(described).toEqual(new Set(allOf(page, '.form-failure', 'id')));
    }
    expect(provider.received).toHaveLength(0);
  });

  test('R-179: a success leads by 303 to the page with the green text and the reference', async () => {
    const response = await post('/nekpur/admission', { ...ADMISSION, name: 'By 303' }).expect(303);
    const location = response.headers['location'] ?? '';
    expect(location).toMatch(/^\/nekhpur\/Admission\?sent=GIS(?:-[0-9A-Z]{4}){2}#form-status$/);
    const html = (await get(location)).text;
    expect(html).toMatch(/role="status"[^>]*>Your Form Submitted Successfully\.</);
    expect(html).toContain(/sent=([^#]+)/.exec(location)?.[1]);
    expect(html).toMatch(/class="next-steps".*name="school" value=""/);
    expect(html.split('class="next-steps"')).toHaveLength(2);
  });

  test('R-191: a certificate is a link on the page, and the link a download called tc.jpg', async () => {
    const page = await post('/Tc', { name: 'a', admission: 'b' }).expect(200);
    expect(page.text).toContain('>The certificate was found.<');
    const link = /href="(\/tc-image\?link=[\w-]+)" download=""/.exec(page.text)?.[1] ?? '';
    const file = await get(link)
      .expect(200)
      .expect('content-disposition', 'attachment; filename=tc.jpg')
      .expect('cache-control', 'no-store')
      .expect('content-type', 'image/jpeg');
    expect(PICTURE.equals(file.body)).toBe(true);
    const { 'x-request-id': sent } = provider.requests.at(-1)?.headers ?? {};
    expect(file.headers['x-request-id']).toBe(sent);
    provider.files = certificates(pdfBytes(2_000));
    await get(link)
      .expect(200)
      .expect('content-type', 'application/pdf')
      .expect('content-disposition', 'attachment; filename=tc.pdf');
  });
});

describe('certificates are not public', () => {
  async function lookUp(): Promise<string> {
    const response = await post('/Tc', { name: 'a', admission: 'b' }, { headers: asJson });
    expect(response.body).toEqual({ ok: true, data: expect.stringMatching(/^\/tc-image\?link=/) });
    return String(Object(response.body).data);
  }

  test('R-174 R-191: the file is found in each form of the response, and has its own type', async () => {
    const png = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
    provider.files = certificates(png);
    const path = 'certificates/one.jpg';
    const bodies = [
      { data: `/${path}` },
      { data: `${provider.url}/api/image/${path}` },
      { data: ['https://elsewhere.example/certificates/one.jpg', { path }] },
      { path },
    ];
    for (const response of bodies) {
      provider.certificate = response;
      const link = await lookUp();
      const { status, type } = await get(link);
      expect([response, status, type]).toEqual([response, 200, 'image/png']);
    }
  });

  test('W3: a photographed certificate is upright and without its position, and can be printed', async () => {
    const create = { width: 3000, height: 2000, channels: 3, background: 'white' } as const;
    const photo = await sharp({ create })
      .withMetadata({ orientation: 6 })
      .withExifMerge({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '27/1 23/1 0/1' } })
      .jpeg()
      .toBuffer();
    provider.files = certificates(photo);
    const { body } = await get(await lookUp()).expect(200);
    expect(body.includes('Exif')).toBe(false);
    expect(await sharp(body).metadata()).toMatchObject({ width: 2000, height: 3000 });
  });

  test('thirty downloads of one certificate at once are one request to the provider, and one picture', async () => {
    const create = { width: 3000, height: 2000, channels: 3, background: 'white' } as const;
    const exif = { IFD0: { Copyright: 'x' } };
    const photo = await sharp({ create }).withExif(exif).jpeg().toBuffer();
    const link = await lookUp();
    const { wait, release } = holdMoment();
    provider.files = () => async (_request, response) => {
      await wait();
      response.writeHead(200, { 'Content-Type': 'image/jpeg' }).end(photo);
    };
    const before = provider.requestedFiles.length;
    const downloads = Array.from({ length: 30 }, () => get(link).then(({ body }) => body));
    await expect.poll(() => provider.requestedFiles.length).toBe(before + 1);
    release();
    const [first, ...others] = await Promise.all(downloads);
    expect((await sharp(first).metadata()).exif).toBeUndefined();
    for (const other of others) expect(other.equals(first)).toBe(true);
    expect(provider.requestedFiles).toHaveLength(before + 1);
  });

  test('R-238: the direct address of the picture is 404, in any folder', async () => {
    provider.certificate = { data: 'elsewhere/ONE.jpg' };
    await lookUp();
    for (const ref of ['certificates/one.jpg', 'elsewhere/ONE.jpg', 'elsewhere/one.jpg']) {
      expect([ref, (await get(`/api/image/${ref}`)).status]).toEqual([ref, 404]);
    }
  });

  test('S11: an altered link is 403, and so is one after ten minutes', async () => {
    const link = await lookUp();
    for (const other of ['/tc-image', `${link}=`, `${link}&link=x`]) {
      expect([other, (await get(other)).status]).toEqual([other, 403]);
    }
    now += 9 * 60_000;
    await get(link).expect(200);
    now += 2 * 60_000;
    await get(link)
      .expect(403, 'This link is no longer valid.\n')
      .expect('content-type', 'text/plain; charset=utf-8');
  });

  test('R-242: an unavailable or invalid picture is 502 with the text of the specification', async () => {
    const link = await lookUp();
    for (const [picture, cause] of [
      ['fails', 'status 500'],
      [Buffer.from('<html>no</html>'), 'content-type'],
      [Buffer.alloc(0), 'content-type'],
    ] as const) {
      if (picture === 'fails') await provider.fail(/certificates/, { status: 500 });
      else provider.files = certificates(picture);
      const response = await get(link);
      const { status, type, text } = response;
      expect([status, type, text]).toEqual([502, 'text/plain', 'Failed to download data.\n']);
      const line = { level: 'warn', cause, requestId: response.headers['x-request-id'] };
      expect(logged('certificate-not-sent').at(-1)).toMatchObject(line);
      await provider.heal();
    }
  });
});

describe('failures', () => {
  test('R-181 R-244: a rejection shows no message, keeps the values, and is one error line with form and status', async () => {
    await provider.fail('forms', { status: 400 });
    const planted = { ...ADMISSION, name: 'Rejected Planted' };
    const { text: html, headers } = await post('/Admission', planted).expect(502);
    expect(html).not.toContain('Successfully');
    expect(html).not.toContain('role="alert"');
    expect(html).toContain('value="Rejected Planted"');
    const line = { form: 'admission', campus: 'FARRUKHABAD', status: 400 };
    const requestId = headers['x-request-id'];
    expect(logged('submission-rejected')).toMatchObject([{ level: 'error', ...line, requestId }]);
    await post('/Admission', { ...ADMISSION, name: 'Rejected too' }, { headers: asJson }).expect(
      502,
      { ok: false, error: 'rejected' },
    );
    await post('/Admission', {}).expect(422);
    const levels = logged('form-rejected').map(({ level, status }) => [status, level]);
    expect(levels.map(String)).toEqual(['502,error', '502,error', '422,info']);
  });

  test('R-181: a rejected form shows the failureNotice of the content, a form with errors does not', async () => {
    const failureNotice = 'Please write to the office.';
    const other = await siteOfTest({
      content: (written) => ({ ...written, site: { ...written.site, failureNotice } }),
    });
    await other.provider.fail('forms', { status: 400 });
    const send = (fields: Fields) => post('/Admission', fields, { at: other.url });
    expect((await send(ADMISSION).expect(502)).text).toContain(`>${failureNotice}</p>`);
    expect((await send({}).expect(422)).text).not.toContain(`>${failureNotice}</p>`);
  });

  test('R-241: a failed look-up has its text, whether the provider fails or has no file', async () => {
    const text = 'Failed to process your request. Please try again later.';
    const failure = { success: false, data: 'certificates/one.jpg' };
    const responses: [response: number | object | null, status?: number, cause?: string][] = [
      [500, 502, 'status 500'],
      [404, 404, 'status 404'],
      [failure, 404, 'reported-failure 200'],
      [{ data: '' }],
      [{}],
      [[]],
      [null],
      [{ data: 0 }],
      [{ data: { note: 'none' } }],
      [{ data: '../../admin' }],
      [{ data: 'https://elsewhere.example/certificates/one.jpg' }],
    ];
    for (const [response, status = 404, cause = 'no-file'] of responses) {
      await provider.heal();
      if (typeof response === 'number') await provider.fail('forms', { status: response });
      else provider.certificate = response;
      const fields = { name: 'a', admission: 'b' };
      expect((await post('/nekhpur/Tc', fields).expect(status)).text).toContain(`>${text}<`);
      const look = await post('/nekhpur/Tc', fields, { headers: asJson }).expect(status);
      expect(look.body).toEqual({ ok: false, error: status === 404 ? 'not-found' : 'rejected' });
      const line = { level: 'warn', cause, requestId: look.headers['x-request-id'] };
      expect(logged('certificate-not-found').at(-1)).toMatchObject(line);
    }
  });
});

describe('abuse', () => {
  test('a form with the hidden field filled in is rejected, not stored, and logged; its page says what to do', async () => {
    const spam = { ...ENQUIRY, website: 'http://spam' };
    const { status, body, headers } = await post('/Home', spam, { headers: asJson });
    expect([status, body]).toEqual([
      422,
      { ok: false, error: 'invalid', notice: { text: TRAPPED, link: null } },
    ]);
    const page = readPage(
      (await post('/Admission', { ...ADMISSION, website: 'x' }).expect(422)).text,
    );
    expect(allOf(page, '.form-failure')).toEqual([TRAPPED]);
    expect(allOf(page, '[name=fatherName]', 'value')).toEqual([ADMISSION.fatherName]);
    expect(allOf(page, '[name=website]', 'value')).toEqual([null]);
    expect(provider.received).toHaveLength(0);
    expect(rowsIn(dataDir).filter(({ payload }) => payload?.includes(spam.website))).toEqual([]);
    const requestId = headers['x-request-id'];
    expect(logged('form-trapped')).toMatchObject([
      { level: 'info', form: 'getInTouch', requestId },
      { form: 'admission' },
    ]);
  });

  test('the 21st form of a client in ten minutes is 429 with Retry-After, the 16th look-up too', async () => {
    async function send(path: string, count: number, fields: Fields): Promise<request.Response[]> {
      const responses = [];
      for (let at = 0; at < count; at += 1) {
        // Of one household.
        const options = { headers: asJson, client: `2001:db8::${at}` };
        responses.push(await post(path, { ...fields, name: `N${at}` }, options));
      }
      return responses;
    }
    const forms = await send('/Home', 21, ENQUIRY);
    expect(forms.map(({ status }) => status)).toEqual([...Array(20).fill(200), 429]);
    expect(forms.at(-1)?.headers['retry-after']).toMatch(/^(?:5\d\d|600)$/);
    const other = { headers: { ...asJson, 'User-Agent': 'Other' }, client: '2001:db8::1' };
    await post('/Home', ENQUIRY, other).expect(200);
    const looks = await send('/Tc', 16, { admission: '1' });
    expect(looks.map(({ status }) => status)).toEqual([...Array(15).fill(200), 429]);
  });

  test('S10: fifty parents behind one carrier address, with the same browser, get through', async () => {
    for (let count = 0; count < 50; count += 1) {
      const fields = { ...ADMISSION, name: `P${count}`, phone: String(9_000_000_000 + count) };
      const options = { headers: asJson, client: '198.51.100.7' };
      const { status } = await post('/nekhpur/Admission', fields, options);
      expect([count, status]).toEqual([count, 200]);
    }
  });
});

describe('with other limits, errors and pages', () => {
  /** The routes of forms with their own outbox and log. */
  async function start(options: Partial<FormServerOptions>) {
    const folder = temporaryFolder();
    const { log, lines } = createTestLog('info');
    const forms = await startFormServer({
      dataDir: folder,
      log,
      deliver: async () => {},
      ...options,
    });
    onTestFinished(() => forms.close());
    return { folder, lines, url: `http://127.0.0.1:${forms.port}`, forms };
  }

  const ELSEWHERE = { ...URLENCODED, 'Sec-Fetch-Site': 'cross-site' };

  test('S10: a network has a limit of its own for forms and for look-ups', async () => {
    const { url } = await start({ limits: { formsPerNetwork: 2, certificatesPerNetwork: 1 } });
    const statuses = [];
    for (const path of ['/Home', '/Admission', '/Home', '/Tc', '/Tc'])
      statuses.push((await post(path, {}, { at: url })).status);
    expect(statuses).toEqual([422, 422, 429, 422, 429]);
  });

  test('O2: a form that cannot be stored is 503 with an error in the log and Retry-After 30', async () => {
    const { folder, lines, url } = await start({});
    removeFolder(folder);
    writeFileSync(folder, '');
    const response = await post('/Home', ENQUIRY, { headers: asJson, at: url })
      .expect(503, { ok: false, error: 'storage' })
      .expect('retry-after', '30');
    expect(response.headers['cache-control']).toBe('no-store');
    const line = { level: 'error', form: 'getInTouch', status: 503, cause: 'storage' };
    expect(lines.filter(({ event }) => event === 'form-rejected')).toMatchObject([line]);
  });

  test('an unexpected error is a server error, not one of the disk', async () => {
    let renders = 0;
    const { lines, url } = await start({
      providerUrl: provider.url,
      async renderPage() {
        renders += 1;
        if (renders === 1) throw new Error('planted');
        return Buffer.from('page');
      },
    });
    const look = () => post('/Tc', { name: 'a', admission: 'b' }, { at: url });
    await look().expect(500);
    await look().expect(200, 'page');
    expect(lines.map(({ event }) => event)).not.toContain('form-rejected');
  });

  test('U2: no page is rendered for a connection that closed while the form was read', async () => {
    const rendered: string[] = [];
    const { lines, url, forms } = await start({
      async renderPage({ path }) {
        rendered.push(path);
        return Buffer.from('page');
      },
    });
    const head = postHead('/Home', { ...ELSEWHERE, Accept: 'text/html', 'Content-Length': 100 });
    const { socket } = openConnection(forms.port, head, 'name=Asha');
    await expect.poll(() => lines.map(({ event }) => event), SOON).toContain('form-rejected');
    socket.destroy();
    const open = promisify(forms.server.getConnections.bind(forms.server));
    await expect.poll(() => open()).toBe(0);
    await request(url).post('/Career').set(ELSEWHERE).send('name=Asha').expect(403);
    expect(rendered).toEqual(['/Career']);
  });
});
