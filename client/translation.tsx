import { createContext, useContext } from 'react';
import { ENGLISH, type Translation } from '../shared/translation.ts';

const TranslationContext = createContext(ENGLISH);

export const TranslationProvider = TranslationContext.Provider;

/** English outside a page. */
export function useTranslation(): Translation {
  return useContext(TranslationContext);
}
