import { describe, expect, test } from 'vitest';
import { JSON_LIMITS, readJson, writeJson } from '../../../../server/provider/json.ts';
import { atOnce } from '../../../../server/slices.ts';

function read(text: string): unknown {
  return atOnce(readJson(Buffer.from(text)));
}

describe('C15: JSON that is read in slices', () => {
  test.each(
    (
      '[]| \n[ ]\n|[1]|[[1],[2,3]]|[{"a":[1,[2]]},"b",null]|{"data":[1 , 2]}|' +
      '{"data":{"data":[{"a":"x,]\\"}"}],"status":"ok"}}|' +
      '{"a":[1,2],"data":[3],"b":{"data":[4]}}|{"x":{"data":[2]}}|{"data":null}|' +
      '{"data":"data","b":[1]}|{"data":[],"data":[1]}|["\\\\"]|["\\u0022,",",]"]|"text"|7'
    ).split('|'),
  )('%s is read as JSON.parse reads it', (text) => {
    expect(read(text)).toEqual(JSON.parse(text));
  });

  test.each([
    '',
    ...(
      '[|[1,]|[,1]|[1,,2]|[1}|[1,2|[1][2]|[1] x|{"data":[1}}|{"data":[1]|["data":[1]]|' +
      '[{"a":1]]|nonsense'
    ).split('|'),
  ])('%j is no JSON', (text) => {
    expect(() => read(text)).toThrow(SyntaxError);
  });

  test('texts with commas, quotes and brackets are read the same, wherever their rows are cut', () => {
    const rows = Array.from({ length: 3_000 }, (_, index) => ({
      id: index,
      title: `"खेल", ]}[{ \\ ${'x'.repeat(index % 97)}`,
      files: [[`${index}`], {}],
    }));
    expect(read(JSON.stringify(rows))).toEqual(rows);
    const envelope = { data: rows, count: 3_000 };
    expect(read(JSON.stringify(envelope))).toEqual(envelope);
    expect(atOnce(writeJson(rows))).toBe(JSON.stringify(rows));
    expect([...writeJson(rows)].length, 'no turn of the process writes all').toBeGreaterThan(1);
    expect(atOnce(writeJson([]))).toBe('[]');
  });

  test('20,000 rows are read and one more is too large, before any of them is parsed', () => {
    expect(read(`[${Array(20_000).fill('0').join(',')}]`)).toHaveLength(20_000);
    const past = Array(20_001).fill('0').join(',');
    for (const text of [`[${past}]`, `{"data":[${past}]}`, `[${past},nonsense`])
      expect(() => read(text)).toThrow('too-large');
  });

  test('C11: rows that need more memory than is free are no-capacity, before any of them is parsed', () => {
    const broken = Buffer.from('[{},{},{},nonsense]');
    expect(() => atOnce(readJson(broken, 4_000))).toThrow(SyntaxError);
    expect(() => atOnce(readJson(broken, 3_000))).toThrow('no-capacity');
    expect(() => atOnce(readJson(Buffer.from('"four"'), 5))).toThrow('no-capacity');
  });

  test('the values of a row, around the rows and in all are limited, and so is the depth', () => {
    const many = (count: number) => `[${Array(count).fill('0').join(',')}]`;
    const { marksOfRow, depth } = JSON_LIMITS;
    expect(read(`[${many(marksOfRow)}]`)).toHaveLength(1);
    const nested = '['.repeat(depth) + ']'.repeat(depth);
    expect(JSON.stringify(read(nested))).toBe(nested);
    for (const text of [
      `[${many(marksOfRow + 1)}]`,
      `{"data":[],"junk":${many(marksOfRow)}}`,
      `{"data":[1],"junk":{${Array(marksOfRow / 2)
        .fill('"a":0')
        .join(',')}}}`,
      `[{${Array(marksOfRow).fill('"a":0').join(',')}}]`,
      `[${Array(20).fill(many(marksOfRow)).join(',')}]`,
      '['.repeat(depth + 1),
      '{"data":'.repeat(depth + 1),
    ])
      expect(() => read(text)).toThrow('too-large');
  });

  test('five megabytes are read in many steps', () => {
    const row = JSON.stringify({ title: 'x'.repeat(1_000) });
    let steps = 0;
    for (const _ of readJson(Buffer.from(`[${Array(5_000).fill(row).join(',')}]`))) steps += 1;
    expect(steps).toBeGreaterThan(100);
  });
});
