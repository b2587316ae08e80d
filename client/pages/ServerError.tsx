import { errorPage } from './error-page.tsx';

/** Answer when a page could not be rendered. */
export const serverError = errorPage({
  status: 500,
  title: 'Something went wrong',
  heading: 'Something went wrong here',
  text: 'This page could not be made just now. The fault is ours and has been written down. Please try again in a minute.',
});
