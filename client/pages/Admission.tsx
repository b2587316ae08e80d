import { enquiryPage } from '../forms/enquiry-page.tsx';
import { AdmissionForm } from '../islands/AdmissionForm.tsx';

export const admission = enquiryPage({
  title: 'Admission Enquiry',
  form: 'admission',
  name: 'AdmissionForm',
  component: AdmissionForm,
  lede: 'Ask for a place at our {campus} campus. The office calls you back about the next steps.',
});
