import { readFileSync, statSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { UsageError } from '../../text/usage-error.js';
import { dereference, followed, ReferenceMistake, referenceOf } from '../../contract/references.js';
import { type OpenApiDocument, type PathItem } from '../../contract/document.js';
import { eachOperation } from '../../contract/operations.js';
import { linearCode } from '../../contract/linear-code.js';
import { parseYaml } from '../../contract/parse-yaml.js';
import { lineIn, pointerTo } from '../../contract/place-in-yaml.js';
import { escapeToken, parsePointer, valueAt } from '../../contract/pointer.js';
import { bounded } from '../../system/bounded.js';
import { refuseCircles } from '../../contract/circles.js';
import { checkedContract, type BodyJudge, type CheckedContract, type SchemaError } from '../model/contract.js';
import type { ContractPlace } from '../model/finding.js';
import { watched, type WatchedPattern } from '../judge/tried-pattern.js';
import { isJson, operationIdOf, type CheckedOperation } from '../model/operations.js';
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

/** @param begin is told what is done next */
function contractOf(file: string, bytes: Uint8Array, begin: (what: string) => void): CheckedContract {
  begin('the text of the file');
  const parsed = parseYaml(bytes);
  const {
    document,
    lines,
    mistakes: [mistake],
  } = parsed;
  if (mistake) {
    const { line, col } = lines.linePos(mistake.offset);
    throw new UsageError(`${file}:${line}:${col}: ${mistake.message} ${mistake.hint}`);
  }
  const place = (pointer: string): ContractPlace => ({ pointer, file, line: lineIn(parsed, pointer) });
  const value = document?.toJS() as unknown;
  try {
    begin('its operations and references');
    return checkedContract({
      document: documentOf(file, value),
      file,
      judge: (whole, operations) => compiledJudge(file, whole, operations, place, begin),
      place,
    });
  } catch (error) {
    if (!(error instanceof ReferenceMistake)) throw error;
    throw new UsageError(`${file}:${place(pointerTo(value, error.node)).line}: ${visible(error.message)}`);
  }
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
  throw new UsageError(
    `${file}: expected a contract of at most ${most.bytes / 1e6} MB, found ${(size / 1e6).toFixed(1)} MB.`,
  );
}

function documentOf(file: string, value: unknown): OpenApiDocument {
  const wrong = (expected: string, found: unknown): UsageError =>
    new UsageError(`${file}: expected ${expected}, found ${JSON.stringify(found) ?? 'nothing'}.`);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw wrong('an OpenAPI 3.1 document', Array.isArray(value) ? 'an array' : value);
  const document = value as Partial<OpenApiDocument>;
  if (!/^3\.1\.\d+$/.test(String(document.openapi))) throw wrong('a document with "openapi: 3.1.x"', document.openapi);
  if (typeof document.paths !== 'object' || document.paths === null)
    throw wrong('"paths" with the operations', document.paths);
  const external = externalRef(value);
  if (external)
    throw new UsageError(
      `${file}: the $ref ${JSON.stringify(external)} leads out of the file, and nothing is fetched. Make one file of it first, with "npx @redocly/cli bundle".`,
    );
  const whole: OpenApiDocument = {
    ...document,
    info: { title: 'API', version: '0', ...document.info },
    components: document.components ?? {},
    paths: {},
  } as OpenApiDocument;
  refuseCircles(document, '/paths');
  for (const [path, item] of Object.entries(document.paths))
    whole.paths[path] = dereference<PathItem>(document, (item ?? {}) as PathItem);
  const ids = new Set<string>();
  for (const { path, method, operation } of eachOperation(whole)) {
    const id = operationIdOf(path, method, operation);
    if (ids.has(id)) throw new UsageError(`${file}: the operationId ${JSON.stringify(id)} stands twice. Rename one.`);
    ids.add(id);
  }
  if (ids.size === 0) throw new UsageError(`${file}: there is no operation in it.`);
  return whole;
}

function externalRef(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const ref = referenceOf(value);
  if (ref !== undefined && !ref.startsWith('#')) return ref;
  for (const below of Object.values(value)) {
    const found = externalRef(below);
    if (found) return found;
  }
  return undefined;
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
