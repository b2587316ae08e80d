import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { TextField } from '../../../../client/forms/TextField.tsx';

function render(isRequired: boolean): string {
  const field = { form: 'career-form', name: 'years', label: 'Years', isRequired };
  const state = { error: undefined, isErrorNew: false, value: undefined };
  return renderToStaticMarkup(createElement(TextField, { ...field, ...state }));
}

test('a field that may be empty says so in its label, and is not required', () => {
  expect(render(false)).toContain('>Years (optional)</label>');
  expect(render(false)).not.toContain('required');
  expect(render(true)).toContain('>Years</label>');
  expect(render(true)).toContain('aria-required="true"');
});
