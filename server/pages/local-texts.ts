import { inDigits, type HindiTexts } from '../../shared/fill-text.ts';
import type { Description } from '../../client/define-page.ts';
import { ENGLISH, inHindi, type Translation } from '../../shared/translation.ts';
import type { Content, LocalContent } from '../../shared/content.ts';
import type { Language } from '../../shared/languages.ts';
import type { Manifest } from '../http/assets.ts';

const DEVANAGARI_DIGITS = '०१२३४५६७८९';

export type LocalTexts = {
  content: LocalContent;
  translation: Translation;
  /** Texts of an island, or of all enhancements (`enhance`); undefined in English, which their code has. */
  hindiTexts: (module: string) => HindiTexts | undefined;
};

export function localTexts(
  content: Content,
  { texts: shown }: Pick<Manifest, 'texts'>,
): Readonly<Record<Language, LocalTexts>> {
  const en = { content, translation: ENGLISH, hindiTexts: () => undefined };
  if (content.hindi === null) return { en, hi: en };
  const digits = content.site.hindi?.numerals === 'devanagari' ? DEVANAGARI_DIGITS : undefined;
  const texts = Object.fromEntries(
    Object.entries(content.hindi.texts).map(([text, hindi]) => [text, inDigits(hindi, digits)]),
  );
  return {
    en,
    hi: {
      content: content.hindi.content,
      translation: inHindi({ texts, digits }),
      hindiTexts: (module) => ({
        digits,
        texts: Object.fromEntries((shown[module] ?? []).map((key) => [key, texts[key] ?? key])),
      }),
    },
  };
}

/** Puts paths and names into the page's language. */
export function localDescription(
  description: Description | undefined,
  { path, t }: Translation,
): Description | undefined {
  return (
    description && {
      ...description,
      path: description.path === null ? null : path(description.path),
      parent: { ...description.parent, title: t(description.parent.title) },
    }
  );
}
