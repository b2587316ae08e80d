import { errorPage } from './error-page.tsx';

export const serverError = errorPage({
  status: 500,
  title: 'Something went wrong',
  heading: 'Something went wrong here',
  text: 'We could not load this page. The error is ours, and we have a record of it. Please try again in a minute.',
});
