import { readFileSync, statSync } from 'node:fs';
import { isMap, isScalar, isSeq, type Document, type LineCounter } from 'yaml';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { UsageError } from '../command.js';
import { dereference } from '../contract/dereference.js';
import { methods, type OpenApiDocument, type PathItem } from '../contract/document.js';
import { linearCode } from '../contract/linear-code.js';
import { limits, parseYaml } from '../contract/parse-yaml.js';
import { escapeToken, parsePointer } from '../contract/pointer.js';
import { bounded } from './bounded.js';
import { checkedContract, type BodyJudge, type CheckedContract, type SchemaError } from './contract.js';
import type { ContractPlace } from './finding.js';
import { watched, type WatchedPattern } from './judge/tried-pattern.js';
import { isJson, readOperations, type CheckedOperation } from './operations.js';

/**
 * Reads any OpenAPI 3.1 document that stands in one file, YAML or JSON, and compiles its schemas.
 *
 * @throws UsageError with file and line for what is no such document
 */
export function readContract(file: string): CheckedContract {
  const { document: parsed, lines, mistakes } = parseYaml(bytesOf(file));
  const [mistake] = mistakes;
  if (mistake) {
    const { line, col } = lines.linePos(mistake.offset);
    throw new UsageError(`${file}:${line}:${col}: ${mistake.message} ${mistake.hint}`);
  }
  const document = documentOf(file, parsed?.toJS() as unknown);
  const place = (pointer: string): ContractPlace => ({ pointer, file, line: parsed ? lineOf(parsed, lines, pointer) : 1 });
  return checkedContract({ document, file, judge: () => compiledJudge(file, document, place), place });
}

function bytesOf(file: string): Uint8Array {
  let size: number;
  try {
    size = statSync(file).size;
    if (size <= limits.bytes) return readFileSync(file);
  } catch (error) {
    throw new UsageError(`The contract ${file} cannot be read: ${(error as Error).message}. Check the path of --contract.`);
  }
  throw new UsageError(`${file}: expected a contract of at most ${limits.bytes / 1e6} MB, found ${(size / 1e6).toFixed(1)} MB.`);
}

function documentOf(file: string, value: unknown): OpenApiDocument {
  const wrong = (expected: string, found: unknown): UsageError => new UsageError(`${file}: expected ${expected}, found ${JSON.stringify(found) ?? 'nothing'}.`);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong('an OpenAPI 3.1 document', Array.isArray(value) ? 'an array' : value);
  const document = value as Partial<OpenApiDocument>;
  if (!/^3\.1\.\d+$/.test(String(document.openapi))) throw wrong('a document with "openapi: 3.1.x"', document.openapi);
  if (typeof document.paths !== 'object' || document.paths === null) throw wrong('"paths" with the operations', document.paths);
  const external = externalRef(value);
  if (external) throw new UsageError(`${file}: the $ref ${JSON.stringify(external)} leads out of the file, and nothing is fetched. Make one file of it first, with "npx @redocly/cli bundle".`);
  const whole: OpenApiDocument = { ...document, info: { title: 'API', version: '0', ...document.info }, components: document.components ?? {}, paths: {} } as OpenApiDocument;
  for (const [path, item] of Object.entries(document.paths)) whole.paths[path] = dereference<PathItem>(whole, item as PathItem);
  if (!Object.values(whole.paths).some((item) => methods.some((method) => item[method]))) throw new UsageError(`${file}: there is no operation in it.`);
  const ids = readOperations(whole).map(({ id }) => id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) throw new UsageError(`${file}: the operationId ${JSON.stringify(twice)} stands twice. Rename one.`);
  return whole;
}

