import type { Facet, OpenApiDocument, OpenQuestion } from '../contract/document.js';
import { copyJson } from '../contract/json.js';
import { eachOperation, type PlacedOperation } from '../contract/operations.js';
import { createSchemaResolver } from '../contract/references.js';
import type { Schema } from '../contract/schema.js';
import { visitNodes } from '../contract/walk.js';

export type DocumentPart = Record<string, unknown>;

export type SchemaPart = { -readonly [Key in keyof Omit<Schema, 'properties' | 'items'>]: Schema[Key] } & {
  properties?: Record<string, SchemaPart>;
  items?: SchemaPart;
  description?: string;
};

export class AnswerMistake extends Error {
  override readonly name = 'AnswerMistake';
  /** JSON pointer into the answer. */
  readonly pointer: string;

  /** @param message what was expected, what was found, and what to do */
  constructor(pointer: string, message: string) {
    super(message);
    this.pointer = pointer;
  }
}

/** A field of an object schema. */
export interface Field {
  /** The component schema that is the object schema or contains it. */
  schema: string;
  owner: SchemaPart;
  name: string;
}

/** Facts about a field that the interface description states. */
export interface StatedField {
  section: string;
  schema: SchemaPart;
}

/** A copy of the contract that answers change step by step. */
export class Draft {
  readonly document: OpenApiDocument;
  /** JSON pointers of bodies that an answer wraps in an object. It does not count as setting values inside. */
  readonly wrappedPointers: string[] = [];
  readonly #untaught: OpenApiDocument;

  /** @param originalDocument the contract before all answers */
  constructor(document: OpenApiDocument, originalDocument = document) {
    this.document = copyJson(document);
    this.#untaught = originalDocument;
  }

  get operations(): PlacedOperation[] {
    return [...eachOperation(this.document)];
  }

  operation(id: string): PlacedOperation | undefined {
    return this.operations.find((operation) => operation.id === id);
  }

  get schemas(): Record<string, SchemaPart> {
    return (this.document.components['schemas'] ?? {}) as Record<string, SchemaPart>;
  }

  /** @throws Error if the contract has no schema of this name */
  schema(name: string): SchemaPart {
    const schema = this.schemas[name];
    if (!schema) throw new Error(`The contract has no schema ${name}.`);
    return schema;
  }

  resolve(schema: Schema): SchemaPart {
    return this.resolver()(schema);
  }

  /** Like `resolve`, but faster for many schemas. Valid until the document changes. */
  resolver(): (schema: Schema) => SchemaPart {
    return createSchemaResolver(this.document) as (schema: Schema) => SchemaPart;
  }

  /** The original field, before all answers, if the interface description states it. */
  statedField({ schema, owner, name }: Field): StatedField | undefined {
    const originalSchema = this.#untaught.components['schemas']?.[schema] as SchemaPart | undefined;
    const { section = '', stated = false } = originalSchema?.['x-provenance'] ?? {};
    const properties = stated && owner === this.schemas[schema] ? (originalSchema?.properties ?? {}) : {};
    const source = owner.properties?.[name]?.['x-renamed-from'] ?? name;
    const field = Object.hasOwn(properties, source) ? properties[source] : undefined;
    return field && { section, schema: field };
  }

  question(id: string): OpenQuestion | undefined {
    return this.document['x-unknowns']?.find((question) => question.id === id);
  }

  /** Notes that a part depends on the answer to a question, no longer on the open question. */
  settle(part: object, question: string): void {
    const documentPart = part as DocumentPart;
    const answers = (documentPart['x-answered'] ?? []) as string[];
    this.forget(part, question);
    documentPart['x-answered'] = [...new Set([...answers, question])];
  }

  /** Removes an open question from a part, because the part has changed and no longer depends on it. */
  forget(part: object, question: string): void {
    const documentPart = part as DocumentPart;
    const openIds = ((documentPart['x-unknown'] ?? []) as string[]).filter((id) => id !== question);
    if (openIds.length > 0) documentPart['x-unknown'] = openIds;
    else delete documentPart['x-unknown'];
  }

  settleEverywhere(question: string): void {
    visitNodes(this.document, 'document', [], (_kind, _path, part) => {
      const questions = part['x-unknown'];
      if (Array.isArray(questions) && questions.includes(question)) this.settle(part, question);
    });
  }

  /** Notes that a facet of an operation is known from the answer to a question. A stated facet stays stated. */
  settleFacet({ operation }: PlacedOperation, facet: Facet, question: string): void {
    const provenance = operation['x-provenance'];
    this.settle(operation, question);
    if (provenance.stated.includes(facet)) return;
    delete provenance.inferred[facet];
    provenance.answered = { ...provenance.answered, [facet]: question };
  }

  /** Notes that a schema is known from the answer to a question. A stated schema stays stated. */
  settleSchema(schema: SchemaPart, question: string): void {
    this.settle(schema, question);
    const provenance = schema['x-provenance'];
    if (provenance?.stated !== true) schema['x-provenance'] = { ...provenance, answered: question };
  }
}
