import { createContext, useContext } from 'react';
import { ENGLISH, type Translation } from './texts.ts';

const TranslationContext = createContext(ENGLISH);

export const TranslationProvider = TranslationContext.Provider;

/** The language of the page around a component, English without any. */
export function useTranslation(): Translation {
  return useContext(TranslationContext);
}
