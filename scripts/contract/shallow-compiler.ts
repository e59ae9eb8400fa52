import type { Ajv2020 } from 'ajv/dist/2020.js';
import { compileSchema, SchemaEnv } from 'ajv/dist/compile/index.js';
import { inlineRef, resolveUrl } from 'ajv/dist/compile/resolve.js';
import type { AnyValidateFunction } from 'ajv/dist/types/index.js';
import { endsIn, referenceOf } from './references.js';

/** A schema that another one refers to, and that is to be compiled. */
export interface WantedSchema {
  pointer: string;
  compile(): void;
}

/**
 * Lets Ajv compile each schema that is referred to by a call of its own. Left alone, it does so where it comes to the
 * `$ref`, call within call, and 300 schemas that lead to one another are more than the stack holds. What it does for a
 * schema that contains itself, it is made to do for all: the code looks the function of the other up when it runs.
 *
 * @param document that Ajv has as a schema, under this name
 * @returns the schemas that were referred to by what has been compiled since, each once; it grows as these are compiled
 */
export function compileApart(ajv: Ajv2020, name: string, document: object): readonly WantedSchema[] {
  const wanted: WantedSchema[] = [];
  const root = ajv.schemas[name] as SchemaEnv;
  const places = new Map<object, SchemaEnv | undefined>();
  const endOf = endsIn(document);
  for (const ref of referencesIn(document)) {
    // One that leads nowhere is told where a schema in use has it.
    const [pointer = '', schema] = endOf(ref) ?? [];
    if (typeof schema !== 'object' || schema === null) continue;
    if (!places.has(schema)) {
      // What refers to nothing is written into the code of what refers to it.
      const place = inlineRef(schema)
        ? undefined
        : new SchemaEnv({ schema, schemaId: '$id', root, baseId: root.baseId });
      if (place) onUse(place, () => wanted.push({ pointer, compile: () => void compileSchema.call(ajv, place) }));
      places.set(schema, place);
    }
    const place = places.get(schema);
    if (place) root.refs[resolveUrl(ajv.opts.uriResolver, root.baseId, ref)] = place;
  }
  return wanted;
}

/** Tells when the function of a schema is asked for first. */
function onUse(place: SchemaEnv, tell: () => void): void {
  let compiled: AnyValidateFunction | undefined;
  let isUsed = false;
  Object.defineProperty(place, 'validate', {
    configurable: true,
    get() {
      if (!isUsed) tell();
      isUsed = true;
      return compiled;
    },
    set(validate: AnyValidateFunction) {
      compiled = validate;
    },
  });
}

/** None where a schema has an `$id`: then references begin there, and Ajv alone knows where they lead. */
function referencesIn(document: object): Iterable<string> {
  const found = new Set<string>();
  const waiting: object[] = [document];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (typeof (node as { $id?: unknown }).$id === 'string') return [];
    const ref = referenceOf(node);
    if (ref?.startsWith('#/')) found.add(ref);
    for (const below of Object.values(node))
      if (typeof below === 'object' && below !== null) waiting.push(below as object);
  }
  return found;
}
