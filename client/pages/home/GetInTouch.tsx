import { formProps } from '../../forms/form-props.ts';
import { Island } from '../../island.tsx';
import { GetInTouchForm } from '../../islands/GetInTouchForm.tsx';
import { useCampus, usePage } from '../../page-context.tsx';
import { CONTACT_FORM_ID } from '../../parts/Tiles.tsx';

/** */
export function GetInTouch() {
  const props = formProps(usePage(), 'getInTouch');
  const { label } = useCampus();
  return (
    <section
      className="section section-sunk"
      id={CONTACT_FORM_ID}
      data-section="get-in-touch"
      aria-labelledby="touch-title"
    >
      <div className="section-inner touch">
        <div>
          <h2 id="touch-title">Get In Touch</h2>
          <p className="lede">
            A question about admission, fees or the bus? Write to the office of our {label} campus.
          </p>
        </div>
        <div>
          <Island name="GetInTouchForm" component={GetInTouchForm} props={props} />
        </div>
      </div>
    </section>
  );
}
