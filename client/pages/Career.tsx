import { enquiryPage } from '../forms/enquiry-page.tsx';
import { CareerForm } from '../islands/CareerForm.tsx';

export const career = enquiryPage({
  title: 'Career Enquiry',
  form: 'career',
  name: 'CareerForm',
  component: CareerForm,
  lede: 'Teach or work at our {campus} campus: tell us about yourself and send your CV.',
});
