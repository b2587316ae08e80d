import { definePage } from '../define-page.ts';
import { formProps } from '../forms/form-props.ts';
import { Island } from '../island.tsx';
import { CareerForm } from '../islands/CareerForm.tsx';
import { usePage } from '../page-context.tsx';
import { PageHeader } from '../parts/PageHeader.tsx';

/** Career Enquiry. */
export const career = definePage({
  title: 'Career Enquiry',
  titleAlone: true,
  form: 'career',
  searchKeys: ['sent'],
  Component: Career,
});

function Career() {
  const page = usePage();
  const { label } = page.content.site.campuses[page.campus];
  return (
    <>
      <PageHeader
        lede={`Teach or work at our ${label} campus: tell us about yourself and send your CV.`}
      />
      <div className="section">
        <div className="section-inner form-page">
          <Island name="CareerForm" component={CareerForm} props={formProps(page, 'career')} />
        </div>
      </div>
    </>
  );
}
