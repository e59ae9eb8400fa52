import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join, posix, sep } from 'node:path';
import { type Document, isAlias, isMap, isPair, isScalar, isSeq, type LineCounter, type Node, visit } from 'yaml';
import { limits, parseYaml } from '../../contract/parse-yaml.js';
import { parsePointer } from '../../contract/pointer.js';
import { BuildError, type Problem, sortProblems } from '../../text/problem.js';
import { listSourceFiles } from './source-files.js';

/** One file under `openapi/`, parsed with the positions of its nodes. */
export interface SourceFile {
  /** Relative to the project, with forward slashes: `openapi/paths/…`. */
  path: string;
  text: string;
  document: Document;
  lines: LineCounter;
}

/** A `$ref` to another place: the file that it names and the JSON pointer inside it. */
export interface ReferenceTarget {
  file: string;
  pointer: string;
}

/** Every YAML file that `openapi/openapi.yaml` reaches, by path. */
export type Source = ReadonlyMap<string, SourceFile>;

/** The file that everything begins with, relative to the project. */
export const rootFile = 'openapi/openapi.yaml';

/**
 * Reads the document as it stands under `openapi/`, following every `$ref`, before any other tool sees it: so that
 * no reference leaves the folder or goes to the network, no alias explodes, and a message names file and line.
 *
 * @param project folder that holds `openapi/`
 * @param parse reads one file
 * @throws BuildError with every problem found
 */
export function readSource(project: string, parse = parseYaml): Source {
  const reader = new SourceReader(project, parse);
  reader.readAll();
  if (reader.problems.length > 0) throw new BuildError('The document cannot be read.', sortProblems(reader.problems));
  return reader.files;
}

/** Line and column, counted from 1, of an offset into a file. */
export function placeOf(
  file: Pick<SourceFile, 'path' | 'lines'>,
  offset: number,
): { file: string; line: number; column: number } {
  const { line, col } = file.lines.linePos(offset);
  return { file: file.path, line: Math.max(line, 1), column: Math.max(col, 1) };
}

