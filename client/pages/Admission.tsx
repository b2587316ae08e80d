import { definePage } from '../define-page.ts';
import { formProps } from '../forms/form-props.ts';
import { Island } from '../island.tsx';
import { AdmissionForm } from '../islands/AdmissionForm.tsx';
import { usePage } from '../page-context.tsx';
import { PageHeader } from '../parts/PageHeader.tsx';

/** Admission Enquiry. */
export const admission = definePage({
  title: 'Admission Enquiry',
  titleAlone: true,
  form: 'admission',
  searchKeys: ['sent'],
  Component: Admission,
});

function Admission() {
  const page = usePage();
  const { label } = page.content.site.campuses[page.campus];
  return (
    <>
      <PageHeader
        lede={`Ask for a place at our ${label} campus. The office calls you back about the next steps.`}
      />
      <div className="section">
        <div className="section-inner form-page">
          <Island
            name="AdmissionForm"
            component={AdmissionForm}
            props={formProps(page, 'admission')}
          />
        </div>
      </div>
    </>
  );
}
