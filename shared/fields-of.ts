export type Fields = ReadonlyMap<string, unknown>;

/** The fields of an object, of a list by their indexes; none of any other value. */
export function fieldsOf(value: unknown): Fields {
  return new Map(typeof value === 'object' && value !== null ? Object.entries(value) : []);
}