/** What a `$ref` names, seen from the file that it stands in; undefined where it names a network address. */
export function resolveRef(from: string, ref: string): ReferenceTarget | undefined {
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
  readonly #parse: typeof parseYaml;

  constructor(project: string, parse: typeof parseYaml) {
    this.#project = project;
    this.#parse = parse;
    this.#folder = existsSync(join(project, 'openapi')) ? realpathSync(join(project, 'openapi')) : '';
  }

  readAll(): void {
    const root = join(this.#project, rootFile);
    if (!existsSync(root) || !statSync(root).isFile()) {
      throw new BuildError(
        `There is no ${rootFile} in ${this.#project}. Run the command in the folder of the project.`,
        [],
        2,
      );
    }
    if (!this.#isInside(root)) {
      throw new BuildError(
        `${rootFile} leaves the folder openapi/ by a link. Put the file itself in its place.`,
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
    const size = statSync(absolute).size;
    if (size > limits.bytes) {
      const message = `Expected at most ${limits.bytes} bytes, found ${size}.`;
      this.problems.push({ file: path, line: 1, column: 1, rule: 'source/size', message, hint: 'Split the file.' });
      return undefined;
    }
    const { text, lines, document, mistakes } = this.#parse(readFileSync(absolute));
    for (const { offset, rule, message, hint } of mistakes) {
      this.problems.push({ ...placeOf({ path, lines }, offset), rule, message, hint });
    }
    if (mistakes.length > 0) return undefined;
    if (!document || (!isMap(document.contents) && !isSeq(document.contents))) {
      const message = 'Expected a mapping with keys, found none.';
      const hint = 'Look at the indentation of the first line.';
      this.problems.push({ file: path, line: 1, column: 1, rule: 'source/yaml', message, hint });
      return undefined;
    }
    return { path, text, document, lines };
  }

  /** The targets of the file's references that lead to a file which exists under `openapi/`. */
  #references(file: SourceFile): ReferenceTarget[] {
    const targets: ReferenceTarget[] = [];
    eachRef(file.document, (ref, node) => {
      const target = resolveRef(file.path, ref);
      if (!target && !/^file:/i.test(ref)) {
        const hint = 'Copy what it names into a file under openapi/, and refer to that.';
        this.#at(file, node, {
          rule: 'source/ref-network',
          message: `"${ref}" names a network address; nothing is fetched.`,
          hint,
        });
        return;
      }
      const absolute = join(this.#project, target?.file ?? '');
      const hint = 'Refer to a file under openapi/ by a relative path.';
      if (!target?.file.startsWith('openapi/') || posix.isAbsolute(ref)) {
        this.#at(file, node, { rule: 'source/ref-outside', message: `"${ref}" leaves the folder openapi/.`, hint });
      } else if (!existsSync(absolute) || !statSync(absolute).isFile()) {
        const near = this.#nearest(target.file);
        const next = near ? `Did you mean ${near}?` : 'Create the file, or correct the path.';
        this.#at(file, node, {
          rule: 'source/ref-missing',
          message: `"${ref}" leads to ${target.file}, which is no file.`,
          hint: next,
        });
      } else if (!this.#isInside(absolute)) {
        this.#at(file, node, {
          rule: 'source/ref-outside',
          message: `"${ref}" leaves the folder openapi/ by a link.`,
          hint,
        });
      } else {
        targets.push(target);
      }
    });
    return targets;
  }

  /** A pointer inside a file must lead somewhere, too, and not back to where it began. */
  #checkPointers(file: SourceFile): void {
    eachRef(file.document, (ref, node) => {
      const seen = new Set<string>();
      let target = resolveRef(file.path, ref);
      for (let from = ref; target !== undefined; ) {
        const { file: path, pointer } = target;
        const document = this.files.get(path)?.document;
        if (!document) return; // Reported where it was read.
        const found = document.getIn(parsePointer(pointer), true);
        if (found === undefined) {
          const message = `"${from}" leads to ${pointer} in ${path}, where there is nothing.`;
          this.#at(file, node, { rule: 'source/ref-missing', message, hint: 'Correct the part behind the #.' });
          return;
        }
        if (seen.has(`${path}#${pointer}`)) {
          const message = `"${ref}" leads back to itself: there is nothing but references on the way.`;
          this.#at(file, node, { rule: 'source/ref-circular', message, hint: 'Refer to what it stands for.' });
          return;
        }
        seen.add(`${path}#${pointer}`);
        const next = isMap(found) ? found.get('$ref') : undefined;
        if (typeof next !== 'string') return;
        from = next;
        target = resolveRef(path, next);
      }
    });
  }

  #isInside(absolute: string): boolean {
    return realpathSync(absolute).startsWith(this.#folder + sep);
  }

  /** A file of the same name elsewhere: the usual mistake is the folder. */
  #nearest(path: string): string | undefined {
    const name = posix.basename(path).toLowerCase();
    return listSourceFiles(this.#project).find((other) => posix.basename(other).toLowerCase() === name);
  }

  #at(file: SourceFile, node: Node | undefined, what: Pick<Problem, 'rule' | 'message' | 'hint'>): void {
    this.problems.push({ ...placeOf(file, node?.range?.[0] ?? 0), ...what });
  }
}

/**
 * Calls back for each `$ref` with a text as its value, at the node of that text, with the keys that lead to the object
 * that holds it, the nearest last. Aliases are followed: other parsers follow them, too.
 */
export function eachRef(document: Document, found: (ref: string, node: Node, keys: string[]) => void): void {
  const text = (node: unknown): unknown => {
    const real = isAlias(node) ? node.resolve(document) : node;
    return isScalar(real) ? real.value : undefined;
  };
  visit(document, {
    Pair: (_, pair, path) => {
      if (text(pair.key) !== '$ref') return;
      const ref = text(pair.value);
      if (typeof ref !== 'string') return;
      found(
        ref,
        pair.value as Node,
        path.filter((above) => isPair(above)).map(({ key }) => String(text(key))),
      );
    },
  });
}
