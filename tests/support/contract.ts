import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import * as z from 'zod';

const DOCUMENT = 'docs/provider.openapi.yaml';

const reference = z.object({ $ref: z.string() });
const media = z.object({ schema: z.optional(z.unknown()) });
const content = z.object({ content: z.optional(z.record(z.string(), media)) });
const operation = z.object({
  operationId: z.string(),
  security: z.optional(z.array(z.record(z.string(), z.array(z.string())))),
  requestBody: z.optional(content),
  responses: z.record(z.string(), z.union([reference, content])),
});
const documentSchema = z.object({
  paths: z.record(
    z.string(),
    z.object({
      parameters: z.optional(z.array(z.unknown())),
      get: z.optional(operation),
      post: z.optional(operation),
    }),
  ),
  components: z.object({
    responses: z.record(z.string(), content),
    schemas: z.record(
      z.string(),
      z.looseObject({
        examples: z.optional(z.array(z.unknown())),
        properties: z.optional(z.record(z.string(), z.unknown())),
      }),
    ),
  }),
});

export type Operation = {
  id: string;
  method: 'GET' | 'POST';
  /** As the document writes it, with `{schoolCode}`. */
  template: string;
  path: RegExp;
  withToken: boolean;
  /** Pointers to schemas; null where the document has none. */
  request: string | null;
  response: string | null;
};

export type Contract = ReturnType<typeof loadContract>;

/**
 * The provider's contract (docs/provider.openapi.yaml).
 *
 * @param reading `tolerant` allows what is read as missing or left out; `plain` only what is read.
 * @throws when the document is not shaped as this reader expects.
 */
export function loadContract(reading: 'tolerant' | 'plain' = 'tolerant') {
  const document: unknown = parse(readFileSync(DOCUMENT, 'utf8'));
  if (typeof document !== 'object' || document === null) throw new Error(`${DOCUMENT} is empty`);
  const { paths, components } = documentSchema.parse(document);
  const ajv = new Ajv2020({ strict: false, allErrors: false });
  const nothing = { Unreadable: false, LeftOut: false };
  const schemas = reading === 'plain' ? { ...components.schemas, ...nothing } : components.schemas;
  ajv.addSchema({ ...document, components: { ...components, schemas } }, 'contract');
  const validators = new Map<string, ValidateFunction>();

  function validatorAt(pointer: string): ValidateFunction {
    const known = validators.get(pointer) ?? ajv.compile({ $ref: `contract#${pointer}` });
    validators.set(pointer, known);
    return known;
  }

  const operations = Object.entries(paths).flatMap(([template, item]) =>
    (['get', 'post'] as const).flatMap((method): Operation[] => {
      const found = item[method];
      if (found === undefined) return [];
      const at = `/paths/${escaped(template)}/${method}`;
      const [type] = Object.keys(found.requestBody?.content ?? {});
      return [
        {
          id: found.operationId,
          method: method === 'get' ? 'GET' : 'POST',
          template,
          path: pathPattern(template),
          withToken: (found.security ?? []).some((scheme) => 'token' in scheme),
          request: type === undefined ? null : `${at}/requestBody/content/${escaped(type)}/schema`,
          response: responsePointer(found.responses, components.responses),
        },
      ];
    }),
  );

  function rowSchemaOf(list: string): string {
    const schema = components.schemas[list];
    const [name = ''] = referencesIn(schema);
    return JSON.stringify(schema).includes('"items"') ? name : rowSchemaOf(name);
  }

  return {
    /** As it was read, for validators of the document itself. */
    document,
    operations,
    /** Name of the schema of a list's rows. */
    rowSchemaOf(id: string): string {
      const response = operations.find((one) => one.id === id)?.response;
      return rowSchemaOf(response?.split('/').at(-1) ?? '');
    },
    /** What is wrong with a value by the schema at a pointer such as `/components/schemas/Text`. */
    errorsOf(pointer: string, value: unknown): string[] {
      const validate = validatorAt(pointer);
      if (validate(value)) return [];
      return (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
    },
    examplesOf: (schema: string): readonly unknown[] => components.schemas[schema]?.examples ?? [],
    /** Fields of a schema whose shape has a name, as [field, name of the shape]. */
    fieldsOf: (schema: string) =>
      Object.entries(components.schemas[schema]?.properties ?? {}).flatMap(([field, shape]) => {
        const named = reference.safeParse(shape);
        return named.success ? [[field, named.data.$ref.split('/').at(-1) ?? ''] as const] : [];
      }),
  };
}

/** Pointer to the schema of the operation's success. */
function responsePointer(
  responses: z.infer<typeof operation>['responses'],
  shared: z.infer<typeof documentSchema>['components']['responses'],
): string | null {
  const success = responses['200'] ?? responses['2XX'];
  if (success === undefined) return null;
  const named = '$ref' in success ? (success.$ref.split('/').at(-1) ?? '') : null;
  const body = named === null || !('$ref' in success) ? success : shared[named];
  const schema =
    body !== undefined && 'content' in body ? body.content?.['*/*']?.schema : undefined;
  const known = reference.safeParse(schema);
  return known.success ? known.data.$ref.slice(1) : null;
}

/** Names of the schemas that a schema refers to, in order. */
function referencesIn(schema: unknown): string[] {
  return [...JSON.stringify(schema).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(
    ([, name = '']) => name,
  );
}

/** JSON Pointer's escapes (RFC 6901), percent-encoded as a reference's fragment needs it. */
function escaped(key: string): string {
  return encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'));
}

/** A file's path has slashes of its own; every other parameter is one segment. */
function pathPattern(template: string): RegExp {
  const pattern = template
    .split(/(\{\w+\})/)
    .map((part) => {
      if (part === '{file}') return '.+';
      return part.startsWith('{') ? '[^/]+' : part.replaceAll('.', String.raw`\.`);
    })
    .join('');
  return new RegExp(`^${pattern}$`);
}
