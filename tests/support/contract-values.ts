import * as fc from 'fast-check';
import * as z from 'zod';
import type { Contract } from './contract.ts';

/** Keywords of the contract's schemas of responses; another keyword is an error. */
const schemaNode = z.strictObject({
  $ref: z.optional(z.string()),
  description: z.optional(z.string()),
  examples: z.optional(z.array(z.unknown())),
  type: z.optional(z.union([z.string(), z.array(z.string())])),
  anyOf: z.optional(z.array(z.unknown())),
  allOf: z.optional(z.array(z.unknown())),
  required: z.optional(z.array(z.string())),
  properties: z.optional(z.record(z.string(), z.unknown())),
  items: z.optional(z.unknown()),
  prefixItems: z.optional(z.array(z.unknown())),
  minItems: z.optional(z.int()),
});

type Node = z.infer<typeof schemaNode>;

const documentSchema = z.object({
  components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
});

/** How deep envelopes and objects stand in each other. */
const MAX_DEPTH = 4;

/** Texts of records: any, and made of what readers of texts, dates, files and links look for. */
export const providerTexts: fc.Arbitrary<string> = fc.oneof(
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
  {
    weight: 3,
    arbitrary: fc
      .array(
        fc.constantFrom(
          ...'FARRUKHABAD| nekpur |News|Student|PhotoGallery|Principal|Annual'.split('|'),
          ...'<p>|</p>|<br>|<script>|</script>|<!--|-->|&amp;|&lt;|&#0;'.split('|'),
          ...(
            '2026-03-05|05/03/2026|T10:00:00Z|+05:30|1772692200000|31| Feb |' +
            '/api/image/|img.jpeg|../|..|/|\\|%2e%2e|%|?|#|:|@'
          ).split('|'),
          ...(
            'https://|http://|//|javascript:|data:|www.|example.org|mailto:|[|]|{|"|' +
            'क्ष|\u0000|\u202e|\ud800|\ufeff|\u2028| |\n'
          ).split('|'),
          ...'platform.example.org|/v2|__proto__|constructor'.split('|'),
        ),
        { maxLength: 6 },
      )
      .map((parts) => parts.join('')),
  },
);

/** Any JSON, as a parser gives it, in whatever fields records have. */
export function anyJson(keys: readonly string[]): fc.Arbitrary<unknown> {
  return fc
    .letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 5, withCrossShrink: true },
        fc.oneof(providerTexts, fc.double(), fc.integer(), fc.constantFrom(null, true, false)),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(
          fc.oneof(fc.constantFrom(...keys), fc.constantFrom('__proto__', 'constructor')),
          tie('value'),
          { maxKeys: 8 },
        ),
      ),
    }))
    .value.map(asJson);
}

/** Values that a schema of the contract allows, by its name. */
export function contractValues(contract: Contract, name: string): fc.Arbitrary<unknown> {
  const { components } = documentSchema.parse(contract.document);

  function nodeOf(schema: unknown): Node {
    const node = schemaNode.parse(schema);
    const [, named = ''] = /([^/]+)$/.exec(node.$ref ?? '') ?? [];
    return node.$ref === undefined ? node : nodeOf(components.schemas[named]);
  }

  function valuesOf(schema: unknown, depth: number): fc.Arbitrary<unknown> {
    const node = nodeOf(schema);
    const examples = node.examples === undefined ? [] : [fc.constantFrom(...node.examples)];
    const isRecord = (node.allOf ?? node.properties ?? node.required) !== undefined;
    if (isRecord) return fc.oneof(...examples, recordsOf(node, depth));
    // Deep inside only the first alternative, which is no schema that names itself.
    const alternatives = depth < MAX_DEPTH ? node.anyOf : node.anyOf?.slice(0, 1);
    const kinds =
      alternatives?.map((one) => valuesOf(one, depth + 1)) ??
      [node.type ?? 'object'].flat().map((type) => ofType(type, node, depth));
    return fc.oneof(...examples, ...kinds);
  }

  /** An object with the fields of all that it is made of; which of these must be there, `anyOf` beside them may say. */
  function recordsOf(node: Node, depth: number): fc.Arbitrary<object> {
    const { properties, required } = fieldsOf(node);
    const values = Object.entries(properties).map(
      ([field, value]): [string, fc.Arbitrary<unknown>] => [field, valuesOf(value, depth + 1)],
    );
    const others = required
      .filter((field) => !(field in properties))
      .map((field): [string, fc.Arbitrary<unknown>] => [field, anyJson(['a'])]);
    return fc.record(Object.fromEntries([...others, ...values]), { requiredKeys: required });
  }

  function fieldsOf(node: Node): { properties: Record<string, unknown>; required: string[] } {
    const inherited = (node.allOf ?? []).map((part) => fieldsOf(nodeOf(part)));
    return {
      properties: Object.assign({}, ...inherited.map((one) => one.properties), node.properties),
      required: [...inherited.flatMap((one) => one.required), ...(node.required ?? [])],
    };
  }

  function ofType(type: string, node: Node, depth: number) {
    const inner = anyJson(['a', 'title']);
    switch (type) {
      case 'string':
        return providerTexts;
      case 'number':
        return fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }));
      case 'integer':
        return fc.integer({ min: -10, max: 3_000 });
      case 'boolean':
        return fc.boolean();
      case 'null':
        return fc.constant(null);
      case 'object':
        return fc.dictionary(fc.constantFrom('a', 'b', 'success', 'name'), inner, { maxKeys: 2 });
      case 'array': {
        const first = (node.prefixItems ?? []).map((one) => valuesOf(one, depth + 1));
        const item = node.items === undefined ? inner : valuesOf(node.items, depth + 1);
        const rest = fc.array(item, { maxLength: 4 });
        return fc.tuple(fc.tuple(...first), rest).map(([head, tail]) => [...head, ...tail]);
      }
      default:
        throw new Error(`the contract has a type ${type}`);
    }
  }

  return valuesOf(components.schemas[name], 0).map(asJson);
}

/** As it comes over the wire: what JSON has no word for is not in it. */
function asJson(value: unknown): unknown {
  const text = JSON.stringify(value) as string | undefined;
  return text === undefined ? null : JSON.parse(text);
}
