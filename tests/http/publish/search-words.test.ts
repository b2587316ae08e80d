import { beforeAll, expect, test } from 'vitest';
import { SOON } from '../../support/effort.ts';
import { allOf, findHrefs, openComplete } from '../../support/read-page.ts';
import { sharedSite } from '../../support/site.ts';
import { untilSearchable } from '../../support/until-searchable.ts';

const site = sharedSite({ now: () => new Date('2026-11-22T06:00:00Z') });

beforeAll(() => untilSearchable(site), 4 * SOON.timeout);

/** What parents type, in English, Hindi and Hindi in Latin letters, by what it is to find first. */
const TYPED: Readonly<Record<string, readonly string[]>> = {
  '/Events/Calendar#holidays-table': [
    'chutti',
    'chutti kab hai',
    'kal school khula hai',
    'chhuttiyon ki list',
    'vacation',
    'kal school band hai',
    'छुट्टियाँ',
    'छुट्टियों की सूची',
    'स्कूल कब खुलेगा',
  ],
  '/Events/Calendar#examinations-table': [
    'pariksha kab hai',
    'exam date',
    'परीक्षा कब है',
    'pre board',
  ],
  '/Contact#address': ['address', 'school ka pata', 'स्कूल का पता', 'map', 'स्कूल कैसे पहुँचें'],
  '/Contact#telephone': ['phone number', 'school ka number', 'संपर्क नंबर', 'फ़ोन', 'helpline'],
  '/Contact#office-hours': [
    'office timing',
    'office kab khulta hai',
    'कार्यालय का समय',
    'second saturday',
    'दूसरा शनिवार',
  ],
  '/safe-school#buses': ['gps in bus', 'bus attendant'],
  '/MandatoryDisclosure#table-3': ['school management committee'],
  '/Career#vacancy-1': ['B.Ed. required', 'b.ed teacher vacancy'],
  '/for-parents#bus': ['bus ka time', 'bus kab aati hai', 'school van', 'बस कितने बजे आएगी'],
  '/Fees': ['fees kitni hai', 'fee', 'late fee', 'class 7 ki fees', 'फीस', 'फ़ीस कितनी है', 'शुल्क'],
  '/Fees#table-2026-27': ['fee class v', '29700', '29,700', 'transport fee', 'class 9 ki fees'],
  '/News/nws-f-01/datesheet-of-the-term-examination': ['date sheet', 'datesheet'],
  '/Documents/fee-structure': ['fee structure', 'fee document'],
  '/for-parents#rte': ['RTE', 'आरटीई'],
  '/for-parents#scholarships': ['scholarship'],
  '/News/nws-f-26/bus-routes-and-stops': ['bus route', 'bus stops'],
  '/for-parents#whom-to-ask': ['grievance'],
  '/safe-school#who-answers': ['complaint', 'shikayat', 'शिकायत किससे करें'],
  '/safe-school': ['POCSO', 'child protection', 'पॉक्सो'],
  '/nekhpur/Career#vacancy-3': ['maths vacancy'],
  '/Career': ['jobs', 'teacher ki naukri', 'नौकरी', 'recruitment'],
  '/Privacy': ['remove photo', 'photo hatana', 'फोटो हटाना'],
  '/Admission': ['dakhila', 'when do admissions close', 'दाखिला कैसे होगा', 'admission 2025-26'],
  '/Admission#classes': [
    'documents required for admission',
    'age for nursery',
    'nursery ke liye umar',
    'प्रवेश की अंतिम तिथि',
  ],
  '/PrincipalMessage': ['प्रिंसिपल', 'principal ka naam', 'प्रधानाचार्य'],
  '/News/nws-f-16/book-list-for-the-new-session': ['किताबों की सूची', 'kitabon ki suchi', 'booklist'],
  '/for-parents#books': ['kitab', 'किताबें', 'textbooks', 'class 5 ki kitabein'],
  '/News/nws-f-20/winter-break-and-homework': ['winter homework'],
  '/for-parents#homework': ['शीतकालीन गृहकार्य'],
  '/for-parents#uniform': [
    'vardi',
    'winter uniform',
    'वर्दी',
    'school dress',
    'uniform kahan milegi',
  ],
  '/News/nws-f-02/school-timing-from-monday': ['school timing'],
  '/Tc': ['tc', 'टीसी कैसे लें', 'tc kaise milegi', 'leaving certificate'],
  '/MandatoryDisclosure#teachers': ['teacher list', 'शिक्षकों की सूची'],
  '/MandatoryDisclosure#table-1': ['UDISE'],
  '/Sports': ['khel kood', 'खेल की सुविधाएँ'],
};

test.each(Object.entries(TYPED))('%s is found first by each of its words', async (href, words) => {
  for (const q of words) {
    const path = /\p{Script=Devanagari}/u.test(q) ? '/hi/Search' : '/Search';
    const [first = ''] = await findHrefs(site, q, path);
    expect([q, first.replace(/^\/hi(?=\/)/, '')]).toEqual([q, href]);
  }
});

test.each([
  'hostel facility',
  'school kahan hai',
  'report a bad teacher',
  'छात्रावास की सुविधा',
  'ghar ka pata nahi zeppelin',
  'uniform shop address',
  'bank account number',
  'शिक्षा मंत्री',
  'two campuses difference',
  'lunch time',
  'kaksha 5 ka paper',
  'yoga day',
])('what the site does not have finds nothing: %s', async (q) => {
  expect(await findHrefs(site, q)).toEqual([]);
});

test('a result shows the line with the words, and the heading above it', async () => {
  const page = await openComplete(`${site.url}/Search?q=29700`);
  const [facts] = allOf(page, '.search-facts');
  expect(facts).toContain('Session 2026-27');
  expect(allOf(page, '.search-hits mark')).toContain('29,700');
});
