// oxlint-disable react/no-array-index-key -- the runs of a text never change places
import { useTranslation } from '../translation.tsx';
import { scriptRuns } from '../../shared/script-runs.ts';

/** Marks the language of runs in another script. */
export function MixedText({ text }: { text: string }) {
  const { language } = useTranslation();
  return scriptRuns(text, language).map((run, index) =>
    run.lang === null ? (
      run.text
    ) : (
      <bdi key={index} lang={run.lang}>
        {run.text}
      </bdi>
    ),
  );
}
