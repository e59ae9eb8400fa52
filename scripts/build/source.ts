import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';
import { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument, visit, type Document, type Node } from 'yaml';
import { BuildError, compareText, sortProblems, type Problem } from './problem.js';
import { parsePointer } from './pointer.js';

/** One file under `openapi/`, parsed with the positions of its nodes. */
export interface SourceFile {
  /** Relative to the project, with forward slashes: `openapi/paths/…`. */
  path: string;
  text: string;
  document: Document;
  lines: LineCounter;
}

/** A `$ref` to another place: the file that it names and the JSON pointer inside it. */
export interface Target {
  file: string;
  pointer: string;
}

/** Every YAML file that `openapi/openapi.yaml` reaches, by path. */
export type Source = ReadonlyMap<string, SourceFile>;

/** The file that everything begins with, relative to the project. */
export const rootFile = 'openapi/openapi.yaml';

const limits = { bytes: 10_000_000, depth: 100, aliases: 100 };

/**
 * Reads the document as it stands under `openapi/`, following every `$ref`, before any other tool sees it: so that
 * no reference leaves the folder or goes to the network, no alias explodes, and a message names file and line.
 *
 * @param project folder that holds `openapi/`
 * @throws BuildError with every problem found
 */
export function readSource(project: string): Source {
  const reader = new SourceReader(project);
  reader.readAll();
  if (reader.problems.length > 0) throw new BuildError('The document cannot be read.', sortProblems(reader.problems));
  return reader.files;
}

