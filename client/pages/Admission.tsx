import { enquiryPage } from '../forms/enquiry-page.tsx';
import { AdmissionForm } from '../islands/AdmissionForm.tsx';

export const admission = enquiryPage({
  title: 'Admission Enquiry',
  form: 'admission',
  name: 'AdmissionForm',
  component: AdmissionForm,
  lede: 'Apply for admission at our {campus} campus. We will call you about the next steps.',
});
