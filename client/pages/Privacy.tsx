import { statementPage } from './statement-page.tsx';

/** What this website stores of its visitors, where and how long, and whom to ask. */
export const privacy = statementPage('Privacy', 'privacy');
