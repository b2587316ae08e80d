import { definePage } from '../define-page.ts';
import { CampusButtons } from '../parts/CampusButtons.tsx';

/** Answer when a page could not be rendered. */
export const serverError = definePage({
  title: 'Something went wrong',
  isIndexed: false,
  Component: ServerError,
});

function ServerError() {
  return (
    <div className="section error-page">
      <div className="section-inner">
        <div>
          <p className="eyebrow">500</p>
          <h1>Something went wrong here</h1>
          <p className="lede">
            This page could not be made just now. The fault is ours and has been written down.
            Please try again in a minute.
          </p>
          <CampusButtons />
        </div>
      </div>
    </div>
  );
}
