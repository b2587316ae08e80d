import { writeZip } from '../../server/content/zip.ts';

const NAMESPACES = Object.entries({
  w: 'http://schemas.openxmlformats.org/wordprocessingml/2006/main',
  r: 'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
  wp: 'http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing',
  a: 'http://schemas.openxmlformats.org/drawingml/2006/main',
  pic: 'http://schemas.openxmlformats.org/drawingml/2006/picture',
  m: 'http://schemas.openxmlformats.org/officeDocument/2006/math',
  mc: 'http://schemas.openxmlformats.org/markup-compatibility/2006',
  v: 'urn:schemas-microsoft-com:vml',
  o: 'urn:schemas-microsoft-com:office:office',
})
  .map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`)
  .join(' ');
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const TYPES = 'http://schemas.openxmlformats.org/package/2006/content-types';
const MAIN = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';

const STYLES = [
  'Title',
  'heading 1',
  'heading 2',
  'heading 3',
  'Quote',
  'caption',
  'Notice Board',
].map(
  (name) =>
    `<w:style w:type="paragraph" w:styleId="${name.replaceAll(' ', '')}"><w:name w:val="${name}"/></w:style>`,
);
/** Bullets are list 1, numbers list 2. */
const LISTS = ['bullet', 'decimal'].map((format, index) => {
  const levels = [0, 1].map(
    (level) => `<w:lvl w:ilvl="${level}"><w:numFmt w:val="${format}"/></w:lvl>`,
  );
  return `<w:abstractNum w:abstractNumId="${index}">${levels.join('')}</w:abstractNum>`;
});

type WordParts = Readonly<Record<string, string | Uint8Array>>;

type WordOptions = {
  styles?: string;
  /** Targets of links and pictures, by their ids. */
  links?: Readonly<Record<string, string>>;
  /** More parts, or others. */
  parts?: WordParts;
};

/** A Word document with this XML as its body. */
export function wordDocument(
  body: string,
  { styles = '', links = {}, parts = {} }: WordOptions = {},
): Buffer {
  const relationships = Object.entries(links).map(([id, target]) => {
    const isPicture = target.startsWith('media/');
    const mode = isPicture ? '' : ' TargetMode="External"';
    return `<Relationship Id="${id}" Type="x/${isPicture ? 'image' : 'hyperlink'}" Target="${target}"${mode}/>`;
  });
  const all: WordParts = {
    '[Content_Types].xml': `<Types xmlns="${TYPES}"><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Default Extension="jpg" ContentType="image/jpeg"/><Override PartName="/word/document.xml" ContentType="${MAIN}"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${RELATIONSHIPS}"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/_rels/document.xml.rels': `<Relationships xmlns="${RELATIONSHIPS}">${relationships.join('')}</Relationships>`,
    'word/styles.xml': `<w:styles ${NAMESPACES}>${STYLES.join('')}${styles}</w:styles>`,
    'word/numbering.xml': `<w:numbering ${NAMESPACES}>${LISTS.join('')}${[1, 2].map((id) => `<w:num w:numId="${id}"><w:abstractNumId w:val="${id - 1}"/></w:num>`).join('')}</w:numbering>`,
    'word/document.xml': `<?xml version="1.0"?><w:document ${NAMESPACES}><w:body>${body}</w:body></w:document>`,
    ...parts,
  };
  return writeZip(
    new Map(
      Object.entries(all).map(([name, part]) => [
        name,
        typeof part === 'string' ? Buffer.from(part) : part,
      ]),
    ),
  );
}

type ParagraphOptions = { style?: string; list?: 'bullet' | 'decimal'; level?: number };

/** A paragraph; `content` is text, or runs and other XML. */
export function paragraph(
  content: string,
  { style, list, level = 0 }: ParagraphOptions = {},
): string {
  const properties = [
    style === undefined ? '' : `<w:pStyle w:val="${style}"/>`,
    list === undefined
      ? ''
      : `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${list === 'bullet' ? 1 : 2}"/></w:numPr>`,
  ].join('');
  return `<w:p><w:pPr>${properties}</w:pPr>${content.startsWith('<') ? content : run(content)}</w:p>`;
}

/** A text with its properties as XML. */
export function run(text: string, properties = ''): string {
  return `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
}

export function table(rows: readonly (readonly string[])[]): string {
  const cell = (text: string) => `<w:tc>${paragraph(text)}</w:tc>`;
  return `<w:tbl>${rows.map((row) => `<w:tr>${row.map(cell).join('')}</w:tr>`).join('')}</w:tbl>`;
}

/** A picture in the text. @param id of its link; `more` is XML of the picture, such as its crop */
export function wordPicture(id: string, alt: string, more = ''): string {
  return `<w:r><w:drawing><wp:inline><wp:docPr id="1" name="Picture 1" descr="${alt}"/><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip r:embed="${id}"/>${more}</pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`;
}
