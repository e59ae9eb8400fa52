import { isObject } from '../../contract/json.js';
import { escapeToken } from '../../contract/pointer.js';
import { didYouMean } from '../../text/did-you-mean.js';
import type { SchemaPart } from '../draft.js';
import { changeExamples, inventedValue } from '../example-values.js';
import { givenSchema } from '../given-schema.js';
import { mistake } from '../mistake.js';
import type { ObjectShape } from '../object-shape.js';
import { single } from '../single.js';

/** The keys of the object `owner` in an update of an entry. */
export const partnerEntryUpdateOwnerKeys = single<Pick<ObjectShape, 'properties' | 'required'>>(
  ({ draft, value: { properties = {}, required = [] } }) => {
    const owner = draft.schema('PartnerEntryUpdate').properties?.['owner'] as SchemaPart;
    const keys: Record<string, SchemaPart> = {};
    for (const [name, given] of Object.entries(properties)) {
      const pointer = `/value/properties/${escapeToken(name)}`;
      const key = givenSchema(draft, given, name, pointer);
      if (key.type !== 'string')
        throw mistake(pointer, 'a schema of type string', given, '§4.1 states that it is one.');
      keys[name] = key;
    }
    const names = Object.keys(keys);
    const index = required.findIndex((name) => !names.includes(name));
    const wrong = required[index] ?? '';
    if (index >= 0) throw mistake(`/value/required/${index}`, 'one of the keys', wrong, didYouMean(wrong, names));
    Object.assign(owner, { properties: keys, ...(required.length > 0 && { required }) });
    delete owner['x-open'];
    delete owner.additionalProperties;
    owner.description = 'Owner of the entry. A response shows an identifier here.';
    changeExamples(draft.document, (schema, shown, { pointer, ...place }) => {
      if (schema !== owner || !isObject(shown)) return shown;
      const made = names.map((name) => {
        const at = { ...place, pointer: `${pointer}/${escapeToken(name)}` };
        return [name, shown[name] ?? inventedValue(draft.document, keys[name] ?? {}, name, at)];
      });
      return Object.fromEntries(made);
    });
    return undefined;
  },
);
