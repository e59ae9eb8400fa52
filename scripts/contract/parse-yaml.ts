import {
  Composer,
  type CST,
  type Document,
  isCollection,
  isMap,
  isPair,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  Parser,
  stringify,
  visit,
  type YAMLError,
} from 'yaml';
import { sanitize } from '../text/escape.js';
import { FileMistake } from '../text/usage-error.js';
import { parsePointer } from './pointer.js';

export interface ParsedYaml {
  text: string;
  lines: LineCounter;
  /** Undefined if the parser finds no structure in the text. */
  document?: Document | undefined;
  mistakes: YamlMistake[];
}

export interface YamlMistake {
  /** Position in the text, in characters. */
  offset: number;
  rule: 'source/text' | 'source/yaml' | 'source/depth' | 'source/aliases';
  message: string;
  hint: string;
}

/** Limits of a file: its bytes, its depth, and its characters after aliases are expanded. */
export const limits = { bytes: 10_000_000, depth: 100, expanded: 50_000_000 };

/** Maximum number of mistakes reported. One mistake causes others on later lines, which would hide the first. */
const maxMistakes = 3;

/** Parses any file. Limits the depth first, because recursive parsing would crash on 100,000 nested brackets. */
export function parseYaml(bytes: Uint8Array): ParsedYaml {
  const lines = new LineCounter();
  const { text, mistake } = decodeText(bytes);
  if (mistake) {
    countLines(text, lines);
    return { text, lines, mistakes: [{ ...mistake, rule: 'source/text', hint: 'Save the file as UTF-8 text.' }] };
  }
  const tokens = tokenize(text, lines);
  if (!Array.isArray(tokens)) return { text, lines, mistakes: [tokens] };
  // Leave out uniqueKeys: it compares each key with every other one, and 40,000 keys would take half a minute.
  // The log level suppresses a warning that the parser would print for a key that is a map or a list.
  const options = { strict: true, prettyErrors: false, uniqueKeys: false, logLevel: 'error' } as const;
  const [document, another] = new Composer(options).compose(tokens, true, text.length);
  if (!document) return { text, lines, mistakes: [] };
  const parserErrors = [...document.errors, ...document.warnings, ...findDuplicateKeys(document.contents)];
  const errors = parserErrors.map((error) => explain(error, text));
  const tabErrors = errors.filter(({ hint }) => hint === hints.TAB_AS_INDENT);
  const mistakes = (tabErrors.length > 0 ? tabErrors : errors).slice(0, maxMistakes);
  if (another) {
    const message = 'Expected one YAML document in the file, found a second one after "---".';
    const hint = 'Put each document into its own file.';
    mistakes.push({ offset: another.range[0], rule: 'source/yaml', message, hint });
  }
  if (mistakes.length === 0) mistakes.push(...findAliasMistakes(document));
  return { text, lines, document, mistakes };
}

/**
 * Throws if the text is not YAML.
 *
 * @param safeName the source of the text, safe to print
 * @param noun noun for messages, such as `a scenario`
 * @param advice hints by rule, in place of those for contracts
 * @throws FileMistake with line and column of the first mistake
 */
export function refuseMistakes(
  { mistakes: [mistake], lines }: ParsedYaml,
  safeName: string,
  noun: string,
  advice: Partial<Record<YamlMistake['rule'], string>> = {},
): void {
  if (!mistake) return;
  const { line, col } = lines.linePos(mistake.offset);
  const at = `:${line}:${col}`;
  const text = sanitize(`${mistake.message} ${advice[mistake.rule] ?? mistake.hint}`);
  throw new FileMistake(`${safeName}${at}: ${text}`, { file: safeName, what: noun, at });
}

/** Characters that text must not have: control characters other than tab and line ends. */
const controlCharacters = '\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f';

/**
 * Decodes bytes as text. Without `fatal`, bytes that are not UTF-8 would silently become replacement characters.
 *
 * @param forbiddenCharacters further forbidden characters, in the syntax of a regular expression's character class
 * @returns the text, even if it has a mistake; the offset of the mistake counts characters
 */
export function decodeText(
  bytes: Uint8Array,
  forbiddenCharacters = '',
): { text: string; mistake?: { offset: number; message: string } } {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    text = new TextDecoder('utf-8').decode(bytes);
    const message = 'Expected UTF-8, found bytes that are not UTF-8.';
    return { text, mistake: { offset: text.indexOf('\ufffd'), message } };
  }
  const offset = text.search(new RegExp(`[${controlCharacters}${forbiddenCharacters}]`));
  if (offset === -1) return { text };
  const code = text.charCodeAt(offset).toString(16).toUpperCase().padStart(4, '0');
  return { text, mistake: { offset, message: `Expected text, found the control character U+${code}.` } };
}

function countLines(text: string, lines: LineCounter): void {
  lines.addNewLine(0);
  for (const match of text.matchAll(/\n/g)) lines.addNewLine(match.index + 1);
}

function tokenize(text: string, lines: LineCounter): CST.Token[] | YamlMistake {
  const parser = new Parser(lines.addNewLine);
  lines.addNewLine(0);
  const tokens: CST.Token[] = [];
  for (const lexeme of new Lexer().lex(text)) {
    tokens.push(...parser.next(lexeme));
    // Add 2, because the stack also holds the document and the current token.
    if (parser.stack.length > limits.depth + 2) {
      const message = `Expected at most ${limits.depth} levels of nesting, found more.`;
      return { offset: parser.offset, rule: 'source/depth', message, hint: 'Flatten the structure.' };
    }
  }
  tokens.push(...parser.end());
  return tokens;
}

