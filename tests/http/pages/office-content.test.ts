import request from 'supertest';
import { expect, test } from 'vitest';
import { contentErrors } from '../../support/content-errors.ts';
import { loadContent } from '../../../server/content/content.ts';
import { contentWarnings } from '../../../server/content/content-warnings.ts';
import { formatProblem } from '../../../server/content/problem.ts';
import { contentWith } from '../../support/content-with.ts';
import { csvOf, feeFiles, schoolDaysFiles, sessionUntil } from '../../support/table-files.ts';
import { sharedSite, siteOfTest } from '../../support/site.ts';

const NOW = new Date('2026-11-28T06:00:00Z');

const FEES = {
  session: '2026-27',
  from: '2026-04-01',
  published: '2026-01-28',
  heads: [
    { head: 'Admission fee', when: 'once' },
    { head: 'Composite annual fee', when: 'a year' },
  ],
  classes: [{ classes: 'Class XI', rupees: [null, 108000] }],
  notes: ['No other fee is charged.'],
};

const STAFF = `Campus,Name,Post,Subjects,Qualification
NEKPUR,Asha Rao,PGT,Physics; Mathematics,"M.Sc., B.Ed."
NEKPUR,Vimal Jain,TGT,Civics,"M.A., B.Ed."
FARRUKHABAD,Farida Khan,PGT,Physics,M.Sc.
`;

const VACANCY = {
  post: 'PGT',
  subject: 'Physics',
  campus: 'FARRUKHABAD',
  text: 'Full time, M.Sc. and B.Ed.',
  published: '2026-11-16',
  lastDay: '2026-11-28',
};

const FORMS = ['Get In Touch', 'Career', 'Admission', 'Certificate'];
const FORM_NOTICES = [
  ...FORMS.map((form) => ({ form, what: 'Name', text: 'to answer you in writing' })),
  { form: 'Certificate', what: 'Kept', text: 'Not at all.' },
  { form: 'All forms', what: 'Kept', text: 'For an hour.' },
  { form: 'All forms', what: 'How to complain', text: 'To the Grievance Officer.' },
  { form: 'About a child', text: 'Over 18.' },
];

const ADMISSIONS = [
  'Campus,Class,Age on 1 April,From,Last day,Documents',
  'Farrukhabad,Nursery,3 to 4 years,01-12-2026,31-03-2027,Birth certificate; Proof of address',
  'Nekpur,Class XI,,01-05-2027,15-07-2027,\n',
].join('\n');

/** A table of each kind. */
const FILES = {
  ...feeFiles({ FARRUKHABAD: [FEES], NEKPUR: [] }),
  'staff.csv': STAFF,
  'vacancies.csv': csvOf([VACANCY]),
  'form-notices.csv': csvOf(FORM_NOTICES),
  'issued-certificates.csv':
    'Campus,Number,Student,Class,Issued\nNekpur,TC/7,Student 9 (sample value),Class V,08-04-2026\n',
  'admissions.csv': ADMISSIONS,
  'contacts.csv':
    'Campus,For,Name,Phone,Email\nNekpur,Child protection,A. B.,05692-222222,a@b.in\nFarrukhabad,Complaints,C. D.,112,\n',
};

const officeFolder = contentWith(FILES);
const shared = sharedSite({ contentFolder: officeFolder, now: () => NOW });
const get = (path: string) => request(shared.url).get(path);

test('the check finds no error in these tables', async () => {
  expect(await contentErrors(officeFolder)).toEqual([]);
});

test('fees are a table by class and head with the day of publication, for each campus', async () => {
  const { text } = await get('/Fees').expect(200);
  expect(text).toContain('Published on 28 January 2026');
  expect(text).toMatch(/Composite annual fee \(a year\)<\/th>/);
  expect(text).toMatch(/<th scope="row"[^>]*>Class XI<\/th>.*?–.*?₹\u00a01,08,000/s);
  expect((await get('/nekhpur/Fees')).text).toContain('Please ask the office for the fees.');
  for (const path of ['/Admission', '/HomeFr'])
    expect((await get(path)).text).toContain('href="/Fees"');
  expect((await get('/Home')).text).toContain('/files/fee-structure-nekpur.pdf');
});

