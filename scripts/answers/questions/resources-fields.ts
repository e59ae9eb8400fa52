import { escapeToken } from '../../contract/pointer.js';
import { didYouMean } from '../../text/did-you-mean.js';
import { mistake } from '../mistake.js';
import { type ObjectShape, shapeSchemas } from '../object-shape.js';
import { single } from '../single.js';

/** The fields of resources that the description only names, by the name of their schema. */
export const resourcesFields = single<Record<string, ObjectShape>>(({ draft, question, value, keepOpen }) => {
  const asked = Object.keys(draft.schemas).filter((name) => draft.schema(name)['x-unknown']?.includes(question));
  const shaped = Object.entries(value).map(([schema, shape]) => {
    const pointer = `/value/${escapeToken(schema)}`;
    const section = draft.schemas[schema]?.['x-provenance']?.section;
    if (section !== undefined && !asked.includes(schema))
      throw mistake(pointer, 'a schema that is not stated', schema, `§${section} states its fields. Remove it.`);
    if (!asked.includes(schema)) throw mistake(pointer, 'the schema of a resource', schema, didYouMean(schema, asked));
    return { schema, shape, pointer };
  });
  shapeSchemas(draft, question, shaped);
  keepOpen();
});
