import { following, readDocument, refuseOperations, tooLarge, wholePaths } from '../../contract/read-document.js';
import { readFileSync, statSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { UsageError } from '../../text/usage-error.js';
import { followed, ReferenceMistake, referenceOf } from '../../contract/references.js';
import { type OpenApiDocument } from '../../contract/document.js';
import { linearCode } from '../../contract/linear-code.js';
import { escapeToken, parsePointer, valueAt } from '../../contract/pointer.js';
import { bounded } from '../../system/bounded.js';
import { refuseCircles } from '../../contract/circles.js';
import { checkedContract, type BodyJudge, type CheckedContract, type SchemaError } from '../model/contract.js';
import type { ContractPlace } from '../model/finding.js';
import { watched, type WatchedPattern } from '../judge/tried-pattern.js';
import { isJson, type CheckedOperation } from '../model/operations.js';
import { visible } from '../../text/escape.js';
import { compileApart } from '../../contract/shallow-compiler.js';

/** Bytes of a document, and milliseconds for all that is done with it before the first request. */
const most = { bytes: 50_000_000, milliseconds: 10_000 };

/**
 * Reads any OpenAPI 3.1 document that stands in one file, YAML or JSON, and compiles its schemas.
 *
 * @param milliseconds that this may take; 10 s by default
 * @throws UsageError with file and line for what is no such document, and for one that takes longer
 */
export function readContract(file: string, milliseconds = most.milliseconds): CheckedContract {
  const bytes = bytesOf(file);
  let now = '';
  const read = bounded(
    () =>
      contractOf(file, bytes, (what) => {
        now = what;
      }),
    { milliseconds },
  );
  if (read.stopped === undefined) return read.value;
  const why =
    read.stopped === 'time'
      ? `this contract could not be read within ${milliseconds / 1000} s`
      : 'reading this contract was stopped';
  throw new UsageError(
    `${file}: ${why}; the time went into ${now}. Name a smaller document: leave out operations that are not to be checked, and what they alone refer to.`,
  );
}

/** What the check takes. */
const expected = {
  what: 'contract',
  form: 'an OpenAPI 3.1 document',
  openapi: { pattern: /^3\.1\.\d+$/, example: 'a document with "openapi: 3.1.x"' },
  most: most.bytes,
};

/** @param begin is told what is done next */
function contractOf(file: string, bytes: Uint8Array, begin: (what: string) => void): CheckedContract {
  begin('the text of the file');
  const read = readDocument(file, bytes, expected);
  const place = (pointer: string): ContractPlace => ({ pointer, file, line: read.lineOf(pointer) });
  begin('its operations and references');
  return following(read, () => {
    refuseCircles(read.document, '/paths');
    const document = {
      ...read.document,
      info: { title: 'API', version: '0', ...(read.document['info'] as object | undefined) },
      components: read.document['components'] ?? {},
      paths: wholePaths(read.document),
    } as unknown as OpenApiDocument;
    refuseOperations(read.name, document);
    return checkedContract({
      document,
      file,
      judge: (whole, operations) => compiledJudge(file, whole, operations, place, begin),
      place,
    });
  });
}

function bytesOf(file: string): Uint8Array {
  let size: number;
  try {
    size = statSync(file).size;
    if (size <= most.bytes) return readFileSync(file);
  } catch (error) {
    throw new UsageError(
      `The contract ${file} cannot be read: ${(error as Error).message}. Check the path of --contract.`,
    );
  }
  throw tooLarge(file, expected.what, size, most.bytes);
}

/** Patterns that were written for other languages escape what the flag `u` does not let them: `\-`, `\@`. */
const lenientPattern = Object.assign(
  (pattern: string, flags: string): WatchedPattern => {
    try {
      return watched(new RegExp(pattern, flags));
    } catch {
      return watched(new RegExp(pattern));
    }
  },
  { code: 'new RegExp' },
);

/** These look at each item and field, whatever is wrong with those before. */
const lookingAtAll = /"(?:contains|unevaluatedItems|unevaluatedProperties)":/;

/** Milliseconds for a body that the check made itself. */
const patience = 1000;

const undecided: SchemaError = {
  instancePath: '',
  keyword: 'too-slow',
  params: {},
  message: 'takes too long to judge',
};

/** Compiles each schema where it stands in the document, so that nothing is copied and nothing can differ. */
function compiledJudge(
  file: string,
  document: OpenApiDocument,
  operations: readonly CheckedOperation[],
  place: (pointer: string) => ContractPlace,
  begin: (what: string) => void,
): BodyJudge {
  const looksAtAll = lookingAtAll.test(JSON.stringify(document));
  const code = { regExp: lenientPattern, lines: true, process: (text: string) => linearCode(text, looksAtAll) };
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    ownProperties: true,
    validateSchema: false,
    logger: false,
    code,
  });
  addFormats.default(ajv);
  // That of the package takes no `localhost`.
  ajv.addFormat('url', ajv.formats['uri'] ?? true);
  // That of the package compares each item with each other one.
  ajv.removeKeyword('uniqueItems').addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    error: { message: 'must NOT have duplicate items' },
    validate: (isAsked: boolean, items: readonly unknown[]) =>
      !isAsked || new Set(items.map(textOf)).size === items.length,
  });
  ajv.addSchema(document, 'contract');
  const wanted = compileApart(ajv, 'contract', document);
  const usable = <Value>(pointer: string, compile: () => Value): Value => {
    begin(`the schema ${visible(pointer)}`);
    try {
      return compile();
    } catch (error) {
      if (error instanceof ReferenceMistake) throw error;
      throw new UsageError(
        `${file}:${place(pointer).line}: this schema cannot be used: ${visible((error as Error).message.split('\n', 1)[0] ?? '')}.`,
      );
    }
  };
  const compiled = new Map<unknown, ValidateFunction>();
  const compile = (pointer: string): ValidateFunction => {
    const schema = valueAt(document, pointer) as object;
    // Many bodies are of one schema.
    const [at, same] =
      referenceOf(schema)?.startsWith('#/') && Object.keys(schema).length === 1
        ? followed<object>(document, pointer, schema)
        : [pointer, schema];
    const validate =
      compiled.get(same) ??
      usable(at, () =>
        ajv.compile({
          $ref: `contract#${parsePointer(at)
            .map((token) => `/${encodeURIComponent(escapeToken(token))}`)
            .join('')}`,
        }),
      );
    compiled.set(same, validate);
    return validate;
  };
  // A media type need not have a schema.
  const requests = new Map<CheckedOperation['id'], ValidateFunction>();
  const answers = new Map<string, ValidateFunction>();
  for (const operation of operations) {
    if (operation.body && isJson(operation.body.media) && valueAt(document, operation.body.pointer) !== undefined)
      requests.set(operation.id, compile(operation.body.pointer));
    for (const { status, bodies } of operation.responses) {
      for (const { media, pointer } of bodies) {
        if ((isJson(media) || media.includes('*')) && valueAt(document, pointer) !== undefined)
          answers.set(`${operation.id} ${status} ${media}`, compile(pointer));
      }
    }
  }
  for (const { pointer, compile: compileWanted } of wanted) usable(pointer, compileWanted);
  const errorsOf = (validate: ValidateFunction | undefined, value: unknown): readonly SchemaError[] =>
    !validate || validate(value) ? [] : ((validate.errors ?? []) as readonly SchemaError[]);
  return {
    // Whoever asks is about to send it, and cannot be stopped.
    request({ id }, value) {
      const judged = bounded(() => errorsOf(requests.get(id), value), { milliseconds: patience });
      return judged.stopped === undefined ? judged.value : [undecided];
    },
    answer: ({ id }, status, value, media) =>
      errorsOf(answers.get(`${id} ${status} ${media ?? 'application/json'}`), value),
  };
}

/** The same text for values that are equal as JSON. */
function textOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(textOf).join()}]`;
  return `{${Object.entries(value)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, below]) => `${JSON.stringify(name)}:${textOf(below)}`)
    .join()}}`;
}
