import { statementPage } from './statement-page.tsx';

export const accessibility = statementPage('Accessibility', 'accessibility');
