import request from 'supertest';
import { expect, test } from 'vitest';
import { sharedSite } from '../../support/site.ts';

const TITLE = 'سالانہ جلسہ 2026';
const TEXT = 'تمام والدین سے گزارش ہے کہ وہ تشریف لائیں۔ فون: 9876543210';
const MIXED = 'वार्षिकोत्सव में سالانہ جلسہ';
const ROW = { school: 'FARRUKHABAD', description: TEXT };

const site = sharedSite({
  now: () => new Date('2026-11-22T06:00:00Z'),
  lists: {
    news: [{ ...ROW, _id: 'n', category: 'News', title: TITLE, fromDate: '2026-11-20' }],
    newsAll: [
      { ...ROW, _id: 'n', category: 'News', title: TITLE, fromDate: '2026-11-20' },
      { ...ROW, _id: 'm', category: 'News', title: MIXED, fromDate: '2026-11-19' },
    ],
    notification: [{ ...ROW, _id: 'o', title: TITLE }],
    highlight: [{ ...ROW, _id: 'h', title: TITLE }],
    events: [{ ...ROW, _id: 'e', title: TITLE, date: '2026-11-25', venue: 'ہال' }],
    birthdays: [{ ...ROW, _id: 'b', category: 'Student', name: 'عائشہ' }],
    principalMessage: [
      {
        ...ROW,
        category: 'Chairman',
        name: 'احمد',
        message: `<p>${TEXT}</p><p>Dear all</p><ul><li>${TITLE}</li></ul>`,
      },
    ],
  },
});

const pageAt = async (path: string) =>
  (await request(site.url).get(path).redirects(1).expect(200)).text;
const URDU = `<bdi lang="ur" dir="rtl">${TITLE}</bdi>`;

test('titles, names and texts in Urdu begin at the right and say their language', async () => {
  const home = await pageAt('/HomeFr');
  for (const part of [
    `<li dir="rtl">${URDU}`,
    '<h3 class="notice-title" dir="rtl">',
    '<h3 class="news-title" dir="rtl">',
    '<h3 class="card-title" dir="rtl">',
    '<strong dir="rtl"><bdi lang="ur" dir="rtl">عائشہ</bdi></strong>',
    '<bdi lang="ur" dir="rtl">ہال</bdi>',
    '<blockquote class="message-text" dir="rtl">',
  ])
    expect(home).toContain(part);
  const news = await pageAt('/News');
  expect(news).toMatch(/<h2 class="card-title" dir="rtl"><a[^>]+><bdi lang="ur" dir="rtl">/);
  expect(news).toContain('<p class="clamped" dir="rtl">');
  expect(news).toMatch(
    /<h2 class="card-title"><a[^>]+><bdi lang="hi">वार्षिकोत्सव में<\/bdi> <bdi lang="ur"/,
  );
  const record = await pageAt('/News/n');
  expect(record).toContain(`<h1 dir="rtl">${URDU}</h1>`);
  expect(record).toContain('<a href="tel:9876543210"');
  const message = await pageAt('/ChairmanMessage');
  expect(message).toMatch(
    /<p dir="rtl"><bdi lang="ur"[^]+<p>Dear all<\/p><ul dir="rtl"><li dir="rtl">/,
  );
  expect(await pageAt('/hi/News/n')).toContain(`<h1 dir="rtl">${URDU}</h1>`);
});

test('a feed has the direction of its texts, and fields for words take either', async () => {
  const feed = (await pageAt('/News.rss')).replaceAll('&quot;', '"');
  expect(feed).toContain('&lt;div dir="rtl" lang="ur"&gt;');
  expect(await pageAt('/News')).toMatch(/<input type="search"[^>]*dir="auto"[^>]*name="q"/);
  const form = await pageAt('/Admission');
  expect(form).toMatch(/<input(?=[^>]+name="name")[^>]+dir="auto"/);
  expect(form).not.toMatch(/<input(?=[^>]+name="phone")[^>]+dir=/);
});
