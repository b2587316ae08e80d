import { LinkedText } from './LinkedText.tsx';
import { useTranslation } from '../translation.tsx';
import { endOfLink } from '../../shared/text-links.ts';
import { baseDirection } from '../../shared/script-runs.ts';

/** Characters before the fold. */
const PREVIEW_LENGTH = 360;
/** Characters; a shorter rest is not folded. */
const LEAST_REST = 80;

export function LongText({ text }: { text: string }) {
  const { t } = useTranslation();
  const [start, rest] = cutAtWord(text);
  if (start === '') return null;
  return (
    <div className="long-text">
      <p dir={baseDirection(start)}>
        <LinkedText text={start} />
        {rest !== '' && <span className="long-text-cut"> …</span>}
      </p>
      {rest !== '' && (
        <details>
          <summary>{t('Read More')}</summary>
          <p dir={baseDirection(rest)}>
            <LinkedText text={rest} />
          </p>
        </details>
      )}
    </div>
  );
}

function cutAtWord(text: string): [start: string, rest: string] {
  if (text.length <= PREVIEW_LENGTH + LEAST_REST) return [text, ''];
  const space = text.slice(0, PREVIEW_LENGTH).search(/\s\S*$/);
  const at = endOfLink(text, space > 0 ? space : PREVIEW_LENGTH);
  return [text.slice(0, at), text.slice(at).trim()];
}
