/** Characters of every kind that patterns of texts tell apart. */
const CHARACTERS = Array.from(
  'aA1 -_.\n@/<>"\'&;=()[]{}#:+%|\\,!?*~$^`bxeEzZ09' +
    'कखाँंह़्०९ीرا۔’।–—“”…ßéñ\u00a0\u00ad\u200b\u200d\u0300\u2028\ufdd0\ufdd1\ufdd2\ufdd3\ufdd4\ufdd5\u0001\ufeff\u202e\u{1f600}',
);
/** Samples of one class of characters. */
const MAX_SAMPLES = 3;
/** Texts of one pattern. */
const MAX_TEXTS = 60;

/** A part of a pattern: texts that it matches, and whether it may repeat. */
type Part = { samples: readonly string[]; isRepeated: boolean };
/** The parts of one alternative, in their order. */
type Path = readonly Part[];

/** A text of about so many characters. */
export type HostileText = (length: number) => string;

/**
 * Texts that a pattern is slow with when its time is not linear: what comes before a part that repeats and then that
 * part alone, two neighbours in turns, and each beginning of a match, which all fail or begin again at each character.
 */
export function hostileTexts({ source, flags }: RegExp): HostileText[] {
  const texts = new Map<string, HostileText>();
  const add = (prefix: string, part: string, end: string) => {
    if (part !== '')
      texts.set(
        [prefix, part, end].join('\0'),
        (length) => prefix + part.repeat(Math.ceil(length / part.length)) + end,
      );
  };
  for (const path of parseAlternatives(source, 0, flags).paths) {
    let prefix = '';
    for (const [at, { samples, isRepeated }] of path.entries()) {
      const next = path[at + 1]?.samples[0] ?? '';
      for (const sample of samples) {
        add('', prefix + sample, '');
        if (!isRepeated) continue;
        add('', sample, '\u0001');
        add(prefix, sample, '\u0001');
        add(prefix, sample + next, '\u0001');
      }
      prefix += samples[0] ?? '';
    }
  }
  const all = [...texts.values()];
  const step = Math.max(1, all.length / MAX_TEXTS);
  return all.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step));
}

type Parsed = { paths: Path[]; end: number };

/** Up to the bracket that closes it, or the end. */
function parseAlternatives(source: string, start: number, flags: string): Parsed {
  const paths: Path[] = [];
  let path: Part[] = [];
  let at = start;
  while (at < source.length && source[at] !== ')') {
    if (source[at] === '|') {
      paths.push(path);
      path = [];
      at += 1;
      continue;
    }
    const { samples, end } = parseAtom(source, at, flags);
    const quantifier = /^(?:[*+?]|\{\d+(?:,\d*)?\})\??/.exec(source.slice(end))?.[0] ?? '';
    const isRepeated = /^[*+]|,\}|[,{]\d{2,}\}|,\d+\}/.test(quantifier);
    if (samples.length > 0) path.push({ samples, isRepeated });
    at = end + quantifier.length;
  }
  return { paths: [...paths, path], end: at + 1 };
}

function parseAtom(source: string, at: number, flags: string): { samples: string[]; end: number } {
  const rest = source.slice(at);
  const look = /^\(\?<?[=!]/.exec(rest)?.[0];
  const group = look ?? /^\((?:\?:|\?<\w+>)?/.exec(rest)?.[0];
  if (group !== undefined) {
    const { paths, end } = parseAlternatives(source, at + group.length, flags);
    if (look !== undefined && !look.endsWith('=')) return { samples: [], end };
    const samples = paths.map((path) => path.map(({ samples: [first = ''] }) => first).join(''));
    return { samples: look === undefined ? samples.filter((text) => text !== '') : [], end };
  }
  const atom =
    /^\[(?:\\.|[^\]\\])*\]/su.exec(rest)?.[0] ??
    /^\\(?:[pP]\{[^}]*\}|u[\da-f]{4}|u\{[\da-f]+\}|x[\da-f]{2}|k<\w+>|.)/iu.exec(rest)?.[0] ??
    String.fromCodePoint(rest.codePointAt(0) ?? 0);
  const end = at + atom.length;
  if (/^(?:[\^$]|\\[bB]|\\k<\w+>|\\\d)$/.test(atom)) return { samples: [], end };
  const pattern = new RegExp(`^(?:${atom})$`, flags.replace(/[gy]/g, ''));
  const literal = /^[^\\[.]/u.test(atom) ? [atom] : [];
  return {
    samples: [...literal, ...CHARACTERS.filter((each) => pattern.test(each))].slice(
      0,
      literal.length > 0 ? 1 : MAX_SAMPLES,
    ),
    end,
  };
}
