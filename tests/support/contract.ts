import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import * as z from 'zod';

const DOCUMENT = 'docs/provider.openapi.yaml';

const reference = z.object({ $ref: z.string() });
const operation = z.object({
  operationId: z.string(),
  security: z.optional(z.array(z.record(z.string(), z.unknown()))),
  requestBody: z.optional(
    z.object({ content: z.record(z.string(), z.object({ schema: reference })) }),
  ),
  responses: z.record(z.string(), z.unknown()),
});
const documentSchema = z.looseObject({
  paths: z.record(
    z.string(),
    z.object({ get: z.optional(operation), post: z.optional(operation) }),
  ),
  components: z.looseObject({
    responses: z.record(z.string(), z.unknown()),
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
  /** Pointers to the schemas of the bodies; null where the document has no name for them. */
  request: string | null;
  response: string | null;
};

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

  const operations = Object.entries(paths).flatMap(([template, item]) =>
    (['get', 'post'] as const).flatMap((method): Operation[] => {
      const found = item[method];
      if (found === undefined) return [];
      const [body] = Object.values(found.requestBody?.content ?? {});
      const response = nameOf(found.responses['200'] ?? found.responses['2XX']);
      return [
        {
          id: found.operationId,
          method: method === 'get' ? 'GET' : 'POST',
          template,
          path: pathPattern(template),
          withToken: (found.security ?? []).some((scheme) => 'token' in scheme),
          request: body?.schema.$ref.slice(1) ?? null,
          response: response && `/components/responses/${response}/content/*~1*/schema`,
        },
      ];
    }),
  );

  /** Name of the schema of the rows of a list that a response or a schema refers to. */
  function rowSchemaIn(part: unknown): string {
    const text = JSON.stringify(part);
    const [, name = ''] = /"#\/components\/schemas\/(\w+)"/.exec(text) ?? [];
    return text.includes('"items"') ? name : rowSchemaIn(components.schemas[name]);
  }

  return {
    /** As it was read, for validators of the document itself. */
    document,
    operations,
    /** Name of the schema of a list's rows. */
    rowSchemaOf(id: string): string {
      const response = operations.find((one) => one.id === id)?.response ?? null;
      if (response === null) throw new Error(`${DOCUMENT} has no call with the operationId ${id}`);
      return rowSchemaIn(components.responses[response.split('/')[3] ?? '']);
    },
    /** What is wrong with a value by the schema at a pointer such as `/components/schemas/Text`. */
    errorsOf(pointer: string, value: unknown): string[] {
      const validate = ajv.getSchema(`contract#${pointer}`);
      if (validate === undefined) throw new Error(`${DOCUMENT} has no ${pointer}`);
      if (validate(value) === true) return [];
      return (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
    },
    examplesOf: (schema: string): readonly unknown[] => components.schemas[schema]?.examples ?? [],
    /** Fields of a schema whose shape has a name, as [field, name of the shape]. */
    fieldsOf: (schema: string) =>
      Object.entries(components.schemas[schema]?.properties ?? {}).flatMap(([field, shape]) => {
        const name = nameOf(shape);
        return name === null ? [] : [[field, name] as const];
      }),
  };
}

/** The last part of a reference; null for anything else. */
function nameOf(part: unknown): string | null {
  const { success, data } = reference.safeParse(part);
  return success ? (data.$ref.split('/').at(-1) ?? '') : null;
}

/** A file's path has slashes of its own; every other parameter is one segment. */
function pathPattern(template: string): RegExp {
  const pattern = template.replace('{file}', '.+').replaceAll(/\{\w+\}/g, '[^/]+');
  return new RegExp(`^${pattern}$`);
}
