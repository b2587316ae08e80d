import { ContactPersons } from './ContactPersons.tsx';
import { definePage } from '../define-page.ts';
import { formProps } from '../forms/form-props.ts';
import { Island } from '../island.tsx';
import { GetInTouchForm } from '../islands/GetInTouchForm.tsx';
import { useCampus, usePage } from '../page-context.tsx';
import { ContactDetails, OtherContacts } from '../parts/ContactDetails.tsx';
import { DayPart } from '../parts/DayPart.tsx';
import { FormDetails } from '../parts/FormDetails.tsx';
import { PageHeader } from '../parts/PageHeader.tsx';
import { SchoolDaysSection } from '../parts/SchoolDays.tsx';
import { Section } from '../parts/Section.tsx';
import { useTranslation } from '../translation.tsx';

export const contact = definePage({
  title: 'Contact',
  form: 'getInTouch',
  searchKeys: ['sent'],
  Component: Contact,
});

function Contact() {
  const page = usePage();
  const campus = useCampus();
  const { t } = useTranslation();
  return (
    <>
      <PageHeader
        lede={t('Call, write to or visit the office of our {campus} campus.', {
          campus: campus.label,
        })}
      />
      <DayPart name="school-days" isClaim>
        <SchoolDaysSection />
      </DayPart>
      <Section inner="touch">
        <ContactDetails campus={campus} />
        <section className="stack" aria-labelledby="touch-title">
          <h2 id="touch-title">{t('Get In Touch')}</h2>
          <Island
            name="GetInTouchForm"
            component={GetInTouchForm}
            props={formProps(page, 'getInTouch')}
          />
          <FormDetails form="getInTouch" />
        </section>
      </Section>
      <Section inner="disclosure-tables">
        <ContactPersons />
      </Section>
      <OtherContacts />
    </>
  );
}
