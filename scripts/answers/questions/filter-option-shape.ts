import { type ObjectShape, shapeSchema } from '../object-shape.js';
import { single } from '../single.js';

/** The fields of an item of `filterOptions`. */
export const filterOptionShape = single<ObjectShape>(({ draft, question, value }) => {
  shapeSchema(draft, { schema: 'FilterOption', shape: value, question, pointer: '/value' });
  return undefined;
});
