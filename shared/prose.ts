export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'strong'; children: Inline[] }
  | { kind: 'emphasis'; children: Inline[] }
  | { kind: 'link'; href: string; children: Inline[] };

/** A block of a static page's text; a Markdown file becomes a list of these. */
export type Block =
  | { kind: 'heading'; level: 2 | 3; text: string }
  | { kind: 'paragraph'; children: Inline[] }
  | { kind: 'list'; ordered: boolean; items: Inline[][] }
  | { kind: 'quote'; blocks: Block[] }
  | { kind: 'picture'; picture: string; alt: string; caption: string | null };

/** A Markdown file of content/pages: its first heading is the title, the rest its blocks. */
export type Prose = { title: string; blocks: Block[] };

/** Every text that content/pages must hold; `name.nekpur.md` replaces `name.md` on the Nekpur campus. */
export const PROSE_NAMES = [
  'about-us',
  'vision',
  'mission',
  'safety-security',
  'infrastructure',
  'extra-curricular-activity',
  'sports',
  'life-at-gis',
  'erp-software',
  'privacy',
  'accessibility',
  'chairman-message',
  'chairperson-message',
  'academic-head-message',
  'principal-message',
] as const;

export type ProseName = (typeof PROSE_NAMES)[number];
