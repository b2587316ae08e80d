import { definePage } from '../define-page.ts';
import { CampusButtons } from '../parts/CampusButtons.tsx';
import { SitePicture } from '../parts/Picture.tsx';

/** Answer to an address that this site does not have. */
export const notFound = definePage({
  title: 'Page not found',
  isIndexed: false,
  Component: NotFound,
});

function NotFound() {
  return (
    <div className="section error-page">
      <div className="section-inner">
        <div>
          <p className="eyebrow">404</p>
          <h1>Page not found</h1>
          <p className="lede">
            There is no page at this address. It may have moved, or the address has a slip in it.
            The menu above leads everywhere; these two lead home.
          </p>
          <CampusButtons />
        </div>
        <SitePicture name="not-found.svg" alt="" priority />
      </div>
    </div>
  );
}
