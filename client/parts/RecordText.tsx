// oxlint-disable react/no-array-index-key -- the paragraphs of a text never change places
import { MixedText } from './MixedText.tsx';

export function RecordText({ text }: { text: string }) {
  if (text === '') return null;
  return (
    <div className="record-text">
      {text.split(/\n\s*\n/).map((paragraph, index) => (
        <p key={index}>
          <MixedText text={paragraph} />
        </p>
      ))}
    </div>
  );
}
