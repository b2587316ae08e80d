import { CAMPUS_TABLE, perCampus, type Campus } from '../../shared/campuses.ts';
import { clockTime } from '../../shared/clock-time.ts';
import type { LocalContent } from '../../shared/content.ts';
import type { BusStop, ContactPerson } from '../../shared/facts.ts';
import { fillText, type Texts, type Values } from '../../shared/fill-text.ts';
import { callLink } from '../../shared/links.ts';
import {
  isElement,
  joinTexts,
  type Block,
  type Prose,
  type RichElement,
  type RichNode,
} from '../../shared/prose.ts';
import { ENGLISH, inHindi, type Translation } from '../../shared/translation.ts';
import { shapeTables } from './page-tables.ts';
import type { Finding } from './problem.ts';

type Source = Pick<LocalContent, 'site' | 'office'>;

type PageValues = {
  /** Values of `{name}` within a text. */
  texts: Values;
  /** Tables that replace a paragraph `{name}`. */
  tables: ReadonlyMap<string, Block[]>;
};

/** Fills in what pages take by name, at each campus. */
export type Fill = (blocks: readonly Block[], campus: Campus) => Block[];

/** @param texts translations of Hindi pages */
export function pageFiller(source: Source, texts?: Texts): Fill {
  const translation = texts === undefined ? ENGLISH : inHindi({ texts });
  const values = perCampus((campus) => pageValues(source, campus, translation));
  return (blocks, campus) => blocks.flatMap((block) => fillBlock(block, values[campus]));
}

const NAME = /\{(\w+)\}/g;

/** The names that nothing has a value for. @param campuses that have the page */
export function nameFindings(
  { blocks }: Pick<Prose, 'blocks'>,
  { campuses, fill }: { campuses: readonly Campus[]; fill: Fill },
): Finding[] {
  return campuses.flatMap((campus) => {
    const names = [...joinTexts(fill(blocks, campus)).matchAll(NAME)].map(([place]) => place);
    return [...new Set(names)].map((name) => ({
      text: 'no table and no setting has {name} for {campus}' as const,
      values: { name, campus: CAMPUS_TABLE[campus].name },
    }));
  });
}

function pageValues(
  { site, office }: Source,
  campus: Campus,
  translation: Translation,
): PageValues {
  const { hours = [] } = site.campuses[campus];
  const ofCampus = <Row extends { campus: Campus }>(rows: readonly Row[]) =>
    rows.filter((row) => row.campus === campus);
  const stops = ofCampus(office.buses);
  const facts = office.facts.filter(({ ofCampuses }) => ofCampuses.includes(campus));
  return {
    texts: {
      ...Object.fromEntries(facts.map(({ factName, text }) => [factName, text])),
      logDays: site.logDays,
      ...(hours.length > 0 && {
        officeHours: hours.map(({ days, time }) => `${days}: ${time}`).join('; '),
      }),
      ...(stops.length > 0 && { buses: new Set(stops.map(({ bus }) => bus)).size }),
    },
    tables: new Map([
      ...tableIf(stops, 'busStops', (rows) => busTable(rows, translation)),
      ...tableIf(ofCampus(office.contacts), 'contacts', (rows) => contactTable(rows, translation)),
    ]),
  };
}

function tableIf<Row>(
  rows: readonly Row[],
  name: string,
  tableOf: (rows: readonly Row[]) => Block[],
): [string, Block[]][] {
  return rows.length === 0 ? [] : [[name, tableOf(rows)]];
}

function contactTable(contacts: readonly ContactPerson[], { t }: Translation): Block[] {
  return table([
    [t('For'), t('Name'), t('Telephone'), t('Email')],
    ...contacts.map(({ concern, person, phone, email }) => [
      concern,
      person,
      linkTo(callLink(phone), phone),
      email === undefined ? '–' : linkTo(`mailto:${email}`, email),
    ]),
  ]);
}

function linkTo(href: string, text: string): RichElement {
  return { tag: 'a', href, children: [text] };
}

function busTable(stops: readonly BusStop[], translation: Translation): Block[] {
  const { t } = translation;
  const headings = [...new Set(stops.flatMap(({ times }) => times.map(({ heading }) => heading)))];
  return table([
    [t('Stop'), t('Bus'), ...headings],
    ...stops.map(({ bus, stop, times }) => [
      stop,
      bus,
      ...headings.map((heading) => {
        const time = times.find((each) => each.heading === heading)?.time;
        return time === undefined ? '–' : clockTime(time, translation);
      }),
    ]),
  ]);
}

/** The first row holds the headings. */
function table(rows: readonly (readonly RichNode[])[]): Block[] {
  const children = rows.map((cells): RichElement => ({
    tag: 'tr',
    children: cells.map((cell): RichElement => ({ tag: 'td', children: [cell] })),
  }));
  return shapeTables([{ tag: 'table', children }]);
}

function fillBlock(block: Block, values: PageValues): Block[] {
  if (!isElement(block)) return [block];
  const [, name = ''] = /^\s*\{(\w+)\}\s*$/.exec(joinTexts(block.children)) ?? [];
  const found = block.tag === 'p' ? values.tables.get(name) : undefined;
  return found ?? [fillElement(block, values)];
}

function fillElement(element: RichElement, values: PageValues): RichElement {
  const children = element.children.map((child) => {
    if (typeof child === 'string') return fillText(child, values.texts);
    return isElement(child) ? fillElement(child, values) : child;
  });
  return { ...element, children };
}
