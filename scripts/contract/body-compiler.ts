import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { MediaType, OpenApiDocument, OpenApiResponse } from './document.js';
import { sameJson } from './json.js';
import { linearCode } from './linear-code.js';
import { eachOperation } from './operations.js';
import { isLinearPattern } from './pattern.js';
import { dereference } from './references.js';
import { plainSchema, type SchemaNode, schemaRef, schemasBehind } from './schema-walk.js';
import { inTimeOfPatterns, type PatternPlace, stoppablePattern } from './slow-pattern.js';
import { schemasWithin } from './walk.js';

/** An error of a body against its schema. */
export interface BodyError {
  /** JSON pointer to the wrong value; empty for the whole body. */
  instancePath: string;
  keyword: string;
  schemaPath: string;
  params: Record<string, unknown>;
  message?: string;
}

/** Validates one body. */
export interface ValidateBody {
  (value: unknown): boolean;
  errors?: BodyError[] | null;
}

/** Functions for the bodies of a contract, by operationId; those of refusals also by status. */
export interface BodyValidators {
  requests: Readonly<Record<string, ValidateBody | undefined>>;
  answers: Readonly<Record<string, ValidateBody | undefined>>;
  refusals: Readonly<Record<string, Readonly<Record<string, ValidateBody | undefined>>>>;
}

/** A contract whose functions exist already. */
export interface Precompiled extends BodyValidators {
  document: OpenApiDocument;
}

/**
 * Returns functions for the bodies of a document that differs from another one in a few places. A body whose schema is
 * the same in both has the function of the other one; each of the rest is compiled. All this is done when a function is
 * first needed. They throw SlowPattern if a pattern takes very long over a value.
 */
export function bodyValidators(document: OpenApiDocument, known: Precompiled, placeOf?: PatternPlace): BodyValidators {
  const compiler = new SchemaCompiler(document, placeOf);
  const isSame = sameSchemas(document, known.document);
  const before = new Map([...eachOperation(known.document)].map(({ id, operation }) => [id, operation]));
  const result: Record<'requests' | 'answers', Record<string, ValidateBody>> = { requests: {}, answers: {} };
  const refusals: Record<string, Record<string, ValidateBody>> = {};
  for (const { id, operation } of eachOperation(document)) {
    const old = before.get(id);
    const add = (
      to: Record<string, ValidateBody>,
      name: string,
      made: ValidateBody | undefined,
      schemas: readonly (SchemaNode | undefined)[],
    ): void => {
      const [schema, other] = schemas;
      if (schema) lazily(to, name, () => (made && other && isSame(schema, other) ? made : compiler.compile(schema)));
    };
    const sent = [jsonSchema(operation.requestBody?.content), jsonSchema(old?.requestBody?.content)];
    add(result.requests, id, known.requests[id], sent);
    refusals[id] = {};
    for (const [status, node] of Object.entries(operation.responses)) {
      const { content } = dereference<OpenApiResponse>(document, node);
      const was = successOrSame(known.document, old?.responses, status);
      const schemas = [jsonSchema(content), jsonSchema(was)];
      if (!status.startsWith('2')) add(refusals[id], status, known.refusals[id]?.[status], schemas);
      else if (!Object.hasOwn(result.answers, id)) add(result.answers, id, known.answers[id], schemas);
    }
  }
  return { ...result, refusals };
}

function successOrSame(
  document: object,
  responses: object | undefined,
  status: string,
): Record<string, MediaType> | undefined {
  const entries = Object.entries(responses ?? {});
  const [, node] = entries.find(([other]) => (status.startsWith('2') ? other.startsWith('2') : other === status)) ?? [];
  return node && dereference<OpenApiResponse>(document, node as OpenApiResponse).content;
}

function jsonSchema(content: Record<string, MediaType> | undefined): SchemaNode | undefined {
  return (content?.['application/json'] ?? Object.values(content ?? {})[0])?.schema;
}

