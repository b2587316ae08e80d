import * as z from 'zod/mini';
import { siteSchema } from '../../shared/content.ts';

// What the build needs of the server.
export { checkForBuild, printShown, publishForBuild } from '../publication/publish-for-build.ts';
export { pictureStyles } from '../../client/parts/Picture.tsx';
export { carouselStyles } from '../../client/scripts/motion/carousel-views.ts';
export { logEventsDocument } from '../log/log-events.ts';

/** JSON schemas (draft 2020-12), for editors. */
export function contentSchemas(): Record<string, object> {
  return {
    'site.schema.json': z.toJSONSchema(siteSchema, { io: 'input' }),
  };
}
