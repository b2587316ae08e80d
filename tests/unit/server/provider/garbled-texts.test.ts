import { expect, test } from 'vitest';
import { findGarbled } from '../../../../server/provider/garbled-texts.ts';

test.each([
  ['à¤¹à¤¿à¤¨à¥à¤¦à¥€', 'à¤¹'],
  ['School à¤µà¤¿à¤¦à¥à¤¯à¤¾à¤²à¤¯', 'à¤µ'],
  ['Parentsâ€™ meeting', 'â€™'],
  ['CafÃ© day', 'Ã©'],
  ['?????? ???', '??????'],
  ['Annual Day [caption id="a_1" align="left" width="300"]Stage[/caption]', '[caption'],
  ['[gallery ids="1,2"]', '[gallery'],
  ['[vc_row][vc_column]Text[/vc_column][/vc_row]', '[vc_row]'],
  ['## Holiday\nThe school is closed.', '## Holiday'],
  ['The school is **closed** today', '**closed**'],
  ['![Stage](https://a.in/b.jpg)', '![Stage]'],
  ['fo|ky; esa vodk"k', 'o|k'],
  ['d{kk 10 dh ijh{kk', 'd{k'],
  ['Nk=ksa ds fy, fo"ks"k lwpuk gS', 'ds fy,'],
])('the text %j is garbled from %j on', (text, start) => {
  expect(findGarbled(text)).toMatch(new RegExp(`^${start.replace(/[?*[|{!(]/g, String.raw`\$&`)}`));
});

test.each([
  'Annual Day 2026 – “Utsav” at 10 AM',
  'हिन्दी दिवस, कक्षा 10',
  'یومِ اردو',
  'Is it closed?? Yes!!',
  'Fee * 2 (see note **)',
  'Classes [VI to VIII] [Hindi]',
  '# 12, Civil Lines',
  'São João, Ã la carte',
  'a | b { c',
  'Dr. D. K. Sharma, ls -l',
  'Video: [Watch](https://youtu.be/x)',
])('the text %j is not garbled', (text) => {
  expect(findGarbled(text)).toBeNull();
});