/** Whether two schemas, one of each document, are the same with all schemas that they refer to. */
function sameSchemas(document: OpenApiDocument, other: OpenApiDocument): (one: SchemaNode, two: SchemaNode) => boolean {
  const [mine, theirs] = [document, other].map(
    ({ components }) => (components['schemas'] ?? {}) as Record<string, SchemaNode>,
  );
  const known = new Map<string, boolean>();
  const isSameNamed = (name: string): boolean => {
    const found = known.get(name) ?? sameJson(plain(mine?.[name]), plain(theirs?.[name]));
    known.set(name, found);
    return found;
  };
  return (one, two) => sameJson(plain(one), plain(two)) && [...schemasBehind(document, one)].every(isSameNamed);
}

function plain(schema: SchemaNode | undefined): SchemaNode | undefined {
  return schema && plainSchema(schema);
}

function lazily(to: Record<string, ValidateBody>, name: string, make: () => ValidateBody): void {
  Object.defineProperty(to, name, {
    configurable: true,
    enumerable: true,
    get() {
      const value = make();
      Object.defineProperty(to, name, { value, enumerable: true });
      return value;
    },
  });
}

/** Whether no pattern of a schema, and of those that it refers to, can take long. */
function isLinear(document: OpenApiDocument, schema: SchemaNode): boolean {
  const schemas = (document.components['schemas'] ?? {}) as Record<string, SchemaNode>;
  const all = [schema, ...[...schemasBehind(document, schema)].map((name) => schemas[name])];
  return all
    .flatMap((each) => schemasWithin(each, []))
    .every(({ value: { pattern, patternProperties } }) =>
      [pattern ?? [], Object.keys(patternProperties ?? {})].flat().map(String).every(isLinearPattern),
    );
}

/** A function that throws SlowPattern in place of never ending. */
function stoppableBody(validate: ValidateBody, placeOf: PatternPlace | undefined): ValidateBody {
  const stoppable: ValidateBody = (value) => {
    const isValid = inTimeOfPatterns(() => validate(value), placeOf);
    stoppable.errors = validate.errors ?? null;
    return isValid;
  };
  return stoppable;
}

const regExp = Object.assign(stoppablePattern, { code: 'new RegExp' });

/** Compiles schemas of one document, each with those that it refers to. */
export class SchemaCompiler {
  readonly #document: OpenApiDocument;
  readonly #placeOf: PatternPlace | undefined;
  #ajv: Ajv2020 | undefined;
  #isCompiling = false;

  /** @param placeOf for messages about a pattern that takes too long */
  constructor(document: OpenApiDocument, placeOf?: PatternPlace) {
    this.#document = document;
    this.#placeOf = placeOf;
  }

  compile(schema: SchemaNode): ValidateBody {
    const { $ref } = schema as { $ref?: string };
    // A time limit has stopped it in the middle, after which Ajv takes half of a function for a whole one.
    if (this.#isCompiling) this.#ajv = undefined;
    this.#isCompiling = true;
    const ajv = this.#loaded();
    const made = $ref === undefined ? ajv.compile(plainSchema(schema)) : ajv.getSchema($ref.replace(schemaRef, ''));
    this.#isCompiling = false;
    return isLinear(this.#document, schema)
      ? (made as ValidateBody)
      : stoppableBody(made as ValidateBody, this.#placeOf);
  }

  #loaded(): Ajv2020 {
    if (this.#ajv) return this.#ajv;
    this.#ajv = new Ajv2020({
      strict: false,
      allErrors: true,
      ownProperties: true,
      inlineRefs: false,
      validateSchema: false,
      code: { lines: true, process: (text: string) => linearCode(text), regExp },
    });
    addFormats.default(this.#ajv);
    for (const [name, schema] of Object.entries(this.#document.components['schemas'] ?? {}))
      this.#ajv.addSchema({ ...plainSchema(schema as SchemaNode), $id: name });
    return this.#ajv;
  }
}
