import type { Page } from '../page-context.tsx';
import type { Campus } from '../../shared/campuses.ts';
import type { FormName, FormState } from '../../shared/forms.ts';

export type FormProps = {
  /** Id of the form; the ids of its fields begin with it. Unique in the page. */
  id: string;
  /** Path of the page, where the form is posted to. */
  action: string;
  campus: Campus;
  campusName: string;
  /** What became of a form that was sent without JavaScript. */
  state: FormState | null;
  /** What is sent, to whom, how long it is stored here. */
  privacyNote: string;
  /** Shown when the form is rejected; empty means that nothing is shown. */
  failureNotice: string;
  /** What the message begins with, when a tile has led here. */
  topic: string;
  /** What follows an enquiry; empty for the other forms. */
  nextSteps: readonly string[];
};

export function formProps(page: Page, form: FormName): FormProps {
  const { privacyNotes, failureNotice, admissionSteps, campuses, tiles } = page.content.site;
  const { sent, topic } = page.search;
  const tile = tiles.find(({ icon }) => icon === topic);
  // The address has it after a form was sent without JavaScript.
  const sentBefore: FormState | null =
    sent === undefined ? null : { form, outcome: 'sent', sentReference: sent };
  return {
    id: FORM_IDS[form],
    action: page.path,
    campus: page.campus,
    campusName: campuses[page.campus].label,
    state: page.form?.form === form ? page.form : sentBefore,
    privacyNote: privacyNotes[form],
    failureNotice,
    topic: tile === undefined ? '' : `${tile.label}: `,
    nextSteps: form === 'admission' ? admissionSteps : [],
  };
}

const FORM_IDS: Record<FormName, string> = {
  getInTouch: 'touch-form',
  career: 'career-form',
  admission: 'admission-form',
  certificate: 'certificate-form',
};
