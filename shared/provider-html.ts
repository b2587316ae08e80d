import { Tokenizer, TokenizerMode, type Token } from 'parse5';
import type { RichNode } from './prose.ts';
import { MAX_SOURCE } from './provider-text.ts';
import { ProviderTree, type ReadPicture } from './provider-tree.ts';

type ReadingMode = (typeof TokenizerMode)[keyof typeof TokenizerMode];

/** Removed with their content, by how the HTML standard reads it (section 13.2.6). */
const DROPPED: ReadonlyMap<string, ReadingMode> = new Map<string, ReadingMode>([
  ['script', TokenizerMode.SCRIPT_DATA],
  ['title', TokenizerMode.RCDATA],
  ['textarea', TokenizerMode.RCDATA],
  ['plaintext', TokenizerMode.PLAINTEXT],
  ...['style', 'xmp', 'iframe', 'noembed', 'noframes', 'noscript'].map(
    (tag) => [tag, TokenizerMode.RAWTEXT] as const,
  ),
  ...['svg', 'math', 'template', 'object', 'select', 'audio', 'video', 'xml'].map(
    (tag) => [tag, TokenizerMode.DATA] as const,
  ),
]);

/**
 * Reads the HTML of a provider. Only its tokens are taken from parse5; the tree is built here, in
 * linear time and within bounds, because the standard's own rules let 64 kB of nested tags take seconds.
 * The result is valid: no blocks in text, text in paragraphs, list items in lists, cells in rows of tables.
 */
export function parseProviderHtml(source: string, readPicture?: ReadPicture): RichNode[] {
  const tree = new ProviderTree(readPicture);
  /** Name of the dropped element that is being passed over, and how many of that name are open. */
  let dropped = '';
  let droppedDepth = 0;

  function addText({ chars }: Token.CharacterToken): void {
    // Word's line break.
    if (dropped === '') tree.addText(chars.replaceAll('\v', '\n'));
  }

  const tokenizer = new Tokenizer(
    {},
    {
      onStartTag({ tagName, attrs, selfClosing }) {
        const mode = DROPPED.get(tagName);
        const attributes = new Map(attrs.map(({ name, value }) => [name, value]));
        // A video may name its file in an element inside it.
        if (dropped === '' || tagName === 'source') tree.addEmbedded(tagName, attributes);
        if (dropped !== '') {
          if (tagName === dropped) droppedDepth++;
        } else if (mode === undefined) {
          tree.start(tagName, attributes);
        } else if (!selfClosing || mode !== TokenizerMode.DATA) {
          dropped = tagName;
          droppedDepth = 1;
          tokenizer.state = mode;
        }
      },
      onEndTag({ tagName }) {
        if (dropped === '') tree.end(tagName);
        else if (tagName === dropped && --droppedDepth === 0) dropped = '';
      },
      onCharacter: addText,
      onWhitespaceCharacter: addText,
      onNullCharacter() {},
      onComment() {},
      onDoctype() {},
      onEof() {},
    },
  );
  tokenizer.write(source.slice(0, MAX_SOURCE), true);
  return tree.finish();
}
