import * as z from 'zod/mini';
import { disclosureSchema, siteSchema } from '../../shared/content.ts';

/** JSON schemas (draft 2020-12) of the files of content/, by which an editor completes and marks faults. */
export function contentSchemas(): Record<string, object> {
  return {
    'site.schema.json': z.toJSONSchema(siteSchema, { io: 'input' }),
    'disclosure.schema.json': z.toJSONSchema(disclosureSchema, { io: 'input' }),
  };
}
