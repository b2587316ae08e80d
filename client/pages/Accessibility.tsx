import { statementPage } from './statement-page.tsx';

/** How far everyone can use this website, its known limitations, and how to report others. */
export const accessibility = statementPage('Accessibility', 'accessibility');
