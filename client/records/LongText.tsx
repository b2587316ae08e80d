import { MixedText } from '../parts/MixedText.tsx';
import { useTranslation } from '../translation.tsx';

/** Characters of a text that a card shows at once; longer ones are cut at a word and the rest unfolds. */
const PREVIEW_LENGTH = 360;
/** A rest shorter than this is not worth a click. */
const LEAST_REST = 80;

/** A description of any length. Keeps line breaks (CSS). */
export function LongText({ text }: { text: string }) {
  const { t } = useTranslation();
  const [start, rest] = cutAtWord(text);
  if (start === '') return null;
  return (
    <div className="long-text">
      <p>
        <MixedText text={start} />
        {rest !== '' && <span className="long-text-cut"> …</span>}
      </p>
      {rest !== '' && (
        <details>
          <summary>{t('Read more')}</summary>
          <p>
            <MixedText text={rest} />
          </p>
        </details>
      )}
    </div>
  );
}

function cutAtWord(text: string): [start: string, rest: string] {
  if (text.length <= PREVIEW_LENGTH + LEAST_REST) return [text, ''];
  const space = text.slice(0, PREVIEW_LENGTH).search(/\s\S*$/);
  const at = space > 0 ? space : PREVIEW_LENGTH;
  return [text.slice(0, at), text.slice(at).trim()];
}
