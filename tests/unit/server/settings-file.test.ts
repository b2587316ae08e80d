import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  decodeSettings,
  formatSettingsFile,
  parseSettingsFile,
} from '../../../server/settings-file.ts';

test('values are read as systemd reads them, whole', () => {
  const text = String.raw`# a comment = no
; another
TOKEN=a#b$c&d
 BLANKS = a b  c 
QUOTED="a \"b\" \\ \$x \n" 'c d'
SINGLE='a "b" \ $x'
LITERAL=a"b'c
LONG=one\
 two
EMPTY=
nothing
URL=postgres://u:p%40@h/d?x=1&y=2
`;
  expect(parseSettingsFile(text)).toEqual({
    TOKEN: 'a#b$c&d',
    BLANKS: 'a b  c',
    QUOTED: String.raw`a "b" \ $x \nc d`,
    SINGLE: String.raw`a "b" \ $x`,
    LITERAL: `a"b'c`,
    LONG: 'one two',
    EMPTY: '',
    URL: 'postgres://u:p%40@h/d?x=1&y=2',
  });
});

test('what was written is read', () => {
  const name = fc.stringMatching(/^[A-Z][A-Z_]{0,9}$/);
  fc.assert(
    fc.property(fc.dictionary(name, fc.string({ unit: 'grapheme' })), (settings) => {
      expect(parseSettingsFile(formatSettingsFile(settings))).toEqual({ ...settings });
    }),
  );
});

test.each([
  ['UTF-8', 'PORT=é', true],
  ['UTF-16', '\ufeffPORT=1', false],
  ['latin1', 'PORT=é', false],
] as const)('a file in %s', (_name, text, isText) => {
  const encodings = { 'UTF-8': 'utf8', 'UTF-16': 'utf16le', latin1: 'latin1' } as const;
  expect(decodeSettings(Buffer.from(text, encodings[_name]))).toBe(isText ? text : null);
});
