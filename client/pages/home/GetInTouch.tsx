import { useCampus } from '../../page-context.tsx';

/** SPEC §2, home page 11. */
export function GetInTouch() {
  const { label } = useCampus();
  return (
    <section
      className="band band-sunk"
      id="get-in-touch"
      data-section="get-in-touch"
      aria-labelledby="touch-title"
    >
      <div className="band-inner touch">
        <div>
          <h2 id="touch-title">Get In Touch</h2>
          <p className="lede">
            A question about admission, fees or the bus? Write to the office of our {label} campus.
          </p>
        </div>
      </div>
    </section>
  );
}
