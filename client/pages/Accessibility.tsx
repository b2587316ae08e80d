import { statementPage } from './statement-page.tsx';

/** How far everyone can use this website, what is known to be missing, and whom to tell. */
export const accessibility = statementPage('Accessibility', 'accessibility');
