import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CLASSES, formatClasses } from '../../../shared/classes.ts';
import type { Day } from '../../../shared/dates.ts';
import { readUrgentText } from '../../../shared/read-urgent-text.ts';
import { ENGLISH } from '../../../shared/translation.ts';
import { holds } from '../../support/holds.ts';

const CLOSING = ['closed', 'holiday', 'बंद', 'अवकाश', 'छुट्टी', 'chutti', 'band rahega', 'band hai'];

/** `all closed`, `Nursery to VIII closed 2026-11-30; IX to XII 10:00 2026-11-30`; empty: hours stay. */
function read(text: string, issued: Day | null = null, today = '2026-11-29'): string {
  return readUrgentText(text, { closing: CLOSING, today, issued })
    .map(({ classes, days, opens, closes }) => {
      const who = classes.length === CLASSES.length ? 'all' : formatClasses(classes, ENGLISH);
      const hours =
        opens === null ? 'closed' : `${opens}${closes === undefined ? '' : `-${closes}`}`;
      const on =
        days === null ? '' : ` ${days.from}${days.to === days.from ? '' : ` to ${days.to}`}`;
      return `${who} ${hours}${on}`;
    })
    .join('; ');
}

describe('a text that closes the whole school', () => {
  test.each([
    ['School is closed tomorrow', 'all closed'],
    ['School will remain closed tomorrow due to dense fog', 'all closed'],
    ['School closed on Monday 30 November', 'all closed 2026-11-30'],
    ['School will remain closed on Monday, 30th November 2026', 'all closed 2026-11-30'],
    [
      'Dear Parents, school will be closed on 30.11.2026 (Monday) due to heavy rain',
      'all closed 2026-11-30',
    ],
    ['Please note: the school is closed today', 'all closed'],
    ['Closed tomorrow due to cold wave', 'all closed'],
    ['Dense fog: school closed tomorrow', 'all closed'],
    ['School closed tomorrow by order of the DM', 'all closed'],
    [
      'Attention parents: school is closed on 30 November (Monday) to 2 December',
      'all closed 2026-11-30 to 2026-12-02',
    ],
    ['Holiday tomorrow as per the order of the District Magistrate', 'all closed'],
    ['Holiday has been declared on 1 December', 'all closed 2026-12-01'],
    ['School closed for students on 1 December', 'all closed 2026-12-01'],
    ['Schools to be closed on 1 December', 'all closed 2026-12-01'],
    ['Tomorrow is a holiday', 'all closed'],
    ['Holiday declared on 1 December due to cold wave', 'all closed 2026-12-01'],
    ['School closed from 30 November to 5 December', 'all closed 2026-11-30 to 2026-12-05'],
    ['School closed 1 to 5 December', 'all closed 2026-12-01 to 2026-12-05'],
    ['School closed on 30 November and 1 December', 'all closed 2026-11-30 to 2026-12-01'],
    ['All classes closed on 30 November', 'all closed 2026-11-30'],
    ['School closed till 5 December', 'all closed'],
    ['School closed from 1 December', 'all closed'],
    ['School closed on Tuesday 30 November', 'all closed'],
    ['School closed on 30 November, reopens on 2 December', 'all closed 2026-11-30'],
    ['School is closed tomorrow. Online classes will be held. Stay safe.', 'all closed'],
    ['कल विद्यालय बंद रहेगा', 'all closed'],
    ['घने कोहरे के कारण कल विद्यालय बंद रहेगा', 'all closed'],
    ['सोमवार, 30 नवंबर को विद्यालय बंद रहेगा', 'all closed 2026-11-30'],
    ['दिनांक 30.11.2026 को विद्यालय में अवकाश रहेगा', 'all closed 2026-11-30'],
    ['30 नवंबर से 2 दिसंबर तक विद्यालय बंद रहेगा', 'all closed 2026-11-30 to 2026-12-02'],
    ['जिलाधिकारी महोदय के आदेशानुसार कल अवकाश घोषित किया गया है', 'all closed'],
    ['भारी वर्षा के कारण आज छुट्टी है', 'all closed'],
    ['शीतलहर के चलते सभी कक्षाओं का अवकाश', 'all closed'],
    ['Kal school band rahega', 'all closed'],
    ['Thand ki wajah se kal chutti rahegi', 'all closed'],
  ])('%j: %s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });
});

test.each([
  ['2026-12-30', 'School closed on 2 January', 'all closed 2027-01-02'],
  ['2027-01-01', 'School closed on 31 December', 'all closed 2026-12-31'],
])('a date without a year is the nearest one: on %s, %j', (today, text, expected) => {
  expect(read(text, null, today)).toBe(expected);
});

describe('a text whose day is known by the day on which it was written, Thursday 26 November', () => {
  test.each([
    ['School is closed today', 'all closed 2026-11-26'],
    ['School is closed tomorrow', 'all closed 2026-11-27'],
    ['School is closed on Monday due to fog', 'all closed 2026-11-30'],
    ['School is closed tomorrow, Friday', 'all closed 2026-11-27'],
    ['कल विद्यालय बंद रहेगा', 'all closed 2026-11-27'],
    ['सोमवार को विद्यालय बंद रहेगा', 'all closed 2026-11-30'],
    ['Aaj school band rahega', 'all closed 2026-11-26'],
    ['IX to XII open at 10 AM on Monday', 'IX to XII 10:00 2026-11-30'],
    ['School closed on Monday 30 November', 'all closed 2026-11-30'],
    // Only a reader knows the days of these.
    ['School is closed on Thursday', 'all closed'],
    ['School closed till Monday', 'all closed'],
    ['School closed from tomorrow', 'all closed'],
    ['School closed tomorrow and on Monday', 'all closed'],
    ['Holiday', 'all closed'],
  ])('%j: %s', (text, expected) => {
    expect(read(text, '2026-11-26')).toBe(expected);
  });
});

test('an end of the days that the text has is kept', () => {
  const within = (text: string) =>
    readUrgentText(text, { closing: CLOSING, today: '2026-11-29', issued: null }).map(
      (change) => change.within,
    );
  expect(within('School closed till 5 December')).toEqual([{ to: '2026-12-05' }]);
  expect(within('School will open at 10 AM from 30 November')).toEqual([{ from: '2026-11-30' }]);
  expect(within('30 नवंबर से विद्यालय बंद रहेगा')).toEqual([{ from: '2026-11-30' }]);
  expect(within('कक्षा 1 से कक्षा 8 तक के सभी विद्यालय 20 दिसंबर तक बंद')).toEqual([{ to: '2026-12-20' }]);
  expect(within('School is closed tomorrow')).toEqual([{}]);
});

describe('a text about some classes', () => {
  test.each([
    [
      'Nursery to Class VIII closed on Monday 30 November; Classes IX to XII open 10 AM',
      'Nursery to VIII closed 2026-11-30; IX to XII 10:00 2026-11-30',
    ],
    ['closed for Nursery to VIII; IX to XII open 10 AM', 'Nursery to VIII closed; IX to XII 10:00'],
    [
      'Nursery to VIII closed, IX to XII open from 10 AM',
      'Nursery to VIII closed; IX to XII 10:00',
    ],
    [
      'Nursery to VIII closed and IX to XII open at 10:00',
      'Nursery to VIII closed; IX to XII 10:00',
    ],
    [
      'School closed up to Class 8 from 1 to 3 December',
      'Nursery to VIII closed 2026-12-01 to 2026-12-03',
    ],
    [
      'Classes IX to XII will open from 10 AM to 2 PM on 1 December',
      'IX to XII 10:00-14:00 2026-12-01',
    ],
    ['School will open at 10 AM on 30 November', 'all 10:00 2026-11-30'],
    ['Nursery to VIII closed tomorrow; IX to XII open', 'Nursery to VIII closed'],
    [
      'Nursery to VIII closed on 30 November; IX to XII open from 10 AM',
      'Nursery to VIII closed 2026-11-30; IX to XII 10:00 2026-11-30',
    ],
    [
      'Nursery to VIII closed on 30 November; IX to XII open at 10 AM on 1 December',
      'Nursery to VIII closed; IX to XII 10:00',
    ],
    ['Class VIII closed from 1 December', 'Class VIII closed'],
    ['Holiday for LKG, UKG on 30 November', 'LKG and UKG closed 2026-11-30'],
    ['कक्षा 8 तक विद्यालय बंद रहेगा', 'Nursery to VIII closed'],
    [
      'नर्सरी से कक्षा 08 वीं तक 30 नवंबर को अवकाश रहेगा; कक्षा 9 से 12 सुबह 10 बजे खुलेंगे',
      'Nursery to VIII closed 2026-11-30; IX to XII 10:00 2026-11-30',
    ],
    [
      'नर्सरी से कक्षा 08 वी तक के छात्र-छात्राओं हेतु विद्यालयों में दिनांक 01.12.2026 मंगलवार से 03.12.2026 गुरुवार तक का अवकाश घोषित',
      'Nursery to VIII closed 2026-12-01 to 2026-12-03',
    ],
    ['कक्षा 1 से कक्षा 8 तक के सभी विद्यालय 20 दिसंबर तक बंद', 'I to VIII closed'],
    ['Schools closed up to Class 8 till January 14', 'Nursery to VIII closed'],
    [
      'School closed for LKG to Class V; classes VI to XII will open from 10 am to 3 pm',
      'LKG to V closed; VI to XII 10:00-15:00',
    ],
    ['शीतलहर के कारण कक्षा 1 से 8 तक के विद्यार्थियों का अवकाश', 'I to VIII closed'],
  ])('%j: %s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });
});

describe('hours stay with the notice above them', () => {
  test.each([
    'Railway crossing closed, buses 20 minutes late on Monday; school is open',
    'Railway crossing closed',
    'Road closed near Nekpur, please use the bypass',
    'The road to the school is closed',
    'Gate no. 2 closed on Monday',
    'School gate closed at 8 AM',
    'School office closed on Saturday',
    'School library is closed today',
    'School bus 4 is closed today',
    'Circular enclosed',
    'Fee receipt is enclosed',
    'Holiday homework is on the portal',
    'Holidays homework to be submitted on Monday',
    'Holiday list 2026-27',
    'Holiday cancelled, school is open on Monday',
    'No holiday tomorrow',
    'School is not closed tomorrow',
    'School not closed',
    'School is open tomorrow',
    'Is school closed tomorrow? No.',
    'Rumour: school closed tomorrow',
    'School closed tomorrow is fake news',
    '"School closed tomorrow" is a false message',
    'School closed tomorrow. This message is false.',
    'School closed tomorrow. School is open tomorrow.',
    'School may be closed tomorrow',
    'School closed if it rains',
    'School will be closed at 12 noon',
    'School closed at 12:30 PM today',
    'School closed early today',
    'School closed after the second period',
    'School closed for 2 hours',
    'Admission closed on 30 November',
    'Registration for Class XI closed',
    'School canteen closed',
    'Swimming pool closed due to cold',
    'Nekpur campus closed on Monday',
    'Bank holiday on Monday, fee counter closed',
    'School band performs tomorrow',
    'School closed except Class X and XII',
    'School closed only for Class X practical',
    'Junior wing closed tomorrow',
    'Class VI-A closed due to chicken pox',
    'Nursery to VIII closed, IX to XII closed at 12 noon',
    'closed for LKG, UKG, I open at 10 AM',
    'Class X closed and Class X open at 10 AM',
    'School was closed yesterday',
    'Closed-book test on Monday',
    'Case closed',
    'छुट्टी 12 बजे',
    'आज छुट्टी 12 बजे होगी',
    'छुट्टी के बाद बस देर से चलेगी',
    'छुट्टी का समय बदल गया है',
    'फीस बंद लिफाफे में भेजें',
    'रास्ता बंद है, बस देर से आएगी',
    'रेलवे फाटक बंद है',
    'विद्यालय बंद नहीं रहेगा',
    'विद्यालय बंद होने की खबर गलत है',
    'कल अवकाश नहीं है',
    'अवकाश निरस्त, कल विद्यालय खुलेगा',
    'अवकाश गृहकार्य पोर्टल पर है',
    'गेट नंबर 2 बंद है',
    'शिक्षकों का अवकाश',
    'इंटरनेट बंद रहेगा',
    'Kal chutti nahi hai',
    'Chutti 12 baje hogi',
    'Gate band rahega',
    'School administration is closed on Monday',
    'Government holiday on Monday',
    'The order is closed',
    'The account is closed',
    'It is closed',
    'By the time school is closed',
    'बस सेवा बंद है, विद्यालय खुला है',
    'Bharat bandh on Monday',
    'School uniform shop closed today',
    'Holiday fee for students',
    'Students may avail holiday on Monday',
    'School closed for visitors',
    'School closed for parents on Monday',
    'Portal closed for fee payment till 30 November',
    'विद्यालय का मुख्य द्वार बंद रहेगा',
    'फाटक बंद, बसें 20 मिनट देर से',
    'कक्षा 10 की छुट्टी 1 बजे',
    'अर्धावकाश 11 बजे',
    'Please inform of any holiday',
    'A student is given a holiday',
    'Students on holiday are to stay in school',
    'School is open for parents from 9 AM to 12 noon on Saturday',
    'School gate opens at 7 AM',
    'School opens at 10 AM for fee deposit',
    'Campus opens at 5 PM for the annual function',
    'आज दिन में छुट्टी है',
    'बच्चों को विद्यालय में बंद किया',
    'School closed by 1',
    'School closed on the 30th',
    'School closed on 30/11',
    'School closed on 30 February',
    'School closed on 2nd Saturday',
    'School closed till 10 AM on Monday',
    'School closed on Monday; school open on Tuesday',
    'Undisclosed',
    'Students of all classes are on the campus till the holiday',
    'Students to be in school on 5 December, a holiday',
    'All classes to be in school on 5 December, a holiday',
    'School on 5 December, a holiday',
    'Holiday to be announced on Monday',
    'A holiday will be declared on Monday',
    'Is school closed tomorrow',
    'Students are on holiday homework',
    'School is open till 10 AM on Monday',
    'Campus open at 5 PM on Monday',
    'विद्यालय सुबह 10 बजे तक खुला रहेगा',
    'कल अवकाश घोषित किया जाएगा',
    'कल अवकाश घोषित नहीं किया गया है',
    'अवकाश तक सभी बच्चों को विद्यालय में',
    'छुट्टी में सभी बच्चों को विद्यालय',
    'बंद के कारण विद्यालय में सभी',
    'School is on till the holiday',
    'Children in school on 5 December, holiday',
    'Bus 4 is late',
    '',
    'closed '.repeat(80),
  ])('%j', (text) => {
    expect(read(text)).toBe('');
  });
});

test('any word that is not one of such a sentence is a doubt', () => {
  const sentences = fc.constantFrom(
    'school is closed on 30 november due to fog',
    'nursery to viii closed on 30 november , ix to xii open 10 am',
    'कल विद्यालय बंद रहेगा',
  );
  const letters = fc.string({
    unit: fc.constantFrom('b', 'g', 'j', 'k', 'q', 'w', 'z', 'झ', 'ठ', 'ढ'),
    minLength: 3,
    maxLength: 9,
  });
  return holds(
    fc.property(sentences, letters, fc.nat(12), (sentence, word, at) => {
      const words = sentence.split(' ');
      expect(read(sentence)).not.toBe('');
      expect(read(words.toSpliced(at % (words.length + 1), 0, word).join(' '))).toBe('');
    }),
  );
});

test('without closing words only an opening is read', () => {
  const options = { closing: [], today: '2026-11-29', issued: null };
  expect(readUrgentText('School is closed', options)).toEqual([]);
  expect(readUrgentText('School opens at 10 AM', options)).toHaveLength(1);
});
