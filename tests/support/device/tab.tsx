import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { GetInTouchForm } from '../../../client/islands/GetInTouchForm.tsx';
import { showNotice } from '../../../client/scripts/offline-notice.ts';
import { beginOffline } from '../../../client/scripts/offline/begin-offline.ts';

/** A page with a form, as `client/entry.ts` starts it. */

const PROPS = {
  id: 'touch-form',
  action: '/Contact',
  campus: 'FARRUKHABAD',
  campusName: 'Main campus',
  state: null,
  privacyNote: '',
  failureNotice: 'Not sent.',
  nextSteps: [],
} as const;

document.documentElement.lang = 'en-IN';
document.body.innerHTML = `<div></div><aside class="offline-notice" hidden>
  <div role="status"></div><details hidden><summary></summary></details></aside>`;
const [place] = document.body.children;
if (place === undefined) throw new Error('no place for the form');
const root = createRoot(place);
flushSync(() => root.render(<GetInTouchForm {...PROPS} />));

/** Its script has not come: the form that the server has sent, without what React has added. */
export function withoutScript(): void {
  const copy = place?.cloneNode(true) ?? '';
  flushSync(() => root.unmount());
  place?.replaceWith(copy);
}

beginOffline((keptAt) => void showNotice(keptAt));

export { keep } from '../../../client/scripts/keep-form.ts';
export { showNotice };
