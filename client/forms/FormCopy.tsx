import type { MouseEvent } from 'react';
import { DefinitionList } from '../parts/DefinitionList.tsx';
import { useTranslation } from '../translation.tsx';

/** What was sent, in the memory of the page only. */
export type FormCopy = {
  /** Labels in English, and what stood in their fields. */
  fields: readonly (readonly [label: string, value: string])[];
  /** Milliseconds since the epoch. */
  sentAt: number;
};

type FormCopyProps = { copy: FormCopy; campus: string; reference: string | null };

/** Hidden on the screen; its print has nothing else of the page. */
export function FormCopyButton({ copy, campus, reference }: FormCopyProps) {
  const { t } = useTranslation();
  const hindi = document.documentElement.lang === 'hi';
  const time = new Date(copy.sentAt).toLocaleString(hindi ? 'hi-IN' : 'en-IN', {
    dateStyle: 'long',
    timeStyle: 'short',
  });
  const facts = [
    { name: t('Your reference:'), value: reference ?? '' },
    { name: t('Sent on:'), value: time },
    { name: t('Campus:'), value: campus },
    ...copy.fields.map(([label, value]) => ({ name: `${t(label)}:`, value })),
  ];
  return (
    <>
      <p>
        <button className="button button-quiet" type="button" onClick={printCopy}>
          {t('Print or save what you sent')}
        </button>
      </p>
      <DefinitionList entries={facts} className="form-copy" />
    </>
  );
}

/** A copy of it at the end of the page: what is around it takes no room on paper. */
function printCopy({ currentTarget }: MouseEvent): void {
  const { documentElement, body } = document;
  const copy = currentTarget.closest('form')?.querySelector('.form-copy')?.cloneNode(true);
  if (copy === undefined) return;
  body.append(copy);
  documentElement.classList.add('prints-copy');
  const end = (): void => {
    body.removeChild(copy);
    documentElement.classList.remove('prints-copy');
  };
  addEventListener('afterprint', end, { once: true });
  print();
}

/** What stands in the fields of a form, as their labels and choices read. */
export function copyForm(
  { elements }: HTMLFormElement,
  labels: Readonly<Record<string, string>>,
): FormCopy {
  const fields = Object.entries(labels).map(
    ([name, label]) => [label, readField(elements.namedItem(name))] as const,
  );
  return { fields, sentAt: Date.now() };
}

function readField(field: Element | RadioNodeList | null): string {
  if (field instanceof HTMLSelectElement) return field.selectedOptions[0]?.text ?? '';
  if (field instanceof HTMLTextAreaElement) return field.value;
  if (!(field instanceof HTMLInputElement)) return '';
  return field.files?.[0]?.name ?? field.value;
}