function externalRef(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const ref = (value as { $ref?: unknown }).$ref;
  if (typeof ref === 'string' && !ref.startsWith('#')) return ref;
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
const patience = 250;

const undecided: SchemaError = { instancePath: '', keyword: 'too-slow', params: {}, message: 'takes too long to judge' };

/** Compiles each schema where it stands in the document, so that nothing is copied and nothing can differ. */
function compiledJudge(file: string, document: OpenApiDocument, place: (pointer: string) => ContractPlace): BodyJudge {
  const looksAtAll = lookingAtAll.test(JSON.stringify(document));
  const code = { regExp: lenientPattern, lines: true, process: (text: string) => linearCode(text, looksAtAll) };
  const ajv = new Ajv2020({ strict: false, allErrors: true, ownProperties: true, validateSchema: false, logger: false, code });
  addFormats.default(ajv);
  // That of the package takes no `localhost`.
  ajv.addFormat('url', ajv.formats['uri'] ?? true);
  // That of the package compares each item with each other one.
  ajv.removeKeyword('uniqueItems').addKeyword({
    keyword: 'uniqueItems', type: 'array', schemaType: 'boolean', error: { message: 'must NOT have duplicate items' },
    validate: (isAsked: boolean, items: readonly unknown[]) => !isAsked || new Set(items.map(textOf)).size === items.length,
  });
  ajv.addSchema(document, 'contract');
  const compile = (pointer: string): ValidateFunction => {
    const fragment = parsePointer(pointer).map((token) => `/${encodeURIComponent(escapeToken(token))}`).join('');
    try {
      return ajv.compile({ $ref: `contract#${fragment}` });
    } catch (error) {
      const { line } = place(pointer);
      throw new UsageError(`${file}${line === undefined ? '' : `:${line}`}: this schema cannot be used: ${(error as Error).message.split('\n', 1)[0]}.`);
    }
  };
  const requests = new Map<CheckedOperation['id'], ValidateFunction>();
  const answers = new Map<string, ValidateFunction>();
  for (const operation of readOperations(document)) {
    if (operation.body && isJson(operation.body.media) && isThere(document, operation.body.pointer)) requests.set(operation.id, compile(operation.body.pointer));
    for (const { status, bodies } of operation.responses) {
      for (const { media, pointer } of bodies) {
        if ((isJson(media) || media.includes('*')) && isThere(document, pointer)) answers.set(`${operation.id} ${status} ${media}`, compile(pointer));
      }
    }
  }
  const errorsOf = (validate: ValidateFunction | undefined, value: unknown): readonly SchemaError[] =>
    !validate || validate(value) ? [] : ((validate.errors ?? []) as readonly SchemaError[]);
  return {
    // Whoever asks is about to send it, and cannot be stopped.
    request({ id }, value) {
      const judged = bounded(() => errorsOf(requests.get(id), value), { milliseconds: patience });
      return judged.stopped === undefined ? judged.value : [undecided];
    },
    answer: ({ id }, status, value, media) => errorsOf(answers.get(`${id} ${status} ${media ?? 'application/json'}`), value),
  };
}

/** The same text for values that are equal as JSON. */
function textOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(textOf).join()}]`;
  return `{${Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)).map(([name, below]) => `${JSON.stringify(name)}:${textOf(below)}`).join()}}`;
}

/** A media type need not have a schema. */
function isThere(document: OpenApiDocument, pointer: string): boolean {
  let at: unknown = document;
  for (const key of parsePointer(pointer)) at = typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[key] : undefined;
  return at !== undefined;
}

/** The line of the nearest place above that the document has. */
function lineOf(parsed: Document, lines: LineCounter, pointer: string): number {
  let node: unknown = parsed.contents;
  let offset = 0;
  for (const key of parsePointer(pointer)) {
    if (isMap(node)) {
      const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === key);
      if (!pair) break;
      offset = (pair.key as { range?: [number, number, number] }).range?.[0] ?? offset;
      node = pair.value;
    } else if (isSeq(node)) {
      node = node.items[Number(key)];
      offset = (node as { range?: [number, number, number] } | undefined)?.range?.[0] ?? offset;
    } else {
      break;
    }
  }
  return lines.linePos(offset).line;
}
