import { expect, test } from 'vitest';
import { placeIn } from '../../../../server/content/json-place.ts';

const SITE = {
  menu: [
    { label: 'Gallery', to: 'Gallery' },
    { label: 'School', links: [{ label: 'Bus' }] },
  ],
  campuses: { NEKPUR: { phones: [{ purpose: 'Transport', phone: '1' }] } },
  names: ['a', 'b'],
  wrong: [null, 3],
};

test.each([
  ['menu.1.links.0.to', 'menu, entry 2 (School), links, entry 1 (Bus), to'],
  ['menu.0', 'menu, entry 1 (Gallery)'],
  ['campuses.NEKPUR.phones.0.phone', 'campuses.NEKPUR.phones, entry 1 (Transport), phone'],
  ['names.1', 'names, entry 2'],
  ['wrong.0.to', 'wrong, entry 1, to'],
  ['campuses.NONE.phone', 'campuses.NONE.phone'],
])('the field %s is named as people count: %s', (field, place) => {
  expect(placeIn(SITE, field)).toBe(place);
});
