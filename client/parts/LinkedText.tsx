// oxlint-disable react/no-array-index-key -- the runs of a text never change places
import { MixedText } from './MixedText.tsx';
import { useTranslation } from '../translation.tsx';
import { isExternal } from '../../shared/links.ts';
import { textRuns } from '../../shared/text-links.ts';

/** A record's plain text with its links. */
export function LinkedText({ text }: { text: string }) {
  const { path } = useTranslation();
  return textRuns(text).map((run, index) =>
    run.href === null ? (
      <MixedText key={index} text={run.text} />
    ) : (
      <a key={index} href={path(run.href)} {...providerLink(run.href)}>
        <MixedText text={run.text} />
      </a>
    ),
  );
}

/** Attributes of a link that a record or a message has in its text. */
export function providerLink(href: string) {
  return { rel: 'noopener nofollow ugc', ...(isExternal(href) && { target: '_blank' }) };
}
