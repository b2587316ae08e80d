import { formProps } from '../../forms/form-props.ts';
import { Island } from '../../island.tsx';
import { GetInTouchForm } from '../../islands/GetInTouchForm.tsx';
import { useCampus, usePage } from '../../page-context.tsx';
import { MapLink, OfficeHours, PhoneLink } from '../../parts/ContactDetails.tsx';
import { FormDetails } from '../../parts/FormDetails.tsx';
import { CONTACT_FORM_ID } from '../../parts/Tiles.tsx';
import { useTranslation } from '../../translation.tsx';

/** */
export function GetInTouch() {
  const props = formProps(usePage(), 'getInTouch');
  const { t } = useTranslation();
  const campus = useCampus();
  const { label, phone, hours } = campus;
  return (
    <section
      className="section section-sunk"
      id={CONTACT_FORM_ID}
      data-section="get-in-touch"
      aria-labelledby="touch-title"
    >
      <div className="section-inner touch">
        <div>
          <h2 id="touch-title">{t('Get In Touch')}</h2>
          <p className="lede">
            {t('Call, write to or visit the office of our {campus} campus.', { campus: label })}
          </p>
          <div className="branch-ways">
            {phone !== undefined && <PhoneLink phone={phone} />}
            <MapLink campus={campus} />
          </div>
          <OfficeHours hours={hours} />
        </div>
        <div>
          <Island name="GetInTouchForm" component={GetInTouchForm} props={props} />
          <FormDetails form="getInTouch" />
        </div>
      </div>
    </section>
  );
}
