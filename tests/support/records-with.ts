import { CAMPUSES } from '../../shared/campuses.ts';
import { dayInIndia } from '../../shared/dates.ts';
import type { ListName } from '../../shared/records/provider-lists.ts';

/**
 * A list of the provider with each text in every text field of records of its own, on both campuses and in
 * all categories of the list.
 *
 * @param fieldsOf the fields in which the text is not all.
 */
export function recordsWith(
  list: ListName,
  texts: readonly string[],
  fieldsOf: (text: string, id: string) => object,
): object[] {
  const day = dayInIndia(new Date());
  return CAMPUSES.flatMap((school) =>
    texts.flatMap((text, index) =>
      categoriesOf(list).map((category) => {
        const id = `${school}-${index}-${category}`;
        const common = { _id: id, school, category, date: day, fromDate: day };
        return { ...common, ...textsOf(text), ...fieldsOf(text, id) };
      }),
    ),
  );
}

const TEXT_FIELDS = ['title', 'description', 'name', 'class', 'designation', 'venue', 'time'];

const textsOf = (text: string) => Object.fromEntries(TEXT_FIELDS.map((field) => [field, text]));

function categoriesOf(list: ListName): readonly string[] {
  if (list === 'birthdays') return ['Teacher', 'Student'];
  if (list === 'principalMessage') return ['Chairman', 'Vice Principal', 'Manager', 'Principal'];
  return list.startsWith('gallery') || list === 'subGallery' ? ['PhotoGallery'] : ['News'];
}
