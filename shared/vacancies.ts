import type { Campus } from './campuses.ts';
import type { Day } from './dates.ts';

export type Vacancy = {
  post: string;
  subject: string;
  campus: Campus;
  /** What it asks and offers, in a sentence or two. */
  text: string;
  /** What its form begins with: English, on Hindi pages too, as the platform's posts are. */
  sent: { mailType: string; subject: string };
  published: Day;
  lastDay: Day;
};

/** Vacancies that are still open; the number of each, from 1, is its place in the file. */
export function openVacancies(
  all: readonly Vacancy[],
  campus: Campus,
  today: Day,
): (Vacancy & { number: string })[] {
  return all
    .map((each, index) => ({ ...each, number: String(index + 1) }))
    .filter((each) => each.campus === campus && each.published <= today && today <= each.lastDay);
}
