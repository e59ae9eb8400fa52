import { type ObjectShape, shapeSchemas } from '../object-shape.js';
import { single } from '../single.js';

/** The fields of an item of `filterOptions`. */
export const filterOptionShape = single<ObjectShape>(({ draft, question, value }) => {
  shapeSchemas(draft, question, [{ schema: 'FilterOption', shape: value, pointer: '/value' }]);
  return undefined;
});
