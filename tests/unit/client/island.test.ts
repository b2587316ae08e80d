import { expect, test } from 'vitest';
import { jsonForHtml } from '../../../client/island.tsx';

test('S5: the JSON of a script element ends no element, and reads as what it was', () => {
  const props = { text: '</script><!-- Arts & Crafts \u2028\u2029' };
  const json = jsonForHtml(props);
  expect(json).not.toMatch(/[<>&\u2028\u2029]/);
  expect(JSON.parse(json)).toEqual(props);
});
