import {
  Composer,
  type CST,
  type Document,
  isCollection,
  isMap,
  isPair,
  isScalar,
  Lexer,
  LineCounter,
  Parser,
  visit,
  type YAMLError,
} from 'yaml';

/** A YAML text that could be read, or what is wrong with it. */
export interface ParsedYaml {
  text: string;
  lines: LineCounter;
  /** Undefined where the text is too broken to have a structure. */
  document?: Document | undefined;
  mistakes: YamlMistake[];
}

export interface YamlMistake {
  /** Into the text, in characters. */
  offset: number;
  rule: 'source/text' | 'source/yaml' | 'source/depth' | 'source/aliases';
  message: string;
  hint: string;
}

export const limits = { bytes: 10_000_000, depth: 100, aliases: 100 };

/** A mistake of YAML makes the lines behind it mistaken, too; more than this many would only hide the first. */
const shown = 3;

/**
 * Parses one file, whatever it holds. The depth is counted while the text is cut into tokens, which needs no
 * recursion: what comes behind recurses, and a text of a hundred thousand brackets would end the whole process.
 */
export function parseYaml(bytes: Uint8Array): ParsedYaml {
  const lines = new LineCounter();
  const { text, mistake } = readText(bytes, lines);
  if (mistake) return { text, lines, mistakes: [mistake] };
  const parsed = tokens(text, lines);
  if (!Array.isArray(parsed)) return { text, lines, mistakes: [parsed] };
  // The composer compares each key with every other one: 40,000 of them would take half a minute.
  const [document, another] = new Composer({ strict: true, prettyErrors: false, uniqueKeys: false }).compose(
    parsed,
    true,
    text.length,
  );
  if (!document) return { text, lines, mistakes: [] };
  const errors = [...document.errors, ...document.warnings, ...doubleKeys(document.contents)].map((error) =>
    explain(error, text),
  );
  const tabs = errors.filter(({ hint }) => hint === hints.TAB_AS_INDENT);
  const mistakes = (tabs.length > 0 ? tabs : errors).slice(0, shown);
  if (another) {
    const message = 'Expected one YAML document in the file, found another one behind "---".';
    mistakes.push({ offset: another.range[0], rule: 'source/yaml', message, hint: 'Give each a file of its own.' });
  }
  if (mistakes.length === 0) mistakes.push(...aliasMistakes(document));
  return { text, lines, document, mistakes };
}

/** The bytes as text. Bytes that are no UTF-8 would otherwise turn into question marks without a word. */
function readText(bytes: Uint8Array, lines: LineCounter): { text: string; mistake?: YamlMistake } {
  const hint = 'Save the file as UTF-8 text.';
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    text = new TextDecoder('utf-8').decode(bytes);
    countLines(text, lines);
    const offset = text.indexOf('\ufffd');
    return {
      text,
      mistake: { offset, rule: 'source/text', message: 'Expected UTF-8, found bytes that are none.', hint },
    };
  }
  const offset = text.search(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/);
  if (offset === -1) return { text };
  countLines(text, lines);
  const code = text.charCodeAt(offset).toString(16).toUpperCase().padStart(4, '0');
  return {
    text,
    mistake: { offset, rule: 'source/text', message: `Expected text, found the control character U+${code}.`, hint },
  };
}

function countLines(text: string, lines: LineCounter): void {
  lines.addNewLine(0);
  for (const match of text.matchAll(/\n/g)) lines.addNewLine(match.index + 1);
}

/** The tokens of the text, or the place where it is nested too deeply. */
function tokens(text: string, lines: LineCounter): CST.Token[] | YamlMistake {
  const parser = new Parser(lines.addNewLine);
  lines.addNewLine(0);
  const found: CST.Token[] = [];
  for (const lexeme of new Lexer().lex(text)) {
    found.push(...parser.next(lexeme));
    // The document and the token that is being read stand on the stack, too.
    if (parser.stack.length > limits.depth + 2) {
      const message = `Expected at most ${limits.depth} levels, found more.`;
      return { offset: parser.offset, rule: 'source/depth', message, hint: 'Flatten it.' };
    }
  }
  found.push(...parser.end());
  return found;
}

const hints: Record<string, string> = {
  DUPLICATE_KEY: 'Remove or rename one of the two.',
  TAB_AS_INDENT: 'Indent with spaces.',
  TAG_RESOLVE_FAILED: 'Remove the tag.',
};

/** What the parser says of a mistake. */
type Told = Pick<YAMLError, 'code' | 'message' | 'pos'>;

/** Keys that stand in a mapping already. */
function* doubleKeys(node: unknown): Iterable<Told> {
  if (!isCollection(node)) return;
  const keys = isMap(node) ? new Set<unknown>() : undefined;
  for (const item of node.items) {
    const key = isPair(item) ? item.key : undefined;
    if (keys && isScalar(key)) {
      const [start = 0, end = start] = key.range ?? [];
      if (keys.has(key.value)) yield { code: 'DUPLICATE_KEY', message: 'Map keys must be unique', pos: [start, end] };
      keys.add(key.value);
    }
    yield* doubleKeys(key);
    yield* doubleKeys(isPair(item) ? item.value : item);
  }
}

/** What is wrong in the words of the parser, beside the line that it is about. */
function explain(error: Told, text: string): YamlMistake {
  const hint = hints[error.code] ?? 'Look at the indentation and the quotes of this line and of the ones beside it.';
  // A key that goes on over several lines is a line with a value, and below it one that is indented too far.
  const tooFar = error.code === 'MULTILINE_IMPLICIT_KEY';
  const offset = tooFar ? error.pos[1] : error.pos[0];
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const line = (text.slice(start).split('\n', 1)[0] ?? '').trim();
  const found = line.length > 60 ? `${line.slice(0, 60)}…` : line;
  return {
    offset,
    rule: 'source/yaml',
    message: `This is no YAML that can be read: ${error.message}; found "${found}".`,
    hint,
  };
}

/** Aliases must lead to an anchor above them. A few of them can stand for billions of nodes once they are followed. */
function aliasMistakes(document: Document): YamlMistake[] {
  const hint = 'Use $ref to a file of its own instead.';
  let first: number | undefined;
  let mistake: YamlMistake | undefined;
  let count = 0;
  visit(document, {
    Alias: (_, alias, path) => {
      const offset = alias.range?.[0] ?? 0;
      first ??= offset;
      const target = alias.resolve(document);
      const message =
        ++count > limits.aliases
          ? `Expected at most ${limits.aliases} aliases, found more.`
          : !target
            ? `Expected an anchor &${alias.source} above the alias *${alias.source}, found none.`
            : path.includes(target)
              ? `The alias *${alias.source} stands inside of what it names.`
              : undefined;
      if (message === undefined) return undefined;
      mistake = { offset, rule: 'source/aliases', message, hint };
      return visit.BREAK;
    },
  });
  if (mistake) return [mistake];
  if (first === undefined) return [];
  try {
    document.toJS({ maxAliasCount: limits.aliases });
    return [];
  } catch {
    const message = `Aliases that stand for one another grow beyond ${limits.aliases} copies.`;
    return [{ offset: first, rule: 'source/aliases', message, hint }];
  }
}