test('the newest session is the first, wherever it stands in the file', async () => {
  const next = { ...FEES, session: '2027-28', from: '2027-04-01' };
  const own = contentWith(feeFiles({ FARRUKHABAD: [next, FEES], NEKPUR: [FEES, next] }));
  expect(await contentErrors(own)).toEqual([]);
  const site = request((await siteOfTest({ contentFolder: own, now: () => NOW })).url);
  for (const path of ['/HomeFr', '/Home', '/Fees', '/nekhpur/Fees']) {
    const [, first] = /Session (20\d\d-\d\d)/.exec((await site.get(path)).text) ?? [];
    expect([path, first]).toEqual([path, '2027-28']);
  }
});

test('the disclosure names the teachers, by subject too, and the search finds them', async () => {
  const { text } = await get('/nekhpur/MandatoryDisclosure').expect(200);
  for (const part of ['Asha Rao', 'Physics, Mathematics', 'M.Sc., B.Ed.', 'Vimal Jain'])
    expect(text).toContain(part);
  expect(text).not.toContain('Farida Khan');
  expect(text).toMatch(/<form class="row" [^>]*method="get"/);
  const chosen = await get('/nekhpur/MandatoryDisclosure?q=Physics').expect(200);
  expect(chosen.text).toContain('<option selected="">Physics</option>');
  expect(chosen.text).toContain('Asha Rao');
  expect(chosen.text).not.toContain('Vimal Jain');
  const found = await get('/nekhpur/Search?q=Asha%20Rao').expect(200);
  expect(found.text).toContain('href="/nekhpur/MandatoryDisclosure"');
});

