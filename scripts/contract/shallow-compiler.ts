import type { Ajv2020 } from 'ajv/dist/2020.js';
import { compileSchema, SchemaEnv } from 'ajv/dist/compile/index.js';
import { inlineRef, resolveUrl } from 'ajv/dist/compile/resolve.js';
import type { AnyValidateFunction } from 'ajv/dist/types/index.js';
import { endsIn, referenceOf } from './references.js';

/** A referenced schema that needs to be compiled. */
export interface WantedSchema {
  pointer: string;
  compile(): void;
}

/**
 * Makes Ajv compile each referenced schema in a separate call. By default Ajv compiles a schema at the `$ref` to it, in
 * nested calls, and a chain of 300 schemas overflows the stack. Here all schemas are treated as Ajv treats recursive
 * ones: the generated code looks up the other function when it runs.
 *
 * @param document a schema that Ajv has under this name
 * @returns the schemas to compile, each once; compiling one of them may add more
 */
export function compileApart(ajv: Ajv2020, name: string, document: object): readonly WantedSchema[] {
  const wanted: WantedSchema[] = [];
  const root = ajv.schemas[name] as SchemaEnv;
  const places = new Map<object, SchemaEnv | undefined>();
  const endOf = endsIn(document);
  for (const ref of referencesIn(document)) {
    // A reference that leads nowhere is reported only if a schema in use contains it.
    const [pointer = '', schema] = endOf(ref) ?? [];
    if (typeof schema !== 'object' || schema === null) continue;
    if (!places.has(schema)) {
      // Ajv inlines a schema without references into the code of the schema that refers to it.
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

/** Calls back when the function of a schema is first requested. */
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

/** Returns nothing if a schema has an `$id`: only Ajv knows where references relative to an `$id` lead. */
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
