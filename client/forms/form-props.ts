import type { Page } from '../page-context.tsx';
import type { Campus } from '../../shared/campuses.ts';
import type { FormName, FormState, StoredFormName } from '../../shared/forms.ts';
import type { KeptFormId } from '../scripts/offline/kept-forms.ts';
import { openVacancies } from '../../shared/vacancies.ts';

export type FormProps = {
  /** Id of the form; the ids of its fields begin with it. Unique in the page. */
  id: string;
  /** Path of the page, where the form is posted to. */
  action: string;
  campus: Campus;
  campusName: string;
  /** What became of a form that was sent without JavaScript, or what it begins with. */
  state: FormState | null;
  /** What is sent, to whom, how long it is stored here. */
  privacyNote: string;
  /** Shown when the form is rejected; empty means that nothing is shown. */
  failureNotice: string;
  /** What follows an enquiry; empty for the other forms. */
  nextSteps: readonly string[];
};

export function formProps(page: Page, form: FormName): FormProps {
  const { privacyNotes, failureNotice, admissionSteps, campuses } = page.content.site;
  return {
    id: FORM_IDS[form],
    action: page.path,
    campus: page.campus,
    campusName: campuses[page.campus].label,
    state: page.form?.form === form ? page.form : stateOfAddress(page, form),
    privacyNote: privacyNotes[form],
    failureNotice,
    nextSteps: form === 'admission' ? admissionSteps : [],
  };
}

/** An address has the reference of a form that was sent without JavaScript, a tile's topic, or a vacancy. */
function stateOfAddress(
  { search, content, campus, today }: Page,
  form: FormName,
): FormState | null {
  if (search.sent !== undefined) return { form, outcome: 'sent', sentReference: search.sent };
  const tile = content.site.tiles.find(({ icon }) => icon === search.topic);
  if (tile !== undefined)
    return { form, outcome: 'invalid', values: { message: `${tile.label}: ` } };
  const vacancy = openVacancies(content.office.vacancies, campus, today).find(
    ({ number }) => number === search.post,
  );
  return vacancy === undefined ? null : { form, outcome: 'invalid', values: vacancy.sent };
}

const FORM_IDS = {
  getInTouch: 'touch-form',
  career: 'career-form',
  admission: 'admission-form',
  certificate: 'certificate-form',
} as const satisfies Record<StoredFormName, KeptFormId> & Record<FormName, string>;