const hints: Record<string, string> = {
  DUPLICATE_KEY: 'Remove or rename one of the two keys.',
  TAB_AS_INDENT: 'Indent with spaces.',
  TAG_RESOLVE_FAILED: 'Remove the tag.',
};

/** A mistake as the parser reports it. */
type ParserError = Pick<YAMLError, 'code' | 'message' | 'pos'>;

function* findDuplicateKeys(node: unknown): Iterable<ParserError> {
  if (!isCollection(node)) return;
  const keys = isMap(node) ? new Set<unknown>() : undefined;
  for (const item of node.items) {
    const key = isPair(item) ? item.key : undefined;
    if (keys && isScalar(key)) {
      const [start = 0, end = start] = key.range ?? [];
      if (keys.has(key.value)) yield { code: 'DUPLICATE_KEY', message: 'Map keys must be unique', pos: [start, end] };
      keys.add(key.value);
    }
    yield* findDuplicateKeys(key);
    yield* findDuplicateKeys(isPair(item) ? item.value : item);
  }
}

function explain(error: ParserError, text: string): YamlMistake {
  const hint =
    hints[error.code] ?? 'Check the indentation, quotes and brackets of this line and of the lines around it.';
  // For a multi-line key, the parser reports the whole key, but the mistake is at its end: a line indented too far.
  const offset = error.pos[error.code === 'MULTILINE_IMPLICIT_KEY' ? 1 : 0];
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const remainingText = text.slice(start);
  const line = (remainingText.split('\n', 1)[0] ?? '').trim();
  const excerpt = line.length > 60 ? `${line.slice(0, 60)}…` : line;
  const foundText = remainingText.trim() === '' ? 'the end of the file' : `"${excerpt}"`;
  const message = `The file is not valid YAML: ${error.message}; found ${foundText}.`;
  return { offset, rule: 'source/yaml', message, hint };
}

/** Checks that each alias has an anchor above it, and that the aliases do not expand the document too much. */
function findAliasMistakes(document: Document): YamlMistake[] {
  const hint = 'Write the values themselves in place of aliases.';
  const anchors = new Map<string, unknown>();
  const targets = new Map<unknown, unknown>();
  let first: number | undefined;
  let mistake: YamlMistake | undefined;
  visit(document, {
    Value: (_, node) => void (node.anchor !== undefined && anchors.set(node.anchor, node)),
    Alias: (_, alias, path) => {
      const offset = alias.range?.[0] ?? 0;
      first ??= offset;
      const target = anchors.get(alias.source);
      targets.set(alias, target);
      const message = !target
        ? `Expected an anchor &${alias.source} above the alias *${alias.source}, found none.`
        : path.some((ancestor) => ancestor === target)
          ? `The alias *${alias.source} is inside the node that it refers to.`
          : undefined;
      if (message === undefined) return undefined;
      mistake = { offset, rule: 'source/aliases', message, hint };
      return visit.BREAK;
    },
  });
  if (mistake) return [mistake];
  if (first === undefined || expandedSize(document, targets) <= limits.expanded) return [];
  const message = `The aliases expand the file to more than ${limits.expanded / 1e6} MB.`;
  return [{ offset: first, rule: 'source/aliases', message, hint }];
}

/** The number of characters of a document with each alias replaced by its target. Each node is measured only once. */
function expandedSize({ contents }: Document, targets: ReadonlyMap<unknown, unknown>): number {
  const sizes = new Map<unknown, number>();
  const sizeOf = (node: unknown): number => {
    const target = targets.get(node) ?? node;
    const knownSize = sizes.get(target);
    if (knownSize !== undefined) return knownSize;
    const parts = isPair(target) ? [target.key, target.value] : isCollection(target) ? target.items : [];
    const range = isScalar(target) ? target.range : undefined;
    const size = parts.reduce<number>((sum, part) => sum + sizeOf(part), range ? range[1] - range[0] : 1);
    sizes.set(target, size);
    return size;
  };
  return sizeOf(contents);
}

/** Returns the value of a document that has no mistakes. An alias and its anchor share one object. */
export function yamlValue(document: Document | undefined): unknown {
  return document?.toJS({ maxAliasCount: -1 });
}

type YamlSource = Pick<ParsedYaml, 'document' | 'lines'>;

/** The line of a pointer, or of its nearest existing parent. */
export function lineIn(yaml: YamlSource, pointer: string): number {
  return positionOf(yaml, pointer).line;
}

/** The line and column of a pointer, or of its nearest existing parent, counted from 1. */
export function positionOf({ document, lines }: YamlSource, pointer: string): { line: number; column: number } {
  let node: unknown = document?.contents;
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
  return positionAt(lines, offset);
}

/** Line and column of an offset, both counted from 1. */
export function positionAt(lines: LineCounter, offset: number): { line: number; column: number } {
  const { line, col } = lines.linePos(offset);
  return { line: Math.max(line, 1), column: Math.max(col, 1) };
}

/** A JSON value as readable YAML: lines are not folded, so that changing one word changes one line. */
export function toYaml(value: unknown): string {
  return stringify(value, { lineWidth: 0, singleQuote: true, aliasDuplicateObjects: false, compat: 'yaml-1.1' });
}
