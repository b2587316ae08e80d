import { CAMPUS_TABLE, CAMPUSES } from '../../../shared/campuses.ts';
import { daysAfter } from '../../../shared/dates.ts';
import { newestFees, type Fees, type FeeTable } from '../../../shared/fees.ts';
import { foldText } from '../../../shared/fold-text.ts';
import { parseClasses } from '../../../shared/parse-classes.ts';
import type { Finding } from '../problem.ts';

/** The law asks for the fees of a session on the website 60 days before it. */
export const PUBLISHED_DAYS = 60;
/** A digit too many or too few makes ten times the amount. */
const MOST_TIMES = 3;
/** Higher classes may pay several times as much as lower ones: an amount with another like it beside it. */
const MOST_STEP = 5;
/** Rows beside an amount. Two away: beside a wrong amount, and at a step between groups of classes, one is like it. */
const NEIGHBOURS = [-2, -1, 1, 2];

type Amount = { classes: string; head: string; session: string; rupees: number };

/** What is legal, but most likely typed wrong, in the newest fees of each campus. */
export function feeFindings(fees: Fees): Finding[] {
  return CAMPUSES.flatMap((campus) => {
    const [newest, last] = newestFees(fees[campus]);
    if (newest === undefined) return [];
    const place = `${CAMPUS_TABLE[campus].name}, ${newest.session}`;
    return [...lateness(newest), ...amountFindings(newest, last)].map((finding) => ({
      ...finding,
      place: [place, finding.place].filter(Boolean).join(', '),
    }));
  });
}

function lateness({ from, published }: FeeTable): Finding[] {
  const due = daysAfter(from, -PUBLISHED_DAYS);
  return published <= due
    ? []
    : [
        {
          text: 'is published on {published}, less than {days} days before the session; the rule asks for {due}',
          values: { published, due, days: String(PUBLISHED_DAYS) },
        },
      ];
}

function amountFindings(newest: FeeTable, last: FeeTable | undefined): Finding[] {
  const before = last === undefined ? [] : amountsOf(last);
  const amounts = amountsOf(newest);
  return amounts.flatMap((amount) => {
    const isSameHead = ({ head }: Amount) => foldText(head) === foldText(amount.head);
    const earlier = sameClasses(amount, before.filter(isSameHead));
    const far =
      earlier === undefined
        ? farInTable(amount, amounts.filter(isSameHead))
        : isFar(amount, earlier)
          ? earlier
          : null;
    return far === null ? [] : [farFinding(amount, far)];
  });
}

/** The last session's amount of the same classes, or of a group of classes with one of these. */
function sameClasses({ classes }: Amount, before: readonly Amount[]): Amount | undefined {
  const own = classesIn(classes);
  const isIn = (each: Amount) => (name: string) => classesIn(each.classes).includes(name);
  return (
    before.find((each) => own.every(isIn(each))) ?? before.find((each) => own.some(isIn(each)))
  );
}

/** `I to V` and `Class I to V` are the same. */
function classesIn(text: string): string[] {
  const parsed = parseClasses(text);
  return 'classes' in parsed ? parsed.classes : [foldText(text)];
}

/** The middle of the other amounts, if this one is far from it. Of an even number the nearer of two. */
function farInTable(amount: Amount, all: readonly Amount[]): Amount | null {
  const at = all.indexOf(amount);
  const others = all.filter((each) => each !== amount).toSorted((a, b) => a.rupees - b.rupees);
  // A head may be charged for a few classes only, with zeros in the rest.
  const compared = amount.rupees === 0 ? others : others.filter(({ rupees }) => rupees > 0);
  const middle = [(compared.length - 1) / 2, compared.length / 2]
    .flatMap((index) => compared[Math.floor(index)] ?? [])
    .toSorted((a, b) => timesOf(amount, a) - timesOf(amount, b))[0];
  if (middle === undefined) return null;
  const neighbours = NEIGHBOURS.flatMap((distance) => all[at + distance] ?? []);
  const hasLike = neighbours.some((each) => !isFar(amount, each));
  return isFar(amount, middle, hasLike ? MOST_STEP : MOST_TIMES) ? middle : null;
}

function isFar(one: Amount, other: Amount, most = MOST_TIMES): boolean {
  return timesOf(one, other) > most;
}

/** Infinite for one of both that is zero. */
function timesOf(one: Amount, other: Amount): number {
  if (one.rupees === other.rupees) return 1;
  return Math.max(one.rupees / other.rupees, other.rupees / one.rupees);
}

function farFinding(amount: Amount, other: Amount): Finding {
  const values = {
    amount: amount.rupees.toLocaleString('en-IN'),
    other: other.rupees.toLocaleString('en-IN'),
    beside: `${other.classes}, ${other.session}`,
  };
  const place = `${amount.classes}, ${amount.head}`;
  return amount.rupees > other.rupees
    ? { place, text: '{amount} is more than three times {other} of {beside}', values }
    : { place, text: '{amount} is less than a third of {other} of {beside}', values };
}

/** Head by head, without those that do not apply. */
function amountsOf({ session, heads, classes }: FeeTable): Amount[] {
  return heads.flatMap(({ head }, at) =>
    classes.flatMap((row) => {
      const rupees = row.rupees[at] ?? null;
      return rupees === null ? [] : [{ classes: row.classes, head, session, rupees }];
    }),
  );
}
