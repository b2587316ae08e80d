/** What the service worker does in the background. */
export { sendWaitingForms as sync } from '../../../client/scripts/offline/waiting-forms.ts';
