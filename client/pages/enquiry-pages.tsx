import type { ComponentType } from 'react';
import { AdmissionClasses } from './AdmissionClasses.tsx';
import { Vacancies } from './Vacancies.tsx';
import { definePage } from '../define-page.ts';
import { formProps, type FormProps } from '../forms/form-props.ts';
import { Island } from '../island.tsx';
import { AdmissionForm } from '../islands/AdmissionForm.tsx';
import { CareerForm } from '../islands/CareerForm.tsx';
import { useCampus, usePage } from '../page-context.tsx';
import { CampusLink } from '../parts/CampusLink.tsx';
import { DayPart } from '../parts/DayPart.tsx';
import { FormDetails } from '../parts/FormDetails.tsx';
import { PageHeader } from '../parts/PageHeader.tsx';
import { Section } from '../parts/Section.tsx';
import { useTranslation } from '../translation.tsx';
import type { FormName } from '../../shared/forms.ts';

export const admission = enquiryPage({
  title: 'Admission Enquiry',
  form: 'admission',
  name: 'AdmissionForm',
  component: AdmissionForm,
  lede: 'Apply for admission at our {campus} campus. We will call you about the next steps.',
});

export const career = enquiryPage({
  title: 'Career Enquiry',
  form: 'career',
  name: 'CareerForm',
  component: CareerForm,
  lede: 'Teach or work at our {campus} campus: tell us about yourself and send your CV.',
});

type EnquiryPageOptions = {
  title: string;
  form: FormName;
  /** Name and component of the form's island. */
  name: string;
  component: ComponentType<FormProps>;
  /** It stands below the heading; `{campus}` is the name of the campus. */
  lede: string;
};

/** Pages of content/pages; the first for the RPwD Rules, 8. */
const POLICY = 'equal-opportunity';
const GUIDE = 'for-parents';

/** The document title is the name alone. */
function enquiryPage({ title, form, name, component, lede }: EnquiryPageOptions) {
  function EnquiryPage() {
    const props = formProps(usePage(), form);
    const { content, campus } = usePage();
    const has = (pageName: string) =>
      content.addedPages.some((page) => page.name === pageName && page.campus === campus);
    const { t } = useTranslation();
    return (
      <>
        <PageHeader lede={t(lede, { campus: useCampus().label })} />
        <Section inner="form-page stack">
          {form === 'career' ? (
            <>
              <DayPart name="vacancies">
                <Vacancies formId={props.id} />
              </DayPart>
              {has(POLICY) && (
                <p>
                  <CampusLink page={POLICY}>{t('Equal opportunity policy')}</CampusLink>
                </p>
              )}
            </>
          ) : (
            <>
              <AdmissionClasses />
              <p className="row">
                <CampusLink page="Fees">{t('Fees')}</CampusLink>
                {has(GUIDE) && (
                  <CampusLink page={`${GUIDE}#rte`}>
                    {t('Free seats, scholarships, change of campus')}
                  </CampusLink>
                )}
              </p>
            </>
          )}
          <Island name={name} component={component} props={props} />
          <FormDetails form={form} />
        </Section>
      </>
    );
  }
  return definePage({
    title,
    titleAlone: true,
    form,
    searchKeys: form === 'career' ? ['sent', 'post'] : ['sent'],
    Component: EnquiryPage,
  });
}
