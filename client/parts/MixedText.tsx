// oxlint-disable react/no-array-index-key -- the runs of a text never change places
import { useTranslation } from '../translation.tsx';
import { baseDirection, scriptRuns } from '../../shared/script-runs.ts';

/** Names the language of a message that is not in the page's; null where it has words of that. */
export function LanguageNote({ text }: { text: string }) {
  const { language, t } = useTranslation();
  const isForeign = scriptRuns(text, language).every(({ lang }) => lang === 'en');
  return isForeign && <p className="quiet">{t('This message is in English.')}</p>;
}

/** Marks the language of runs in another script. */
export function MixedText({ text }: { text: string }) {
  const { language } = useTranslation();
  return scriptRuns(text, language).map((run, index) =>
    run.lang === null ? (
      run.text
    ) : (
      <bdi key={index} lang={run.lang} dir={baseDirection(run.text)}>
        {run.text}
      </bdi>
    ),
  );
}
