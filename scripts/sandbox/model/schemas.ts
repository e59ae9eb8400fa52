import type { OpenApiDocument } from '../../contract/document.js';

/** The parts of a schema that the sandbox looks at. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  allOf?: Schema[];
  additionalProperties?: boolean | Schema;
  'x-open'?: boolean;
  'x-reflected-as'?: string;
}

/** What a schema says about the fields of an object, with what it composes taken together. */
export interface Fields {
  properties: ReadonlyMap<string, Schema>;
  /** True where other fields may stand beside them. */
  open: boolean;
}

/** Reads schemas of one contract by name or by reference; each is taken together once. */
export class Schemas {
  readonly #named: Record<string, Schema>;
  readonly #fields = new Map<Schema, Fields>();

  constructor(document: OpenApiDocument) {
    this.#named = (document.components['schemas'] ?? {}) as Record<string, Schema>;
  }

  named(name: string): Schema | undefined {
    return Object.hasOwn(this.#named, name) ? this.#named[name] : undefined;
  }

  resolve(schema: Schema): Schema {
    const name = schema.$ref?.replace('#/components/schemas/', '');
    return (name !== undefined ? this.named(name) : undefined) ?? schema;
  }

  fields(schema: Schema): Fields {
    const resolved = this.resolve(schema);
    const known = this.#fields.get(resolved);
    if (known) return known;
    const properties = new Map(Object.entries(resolved.properties ?? {}));
    let open = resolved['x-open'] === true;
    for (const part of resolved.allOf ?? []) {
      const below = this.fields(part);
      for (const [name, property] of below.properties) properties.set(name, property);
      open ||= below.open;
    }
    const fields = { properties, open };
    this.#fields.set(resolved, fields);
    return fields;
  }
}
