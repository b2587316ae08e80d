/** Forms that are kept, by their ids. */
const KEPT_FORMS = {
  'touch-form': 'Get In Touch',
  'career-form': 'Career Enquiry',
  'admission-form': 'Admission Enquiry',
};

export type KeptFormId = keyof typeof KEPT_FORMS;

export const FORM_NAMES: Readonly<Record<string, string>> = KEPT_FORMS;

/** A form that was kept shows it at its button. */
export const KEPT = 'Your form is saved on this phone and will be sent when you are back online.';
