// oxlint-disable react/no-array-index-key -- the runs of a text never change places
import { useTranslation } from '../translation.tsx';
import { scriptRuns } from '../../shared/script-runs.ts';

/** A text that others have written, as it is; what of it is in the script of the other language says so. */
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
