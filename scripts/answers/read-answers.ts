import { statSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import type { OpenApiDocument } from '../contract/document.js';
import { type ParsedYaml, parseYaml, positionOf, refuseMistakes, yamlValue } from '../contract/parse-yaml.js';
import { toPointer } from '../contract/pointer.js';
import { isObject } from '../contract/walk.js';
import { readUpTo } from '../files/line-file.js';
import { checkNamedFile, namedFileRule } from '../files/named-file.js';
import { suggest } from '../text/did-you-mean.js';
import { sanitize } from '../text/escape.js';
import { reasonOf } from '../text/system-error.js';
import { FileMistake, UsageError } from '../text/usage-error.js';
import type { Answer, Answers, Correction } from './answers.js';
import { answersSchema } from './answers-schema.js';
import type { OverlayAction } from './overlay.js';
import { findSchemaMistake } from './schema-mistake.js';

/** Maximum size in bytes of a file with answers or corrections. */
const maxBytes = 5_000_000;

/**
 * Reads a file with answers to the questions of a contract, and the overlays that it names.
 *
 * @param text replaces the content of the file, which then need not exist
 * @throws UsageError with file, line and column if it is not such a file
 */
export function readAnswers(document: OpenApiDocument, file: string, text?: string): Answers {
  const { value, placeOf } = readYaml(file, answersFileNoun, { text });
  const content = (value ?? {}) as { answers?: Record<string, Answer> | null; overlays?: string[] };
  const answers = isObject(content.answers) ? content.answers : {};
  const openQuestions = document['x-unknowns'] ?? [];
  const ids = Object.keys(answers);
  const knownIds = openQuestions.map(({ id }) => id);
  const isAnswersFile = isObject(content.answers) || Array.isArray(content.overlays);
  refuseOtherFile(isAnswersFile, file, answersFileNoun, () => {
    const misplacedId = isObject(value) ? knownIds.find((id) => Object.hasOwn(value, id)) : undefined;
    if (misplacedId !== undefined)
      throw new UsageError(
        `${placeOf(toPointer([misplacedId]))}: expected ${misplacedId} below "answers", found it at the top ` +
          `level. Indent it.`,
      );
    refuseUnknown(ids, knownIds, placeOf);
    // Compile only the schemas of the given answers, because each compilation takes time.
    refuse(answersSchema(openQuestions.filter(({ id }) => ids.includes(id))), content, placeOf);
  });
  const folder = dirname(file);
  const corrections = (content.overlays ?? []).map((name, index) =>
    readCorrection(isAbsolute(name) ? name : join(folder, name), { name, folder, at: placeOf(`/overlays/${index}`) }),
  );
  return { answers, corrections, placeOf };
}

const answersFileNoun = 'a file with answers';

/** Runs a check of a file. If the check fails and `isOfKind` is false, the error says that the file is no `noun`. */
function refuseOtherFile(isOfKind: boolean, file: string, noun: string, check: () => void): void {
  try {
    check();
  } catch (error) {
    if (isOfKind || !(error instanceof UsageError)) throw error;
    throw new FileMistake(error.message, { file: sanitize(file), what: noun });
  }
}

function refuseUnknown(ids: readonly string[], knownIds: readonly string[], placeOf: YamlContent['placeOf']): void {
  const wrongId = ids.find((id) => !knownIds.includes(id));
  if (wrongId === undefined) return;
  throw new UsageError(
    `${placeOf(toPointer(['answers', wrongId]))}: expected the id of an open question, found ` +
      `${sanitize(JSON.stringify(wrongId), 80)}. ${suggest(wrongId, knownIds)} "directory-contract answers" lists ` +
      `them.`,
  );
}

function refuse(schema: Record<string, unknown>, value: unknown, placeOf: YamlContent['placeOf']): void {
  const mistake = findSchemaMistake(schema, value);
  if (mistake) throw new UsageError(`${placeOf(mistake.pointer)}: ${mistake.message}`);
}

const overlaySchema = {
  type: 'object',
  required: ['overlay', 'actions'],
  examples: [{ overlay: '1.0.0', info: { title: 'Corrections', version: '1' }, actions: [] }],
  properties: {
    overlay: { type: 'string', pattern: '^1\\.0\\.\\d+$', examples: ['1.0.0'] },
    actions: {
      type: 'array',
      items: {
        type: 'object',
        required: ['target'],
        anyOf: [{ required: ['update'] }, { required: ['remove'] }],
        examples: [{ target: '$.components.schemas.Tier', update: { description: 'A level.' } }],
        properties: { target: { type: 'string', pattern: '^\\$' }, remove: { type: 'boolean' } },
      },
    },
  },
};

/** @throws UsageError for a forbidden path, or a file that is no overlay, whose content the error does not quote */
function readCorrection(path: string, { name, folder, at }: Record<'name' | 'folder' | 'at', string>): Correction {
  const problem = checkNamedFile(path, folder);
  if (problem !== undefined)
    throw new UsageError(
      `${at}: the overlay ${sanitize(name)} ${problem}. ${namedFileRule}. Move it there, or correct the path.`,
    );
  try {
    const { value, placeOf } = readYaml(path, 'an overlay', { placeOfName: at });
    const isOfKind = isObject(value) && typeof value['overlay'] === 'string' && Array.isArray(value['actions']);
    refuseOtherFile(isOfKind, path, 'an OpenAPI Overlay 1.0', () => refuse(overlaySchema, value, placeOf));
    return { file: name, actions: (value as { actions: OverlayAction[] }).actions, placeOf };
  } catch (error) {
    throw error instanceof FileMistake ? new UsageError(error.safeMessage) : error;
  }
}

export interface YamlContent {
  value: unknown;
  /** Returns the place of a JSON pointer in the file: `directory.answers.yaml:3:12`. */
  placeOf(pointer: string): string;
}

interface YamlSource {
  text?: string | undefined;
  placeOfName?: string;
}

/**
 * @param noun noun for messages, such as `a scenario`
 * @param text replaces the content of the file
 * @param placeOfName the place in another file that names this file
 * @throws UsageError if the file does not exist, is too large, or is not YAML
 */
export function readYaml(file: string, noun: string, { text, placeOfName }: YamlSource = {}): YamlContent {
  const name = sanitize(file);
  const title = noun.replace(/^an? /, placeOfName === undefined ? 'The ' : `${placeOfName}: the `);
  const parsed = text === undefined ? parseFile(file, title) : parseYaml(Buffer.from(text));
  refuseMistakes(parsed, name, noun, { 'source/aliases': 'Write the values themselves in place of aliases.' });
  return {
    value: yamlValue(parsed.document),
    placeOf(pointer) {
      const { line, column } = positionOf(parsed, pointer);
      return `${name}:${line}:${column}`;
    },
  };
}

function parseFile(file: string, title: string): ParsedYaml {
  let size: number;
  try {
    ({ size } = statSync(file));
    const bytes = size > maxBytes ? undefined : readUpTo(file, maxBytes);
    if (bytes) return parseYaml(bytes);
  } catch (error) {
    throw new UsageError(`${title} ${sanitize(file)} cannot be read: ${reasonOf(error)}. Correct its path.`);
  }
  const sizeText = size > maxBytes ? `${(size / 1e6).toFixed(1)} MB` : 'more';
  throw new UsageError(
    `${sanitize(file)}:1:1: expected at most ${maxBytes / 1e6} MB, found ${sizeText}. Shorten the file, or ` +
      'correct the path.',
  );
}
