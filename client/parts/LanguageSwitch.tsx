import { usePage } from '../page-context.tsx';
import { LANGUAGE_TAGS, otherLanguage } from '../../shared/languages.ts';

/**
 * "हिन्दी" in Noto Sans Devanagari at weight 500, as an outline: a device may lack the letters, and one word
 * is not worth a font.
 */
const HINDI_OUTLINE =
  'M8 -61Q7 -64 6 -67Q5 -70 5 -73Q5 -81 11 -85Q17 -90 27 -90Q36 -90 45 -86Q53 -83 60 -76Q67 -70 72 -61L62 -61Q58 -68 53 -72Q48 -76 41 -79Q35 -81 29 -81Q22 -81 18 -78Q15 -76 15 -71Q15 -68 16 -66Q17 -64 18 -61L8 -61ZM18 -54L18 0L9 0L9 -54L0 -54L0 -62L28 -62L28 -54L18 -54ZM41 -22Q38 -25 36 -28Q33 -31 33 -35Q33 -40 37 -43Q41 -46 49 -46L63 -46L63 -54L27 -54L27 -62L83 -62L83 -54L73 -54L73 -38L51 -38Q47 -38 45 -37Q43 -35 43 -33Q43 -31 44 -30Q46 -28 48 -27L41 -22ZM61 -6Q64 -7 65 -9Q67 -11 67 -14Q67 -17 65 -19Q62 -21 56 -21Q50 -21 47 -18Q43 -15 43 -11Q43 -7 46 -4Q48 -1 54 1Q59 4 66 7L62 15Q53 12 47 8Q40 5 37 0Q33 -5 33 -11Q33 -17 37 -21Q40 -25 45 -27Q50 -29 57 -29Q64 -29 68 -27Q73 -25 75 -21Q77 -18 77 -14Q77 -10 75 -6Q73 -3 68 0L61 -6ZM97 -18Q95 -18 93 -19Q91 -20 89 -22Q87 -24 86 -27Q85 -29 85 -31Q85 -34 86 -35Q87 -37 91 -37L121 -37L121 -29L103 -29L103 -24Q103 -21 101 -19Q100 -18 97 -18ZM81 -54L81 -62L118 -62L118 -54L81 -54ZM154 7Q152 2 150 -2Q148 -6 147 -10L146 -13Q145 -15 145 -16Q145 -18 145 -19Q145 -23 147 -24Q149 -26 152 -26Q156 -26 159 -24Q162 -21 162 -18Q162 -15 160 -13Q158 -11 154 -9L152 -8Q150 -8 148 -7Q145 -7 142 -7Q138 -7 133 -8Q129 -9 125 -12Q122 -14 119 -18Q117 -22 117 -27Q117 -36 124 -41Q130 -45 142 -45L149 -45L147 -42L147 -54L112 -54L112 -62L168 -62L168 -54L157 -54L157 -37L144 -37Q135 -37 131 -35Q127 -32 127 -27Q127 -21 131 -18Q135 -15 142 -15Q144 -15 146 -16Q148 -16 150 -17L155 -11Q157 -8 158 -5Q160 -1 163 3L154 7ZM147 -61Q145 -65 144 -68Q143 -72 143 -75Q143 -81 148 -85Q152 -90 159 -90Q167 -90 171 -86Q176 -83 179 -77Q182 -70 184 -61L175 -61Q173 -71 169 -76Q166 -81 161 -81Q157 -81 155 -79Q153 -77 153 -73Q153 -70 154 -67Q155 -64 156 -61L147 -61ZM185 -54L185 0L175 0L175 -54L166 -54L166 -62L195 -62L195 -54L185 -54Z';

/** Leads to the same page, record and filters in the other language. */
export function LanguageSwitch() {
  const { language, otherLanguagePath, keptQuery } = usePage();
  if (otherLanguagePath === null) return null;
  const other = otherLanguage(language);
  return (
    <a
      className="language-switch"
      href={otherLanguagePath + keptQuery}
      lang={other}
      hrefLang={LANGUAGE_TAGS[other].region}
    >
      {other === 'en' ? 'English' : <HindiName />}
    </a>
  );
}

function HindiName() {
  return (
    <>
      <svg className="hindi-name" viewBox="0 -92 195 109" aria-hidden="true">
        <path d={HINDI_OUTLINE} />
      </svg>
      <span className="visually-hidden">हिन्दी</span>
    </>
  );
}