test('a vacancy is above the form, begins it with the English post after a tap, is a JobPosting, goes after its last day', async () => {
  const { text } = await get('/Career').expect(200);
  expect(text).toMatch(/<h3[^>]*>PGT, Physics<\/h3>.*Apply by 28 November 2026.*id="career-form"/s);
  expect(text).toMatch(/"@type":"JobPosting","title":"PGT, Physics".*"validThrough":"2026-11-28T/);
  const [, href = ''] = /href="(\/Career\?post=\d+)#career-form"/.exec(text) ?? [];
  expect((await get(`/hi${href}`)).text).toContain('पीजीटी, भौतिकी</h3>');
  for (const path of [href, `/hi${href}`]) {
    const { text: chosen } = await get(path).expect(200);
    // What the platform gets is English on both.
    expect(chosen).toMatch(/name="mailType" value="PGT"/);
    expect(chosen).toMatch(/name="subject" value="Physics"/);
  }
  expect((await get('/nekhpur/Career')).text).not.toContain('JobPosting');
  const later = await siteOfTest({
    contentFolder: officeFolder,
    now: () => new Date('2026-11-28T18:30:00Z'),
  });
  const { text: gone } = await request(later.url).get('/Career?post=1').expect(200);
  expect(gone).not.toMatch(/JobPosting|class="vacancies"|value="PGT"/);
});

test('each form has an itemised notice beside it, in both languages', async () => {
  for (const path of ['/HomeFr', '/Contact', '/Career', '/nekhpur/Admission', '/Tc']) {
    const { text } = await get(path).expect(200);
    const [notice = ''] =
      /<details[^>]* class="form-details prose">.*?<\/details>/s.exec(text) ?? [];
    expect(notice, path).toMatch(/Name.*to answer you.*Grievance Officer/s);
    expect(notice.includes('Over 18.'), path).toBe(path.endsWith('Admission'));
    expect(notice.includes('For an hour.'), path).toBe(path !== '/Tc');
  }
  expect((await get('/hi/Contact')).text).toContain('आपको लिखकर उत्तर देने के लिए');
});

test('certificates that the office lists are on the page of their campus, in both languages; without rows there is no list', async () => {
  const { text } = await get('/nekhpur/Tc').expect(200);
  expect(text).toMatch(/<h2>Issued certificates<.*TC\/7.*Student 9.*Class V.*8 April 2026/s);
  expect((await get('/hi/nekhpur/Tc')).text).toMatch(/जारी किए गए.*TC\/7.*कक्षा 5.*8 अप्रैल 2026/s);
  expect((await get('/Tc')).text).not.toContain('Issued certificates');
});

test('ages, dates and documents are above the admission form of their campus, in both languages', async () => {
  const { text } = await get('/Admission').expect(200);
  expect(text).toMatch(
    /Age on 1 April.*Nursery<\/th>.*3 to 4 years.*31 March 2027.*Birth certificate, Proof of address.*id="admission-form"/s,
  );
  expect(text).not.toContain('15 July 2027');
  expect(text).toContain('href="/for-parents#rte"');
  expect((await get('/nekhpur/Admission')).text).toMatch(/Class XI<\/th>.*–.*1 May 2027/s);
  expect((await get('/hi/Admission')).text).toMatch(/नर्सरी.*31 मार्च 2027.*जन्म प्रमाण पत्र/s);
});

test('those who answer are on the contact page and the page that names their table, with links to call', async () => {
  for (const path of ['/nekhpur/Contact', '/nekhpur/safe-school', '/hi/nekhpur/Contact']) {
    const { text } = await get(path).expect(200);
    expect(text, path).toMatch(/A\. B\..*href="tel:05692222222".*href="mailto:a@b\.in"/s);
  }
  const { text } = await get('/Contact').expect(200);
  expect(text).toContain('C. D.');
  expect(text).not.toContain('A. B.');
  expect(text).toMatch(/href="\/safe-school"/);
});

test('a document shows the day of its publication and its language', async () => {
  const documents = [{ pdf: 'noc.pdf', published: '20-08-2018', language: 'Hindi' }];
  const contentFolder = contentWith({ 'documents.csv': csvOf(documents) });
  const site = request((await siteOfTest({ contentFolder, now: () => NOW })).url);
  for (const path of ['/Documents', '/Documents/noc'])
    expect((await site.get(path)).text).toContain('Published on 20 August 2018');
  expect((await site.get('/Documents/noc')).text).toContain('Hindi');
});

test('a document of one campus is in its menu, list, pages, first steps and search only', async () => {
  const { site } = await loadContent('content');
  const of = { FARRUKHABAD: 'society-certificate.pdf', NEKPUR: 'academic-calendar.pdf' };
  const documents = [
    { pdf: of.FARRUKHABAD, published: '20-08-2018', campus: 'Farrukhabad' },
    { pdf: of.NEKPUR, published: '20-08-2018', campus: 'Nekpur' },
  ];
  const disclosureDocuments = [
    { label: 'Paper', file: of.FARRUKHABAD, campus: 'FARRUKHABAD' },
    { label: 'Paper', file: of.NEKPUR, campus: 'NEKPUR' },
  ];
  const written = { ...site, disclosureDocuments, feeDocument: of };
  const contentFolder = contentWith({
    'documents.csv': csvOf(documents),
    'site.json': JSON.stringify(written),
    ...feeFiles({ FARRUKHABAD: [], NEKPUR: [] }),
  });
  const errors = (await contentErrors(contentFolder)).filter((line) => !line.includes('no row of'));
  expect(errors).toEqual([
    'disclosure.csv: a row of Farrukhabad links academic-calendar.pdf, which is not of this campus in the table documents',
    'disclosure.csv: a row of Nekpur links society-certificate.pdf, which is not of this campus in the table documents',
  ]);
  const served = request((await siteOfTest({ contentFolder, now: () => NOW })).url);
  for (const [prefix, home, own, other] of [
    ['', '/HomeFr', 'society-certificate', 'academic-calendar'],
    ['/nekhpur', '/Home', 'academic-calendar', 'society-certificate'],
  ] as const) {
    const { text } = await served.get(`${prefix}/Documents`).expect(200);
    expect(text).toContain(`href="${prefix}/Documents/${own}"`);
    expect(text).not.toContain(`${other}.pdf`);
    expect(text).not.toContain(`Documents/${other}"`);
    await served.get(`${prefix}/Documents/${own}`).expect(200);
    await served.get(`${prefix}/Documents/${other}`).expect(404);
    const { text: first } = await served.get(home).expect(200);
    expect(first).toContain(`href="/files/${own}.pdf"`);
    expect(first).not.toContain(`${other}.pdf`);
  }
});

test('a document of another campus is named wherever its page would be missing', async () => {
  const { site } = await loadContent('content');
  const documents = [
    { pdf: 'noc.pdf', published: '20-08-2018', campus: 'Nekpur' },
    { pdf: site.sampleCertificate, published: '20-08-2018', campus: 'Farrukhabad' },
  ];
  const disclosureDocuments = [{ label: 'NOC', file: 'noc.pdf', campus: 'FARRUKHABAD' }];
  const contentFolder = contentWith({
    'documents.csv': csvOf(documents),
    'site.json': JSON.stringify({
      ...site,
      disclosureDocuments,
      feeDocument: { FARRUKHABAD: 'noc.pdf' },
    }),
    ...feeFiles({
      FARRUKHABAD: [{ ...FEES, file: 'noc.pdf' }],
      NEKPUR: [{ ...FEES, file: 'noc.pdf' }],
    }),
  });
  const errors = (await contentErrors(contentFolder)).filter((line) => /^(?:fees|site)/.test(line));
  expect(errors).toEqual([
    'fees.csv: a row of Farrukhabad links noc.pdf, which is not of this campus in the table documents',
    'site.json: feeDocument.FARRUKHABAD: noc.pdf is not a document of Farrukhabad in the table documents',
    `site.json: sampleCertificate: ${site.sampleCertificate} is not a document of Nekpur in the table documents`,
    'site.json: disclosureDocuments, entry 1 (NOC), file: noc.pdf is not a document of Farrukhabad in the table documents',
  ]);
});

test('R-095: birthdays are of all, of the staff, or of nobody, as site.json chooses', async () => {
  for (const [birthdays, lists, status] of [
    ['all', 2, 200],
    ['staff', 1, 404],
    ['none', 0, 404],
  ] as const) {
    const own = await siteOfTest({
      content: (content) => ({ ...content, site: { ...content.site, birthdays } }),
    });
    const site = request(own.url);
    const { text } = await site.get('/HomeFr').expect(200);
    expect(text.match(/class="birthday-list"/g)?.length ?? 0, birthdays).toBe(lists);
    await site.get('/api/birthdays/GISNUP').expect(status);
  }
});

test('the check warns of a session without fees, of old documents, of days to come, of days that are over, and scans', async () => {
  const calendar = sessionUntil('2027-03-31');
  const next = { ...FEES, session: '2027-28', from: '2027-04-01' };
  const folder = contentWith({
    ...schoolDaysFiles({ FARRUKHABAD: calendar, NEKPUR: calendar }),
    ...feeFiles({ FARRUKHABAD: [FEES, next], NEKPUR: [FEES] }),
    'vacancies.csv': csvOf([VACANCY, { ...VACANCY, subject: 'Hindi', lastDay: '2027-01-16' }]),
    'admissions.csv': ADMISSIONS,
    'documents.csv': csvOf([
      { pdf: 'smc.pdf', published: '01-11-2025', yearly: 'Yes' },
      { pdf: 'pta.pdf', published: '17-01-2027' },
    ]),
  });
  const texts = { 'noc.pdf': { text: ' \n' } };
  const warningsOn = async (today: string) =>
    (await contentWarnings(folder, { today, texts })).map(formatProblem);
  const warnings = await warningsOn('2027-01-16');
  expect(warnings).toContain(
    'fees.csv: Nekpur: has no fees of the session from 2027-04-01; publish them by 2027-01-31',
  );
  expect(warnings).toContain('documents.csv: smc.pdf is of 2025-11-01; a new one is due each year');
  expect(warnings).toContain('documents.csv: pta.pdf is of 2027-01-17, which is in the future');
  expect(warnings.join('\n')).toContain('files/noc.pdf: is a scan without text');
  const ended = (lines: readonly string[]) => lines.filter((line) => line.includes('last day'));
  expect(ended(warnings)).toEqual([
    'vacancies.csv: Farrukhabad: PGT, Physics is not shown: its last day was 2026-11-28',
  ]);
  expect(ended(await warningsOn('2027-04-01'))).toContain(
    'admissions.csv: Farrukhabad: Nursery is still shown, though its last day was 2027-03-31: write the new days, or remove the row',
  );
  expect(warnings.join('\n')).not.toContain('Farrukhabad: has no fees');
  expect(await contentErrors(folder)).toContain(
    'documents.csv: has no row of noc.pdf: add it with the day of its publication',
  );
  const early = await warningsOn('2027-01-15');
  expect(early.join('\n')).not.toMatch(/fees/);
});
