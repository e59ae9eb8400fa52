import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { OpenApiDocument } from '../../contract/document.js';
import { isJson } from '../../contract/json-success.js';
import { linearCode } from '../../contract/linear-code.js';
import { patternOf } from '../../contract/pattern.js';
import { escapeToken, parsePointer, valueAt } from '../../contract/pointer.js';
import { followed, ReferenceMistake, referenceOf } from '../../contract/references.js';
import { compileApart, type WantedSchema } from '../../contract/shallow-compiler.js';
import { type WatchedPattern, watched } from '../../contract/tried-pattern.js';
import { bounded } from '../../system/bounded.js';
import { visible } from '../../text/escape.js';
import { UsageError } from '../../text/usage-error.js';
import { type BodyJudge, type SchemaError, undecided } from '../model/contract.js';
import type { ContractPlace } from '../model/finding.js';
import type { CheckedOperation } from '../model/operations.js';

/** A document from a file. */
export interface ReadDocument {
  file: string;
  document: OpenApiDocument;
  place: (pointer: string) => ContractPlace;
  /** Called with the name of the next step. */
  begin: (what: string) => void;
}

/** Patterns for other languages may have escapes that the flag `u` forbids, such as `\-` and `\@`. */
const lenientPattern = Object.assign(
  (pattern: string, flags: string): WatchedPattern => watched(patternOf(pattern, flags) ?? new RegExp(pattern)),
  { code: 'new RegExp' },
);

/** These keywords look at each item or field, even after a mistake in another one. */
const lookingAtAll = /"(?:contains|unevaluatedItems|unevaluatedProperties)":/;

/** Milliseconds to judge a request body. */
const patience = 1000;

/** Compiles each schema in its place in the document, without copies that could differ. */
export function compiledJudge(read: ReadDocument, operations: readonly CheckedOperation[]): BodyJudge {
  const { document } = read;
  const schemas = new Schemas(read);
  // A media type need not have a schema.
  const requests = new Map<CheckedOperation['id'], ValidateFunction>();
  const answers = new Map<string, ValidateFunction>();
  for (const operation of operations) {
    if (operation.body && isJson(operation.body.media) && valueAt(document, operation.body.pointer) !== undefined)
      requests.set(operation.id, schemas.compile(operation.body.pointer));
    for (const { status, bodies } of operation.responses) {
      for (const { media, pointer } of bodies) {
        if ((isJson(media) || media.includes('*')) && valueAt(document, pointer) !== undefined)
          answers.set(`${operation.id} ${status} ${media}`, schemas.compile(pointer));
      }
    }
  }
  schemas.compileReferred();
  const errorsOf = (validate: ValidateFunction | undefined, value: unknown): readonly SchemaError[] =>
    !validate || validate(value) ? [] : ((validate.errors ?? []) as readonly SchemaError[]);
  return {
    // The caller is about to send it, and a signal cannot stop it here.
    request({ id }, value) {
      const judged = bounded(() => errorsOf(requests.get(id), value), { milliseconds: patience });
      return judged.stopped === undefined ? judged.value : [undecided];
    },
    answer: ({ id }, status, value, media) =>
      errorsOf(answers.get(`${id} ${status} ${media ?? 'application/json'}`), value),
  };
}

/** The schemas of a document, compiled as they are needed. */
class Schemas {
  readonly #read: ReadDocument;
  readonly #ajv: Ajv2020;
  /** Schemas that compiled schemas refer to; the list grows with each compilation. */
  readonly #referred: readonly WantedSchema[];
  readonly #compiled = new Map<unknown, ValidateFunction>();

  constructor(read: ReadDocument) {
    this.#read = read;
    this.#ajv = ajvFor(read.document);
    this.#ajv.addSchema(read.document, 'contract');
    this.#referred = compileApart(this.#ajv, 'contract', read.document);
  }

  compile(pointer: string): ValidateFunction {
    const { document } = this.#read;
    const schema = valueAt(document, pointer) as object;
    // Many bodies share one schema.
    const [at, same] =
      referenceOf(schema)?.startsWith('#/') && Object.keys(schema).length === 1
        ? followed<object>(document, pointer, schema)
        : [pointer, schema];
    const path = parsePointer(at).map((token) => `/${encodeURIComponent(escapeToken(token))}`);
    const validate =
      this.#compiled.get(same) ?? this.#usable(at, () => this.#ajv.compile({ $ref: `contract#${path.join('')}` }));
    this.#compiled.set(same, validate);
    return validate;
  }

  compileReferred(): void {
    for (const { pointer, compile } of this.#referred) this.#usable(pointer, compile);
  }

  #usable<Value>(pointer: string, compile: () => Value): Value {
    const { file, place, begin } = this.#read;
    begin(`the schema ${visible(pointer)}`);
    try {
      return compile();
    } catch (error) {
      if (error instanceof ReferenceMistake) throw error;
      const [why = ''] = (error as Error).message.split('\n', 1);
      throw new UsageError(`${file}:${place(pointer).line}: cannot compile this schema: ${visible(why)}.`);
    }
  }
}

function ajvFor(document: OpenApiDocument): Ajv2020 {
  const looksAtAll = lookingAtAll.test(JSON.stringify(document));
  const code = {
    regExp: lenientPattern,
    lines: true,
    optimize: false,
    process: (text: string) => linearCode(text, looksAtAll),
  };
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    ownProperties: true,
    validateSchema: false,
    logger: false,
    code,
  });
  addFormats.default(ajv);
  // The format of ajv-formats rejects `localhost`.
  ajv.addFormat('url', ajv.formats['uri'] ?? true);
  // Ajv's own keyword compares each item with every other, which is quadratic.
  ajv.removeKeyword('uniqueItems').addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    error: { message: 'must NOT have duplicate items' },
    validate: (isAsked: boolean, items: readonly unknown[]) =>
      !isAsked || new Set(items.map(textOf)).size === items.length,
  });
  return ajv;
}

/** Equal JSON values have equal texts. */
function textOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(textOf).join()}]`;
  return `{${Object.entries(value)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, below]) => `${JSON.stringify(name)}:${textOf(below)}`)
    .join()}}`;
}
