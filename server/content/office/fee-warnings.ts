import { CAMPUS_TABLE, CAMPUSES } from '../../../shared/campuses.ts';
import { daysAfter } from '../../../shared/dates.ts';
import { newestFees, type Fees, type FeeTable } from '../../../shared/fees.ts';
import type { Finding } from '../problem.ts';

/** The law asks for the fees of a session on the website 60 days before it. */
export const PUBLISHED_DAYS = 60;
/** A digit too many or too few makes ten times the amount. */
const MOST_TIMES = 3;

/** Rows that an amount is compared with, relative to its own, the nearest first. */
const NEIGHBOURS = [-1, 1, -2, 2];

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
    const sameHead = amounts.filter(({ head }) => head === amount.head);
    const at = sameHead.indexOf(amount);
    const neighbours = NEIGHBOURS.flatMap((distance) => sameHead[at + distance] ?? []);
    const earlier = before.find(
      ({ classes, head }) => classes === amount.classes && head === amount.head,
    );
    // Two classes away: beside a wrong amount, and at a step between groups of classes, one is like it.
    const isOdd = neighbours.length > 0 && neighbours.every((each) => isFar(amount, each));
    const other = earlier !== undefined && isFar(amount, earlier) ? earlier : null;
    const beside = other ?? (isOdd ? neighbours[0] : null);
    return beside === null || beside === undefined ? [] : [farFinding(amount, beside)];
  });
}

function isFar({ rupees }: Amount, other: Amount): boolean {
  return rupees > other.rupees * MOST_TIMES || rupees * MOST_TIMES < other.rupees;
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

/** The amounts that are charged, head by head. */
function amountsOf({ session, heads, classes }: FeeTable): Amount[] {
  return heads.flatMap(({ head }, at) =>
    classes.flatMap((row) => {
      const rupees = row.rupees[at] ?? 0;
      return rupees === 0 ? [] : [{ classes: row.classes, head, session, rupees }];
    }),
  );
}
