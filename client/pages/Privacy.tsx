import { statementPage } from './statement-page.tsx';

export const privacy = statementPage('Privacy', 'privacy');