/** Every YAML file under `openapi/`, whether reached or not, in the order of their paths. */
export function listSourceFiles(project: string, extension = '.yaml'): string[] {
  const folder = join(project, 'openapi');
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(extension))
    .map((entry) => relative(project, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort(compareText);
}

/** Line and column, counted from 1, of an offset into a file. */
export function placeOf(file: SourceFile, offset: number): { file: string; line: number; column: number } {
  const { line, col } = file.lines.linePos(offset);
  return { file: file.path, line: Math.max(line, 1), column: Math.max(col, 1) };
}

/** What a `$ref` names, seen from the file that it stands in; undefined where it names a network address. */
export function resolveRef(from: string, ref: string): Target | undefined {
  if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(ref)) return undefined;
  const [path = '', fragment = ''] = ref.split('#');
  const file = path === '' ? from : posix.normalize(posix.join(posix.dirname(from), decode(path)));
  return { file, pointer: decode(fragment) };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

class SourceReader {
  readonly files = new Map<string, SourceFile>();
  readonly problems: Problem[] = [];
  readonly #project: string;
  readonly #folder: string;

  constructor(project: string) {
    this.#project = project;
    this.#folder = existsSync(join(project, 'openapi')) ? realpathSync(join(project, 'openapi')) : '';
  }

  readAll(): void {
    if (!existsSync(join(this.#project, rootFile))) {
      throw new BuildError(
        `There is no ${rootFile} in ${this.#project}. Run the command in the folder of the project.`,
        [],
        2,
      );
    }
    const waiting = [rootFile];
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      if (this.files.has(path)) continue;
      const file = this.#read(path);
      if (!file) continue;
      this.files.set(path, file);
      for (const target of this.#references(file)) waiting.push(target.file);
    }
    for (const file of this.files.values()) this.#checkPointers(file);
  }

  #read(path: string): SourceFile | undefined {
    const absolute = join(this.#project, path);
    const report = (rule: string, message: string, hint?: string, line = 1, column = 1): void => {
      this.problems.push({ file: path, line, column, rule, message, hint });
    };
    const size = statSync(absolute).size;
    if (size > limits.bytes) {
      report('source/size', `Expected at most ${limits.bytes} bytes, found ${size}.`, 'Split the file.');
      return undefined;
    }
    const text = readFileSync(absolute, 'utf8');
    const lines = new LineCounter();
    let document: Document;
    try {
      document = parseDocument(text, { lineCounter: lines, prettyErrors: false, strict: true });
    } catch (error) {
      report('source/yaml', `This is no YAML that can be read: ${String((error as Error).message)}.`);
      return undefined;
    }
    const file: SourceFile = { path, text, document, lines };
    for (const error of [...document.errors, ...document.warnings]) {
      const place = placeOf(file, error.pos[0]);
      const hint = 'Look at the indentation and the quotes of this line and of the one above it.';
      report('source/yaml', `This is no YAML that can be read: ${error.message}`, hint, place.line, place.column);
    }
    if (document.errors.length > 0 || !this.#checkSize(file)) return undefined;
    if (!isMap(document.contents) && !isSeq(document.contents)) {
      report('source/yaml', 'Expected a mapping with keys, found none.', 'Look at the indentation of the first line.');
      return undefined;
    }
    return file;
  }

  /** Depth and aliases; an alias bomb is small as text and endless once it is followed. */
  #checkSize(file: SourceFile): boolean {
    const before = this.problems.length;
    let aliases = 0;
    visit(file.document, {
      Node: (_, node, path) => {
        if (path.length / 2 > limits.depth) {
          this.#at(file, node, 'source/depth', `Expected at most ${limits.depth} levels, found more.`, 'Flatten it.');
          return visit.BREAK;
        }
        if (isAlias(node) && ++aliases > limits.aliases) {
          const message = `Expected at most ${limits.aliases} aliases, found more.`;
          this.#at(file, node, 'source/aliases', message, 'Use $ref to a file of its own instead.');
          return visit.BREAK;
        }
        return undefined;
      },
    });
    if (this.problems.length > before) return false;
    if (aliases === 0) return true;
    try {
      file.document.toJS({ maxAliasCount: limits.aliases });
    } catch {
      const message = `Aliases that stand for one another grow beyond ${limits.aliases} copies.`;
      this.#at(file, firstAlias(file.document), 'source/aliases', message, 'Use $ref to a file of its own instead.');
      return false;
    }
    return true;
  }

  /** The targets of the file's references that lead to a file which exists under `openapi/`. */
  #references(file: SourceFile): Target[] {
    const targets: Target[] = [];
    eachRef(file.document, (ref, node) => {
      const target = resolveRef(file.path, ref);
      if (!target) {
        const hint = 'Copy what it names into a file under openapi/, and refer to that.';
        this.#at(file, node, 'source/ref-network', `"${ref}" names a network address; nothing is fetched.`, hint);
        return;
      }
      const absolute = join(this.#project, target.file);
      const hint = 'Refer to a file under openapi/ by a relative path.';
      if (!target.file.startsWith('openapi/') || posix.isAbsolute(ref)) {
        this.#at(file, node, 'source/ref-outside', `"${ref}" leaves the folder openapi/.`, hint);
      } else if (!existsSync(absolute) || !statSync(absolute).isFile()) {
        const near = this.#nearest(target.file);
        const next = near ? `Did you mean ${near}?` : 'Create the file, or correct the path.';
        this.#at(file, node, 'source/ref-missing', `"${ref}" leads to ${target.file}, which is no file.`, next);
      } else if (!realpathSync(absolute).startsWith(this.#folder + sep)) {
        this.#at(file, node, 'source/ref-outside', `"${ref}" leaves the folder openapi/ by a link.`, hint);
      } else {
        targets.push(target);
      }
    });
    return targets;
  }

  /** A pointer inside a file must lead somewhere, too. */
  #checkPointers(file: SourceFile): void {
    eachRef(file.document, (ref, node) => {
      const target = resolveRef(file.path, ref);
      const document = target && this.files.get(target.file)?.document;
      if (!document || document.hasIn(parsePointer(target.pointer))) return;
      const message = `"${ref}" leads to ${target.pointer} in ${target.file}, where there is nothing.`;
      this.#at(file, node, 'source/ref-missing', message, 'Correct the part behind the #.');
    });
  }

  /** A file of the same name elsewhere: the usual mistake is the folder. */
  #nearest(path: string): string | undefined {
    const name = posix.basename(path).toLowerCase();
    return listSourceFiles(this.#project).find((other) => posix.basename(other).toLowerCase() === name);
  }

  #at(file: SourceFile, node: Node | undefined, rule: string, message: string, hint: string): void {
    this.problems.push({ ...placeOf(file, node?.range?.[0] ?? 0), rule, message, hint });
  }
}

function firstAlias(document: Document): Node | undefined {
  let first: Node | undefined;
  visit(document, {
    Alias: (_, node) => {
      first = node;
      return visit.BREAK;
    },
  });
  return first;
}

/** Calls back for each `$ref` with a text as its value, at the node of that text. */
function eachRef(document: Document, found: (ref: string, node: Node) => void): void {
  visit(document, {
    Pair: (_, pair) => {
      if (isScalar(pair.key) && pair.key.value === '$ref' && isScalar(pair.value)) {
        if (typeof pair.value.value === 'string') found(pair.value.value, pair.value);
      }
    },
  });
}
