import type { ComponentType } from 'react';
import { formProps, type FormProps } from './form-props.ts';
import { definePage } from '../define-page.ts';
import { Island } from '../island.tsx';
import { useCampus, usePage } from '../page-context.tsx';
import { PageHeader } from '../parts/PageHeader.tsx';
import { Section } from '../parts/Section.tsx';
import { useTranslation } from '../translation.tsx';
import type { FormName } from '../../shared/forms.ts';

type EnquiryPageOptions = {
  title: string;
  form: FormName;
  /** Name and component of the form's island. */
  name: string;
  component: ComponentType<FormProps>;
  /** Below the heading; `{campus}` is the name of the campus. */
  lede: string;
};

/** The document title is the name alone. */
export function enquiryPage({ title, form, name, component, lede }: EnquiryPageOptions) {
  function EnquiryPage() {
    const props = formProps(usePage(), form);
    const { t } = useTranslation();
    return (
      <>
        <PageHeader lede={t(lede, { campus: useCampus().label })} />
        <Section inner="form-page">
          <Island name={name} component={component} props={props} />
        </Section>
      </>
    );
  }
  return definePage({
    title,
    titleAlone: true,
    form,
    searchKeys: ['sent'],
    Component: EnquiryPage,
  });
}
