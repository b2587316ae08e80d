import { foldText } from './fold-text.ts';

/** Phrases without a meaning of their own. */
export const POLITE_PHRASES = phrases(`
  dear parents|dear parent|this is to inform you that|this is to inform that|you are hereby informed that
  you are informed that|parents are informed that|please note that|please note|kindly note that|kindly note
  parents please note|attention parents|कृपया ध्यान दें|अभिभावक कृपया ध्यान दें
  छात्र-छात्राओं|छात्र छात्राओं|छात्र/छात्राओं
`);

/** What is said of a holiday, after the word: "to be declared" is none yet. */
export const DECLARED =
  '(?:(?:is|has been) )?(?:declared|announced|given)|घोषित(?: किया (?:गया|जाता)(?: है)?)?';

/** Words of a sentence that closes the school, or opens it later. Any other is a doubt. */
export const NOTICE_WORDS = words(`
  school schools campus vidyalaya whole entire
  is are be will shall remain remains a an the on for of in at from till until upto to and all we our
  today tomorrow students children pupils
  kal aaj ko ki ke ka hai hain rahega rahegi rahenge mein me sabhi
  विद्यालय विद्यालयों स्कूल स्कूलों परिसर कल आज को का की के में है हैं रहेगा रहेगी रहेंगे रहेंगी
  सभी समस्त हेतु लिए दिनांक से तक और एवं तथा व बच्चों विद्यार्थियों
  , - ( ) : &
`);

/** Words for why. */
export const REASON_WORDS = words(`
  dense thick heavy severe extreme bad adverse fog cold wave coldwave winter heat heatwave weather rain rains rainfall
  order orders dm sdm bsa district magistrate administration government govt
  thand kohra barish baarish
  घना घने कोहरा कोहरे शीतलहर शीत लहर ठंड भीषण अत्यधिक कड़ाके भारी वर्षा बारिश गर्मी मौसम खराब
  आदेश जिलाधिकारी महोदय जिला प्रशासन शासन
`);

/** A reason follows these. */
export const REASON_BEGINS = phrases(
  'due to|because of|owing to|on account of|in view of|as per|by order of|by orders of|by the order of|by',
);
/** A reason is before these. */
export const REASON_ENDS = phrases(`
  ke karan|ke kaaran|ki wajah se
  के कारण|की वजह से|के चलते|को देखते हुए|के दृष्टिगत|के आदेशानुसार|के आदेश से
`);

/** Also in sentences that neither close nor open it. */
export const OTHER_WORDS = words(`
  online class classes held take stay at home safe care exam exams examination examinations postponed
  thank thanks you regards principal sorry inconvenience regretted regret
  ऑनलाइन कक्षाएँ परीक्षा परीक्षाएँ स्थगित घर सुरक्षित धन्यवाद प्रधानाचार्य असुविधा खेद
`);

export const OPENING_WORDS = words('open opens खुला खुले खुलेगा खुलेगी खुलेंगे खुलेंगी khulega khulenge');

export const REOPENING_WORDS = words('reopen reopens reopening resume resumes');

/** They, and stops, begin another statement. */
export const STATEMENT_ENDS =
  /[;.!।|\n]|(?<![\p{L}\p{M}])(?:but|while|whereas|however|जबकि|लेकिन)(?![\p{L}\p{M}])/u;

/** The names of each day of the week, from Sunday on. */
export const WEEKDAY_NAMES: readonly ReadonlySet<string>[] = [
  words('sunday sun रविवार'),
  words('monday mon सोमवार'),
  words('tuesday tue मंगलवार'),
  words('wednesday wed बुधवार'),
  words('thursday thu गुरुवार बृहस्पतिवार'),
  words('friday fri शुक्रवार'),
  words('saturday sat शनिवार'),
];

function words(text: string): ReadonlySet<string> {
  return new Set(foldText(text).trim().split(/\s+/));
}

/** The longest first. */
function phrases(text: string): RegExp {
  const folded = text
    .trim()
    .split(/[|\n]/)
    .map((phrase) => foldText(phrase.trim()));
  return wholeWords(folded.toSorted((one, other) => other.length - one.length));
}

export function wholeWords(texts: readonly string[]): RegExp {
  const escaped = texts.map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(
    String.raw`(?<![\p{L}\p{M}\p{N}-])(?:${escaped.join('|')})(?![\p{L}\p{M}\p{N}-])`,
    'gu',
  );
}
