import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { type Document, isAlias, isMap, isScalar, isSeq, type LineCounter, type Node, visit } from 'yaml';
import { type ReferenceTarget, resolveRef } from '../../contract/files/file-reference.js';
import { limits, parseYaml, positionAt } from '../../contract/parse-yaml.js';
import { parsePointer } from '../../contract/pointer.js';
import { isBelow } from '../../files/named-file.js';
import { BuildError, type Problem, sortProblems } from '../../text/problem.js';
import { listSourceFiles } from './source-files.js';

/** A file under `openapi/`, with its parsed YAML, whose nodes have positions. */
export interface SourceFile {
  /** The path of the file relative to the project, with forward slashes: `openapi/paths/…`. */
  path: string;
  text: string;
  document: Document;
  lines: LineCounter;
}

/** Maps paths to files: `openapi/openapi.yaml`, and every YAML file to which it refers, directly or indirectly. */
export type SourceFiles = ReadonlyMap<string, SourceFile>;

export const rootFile = 'openapi/openapi.yaml';

/**
 * Reads the document under `openapi/`, following every `$ref`, before any other tool does. It refuses references that
 * leave the folder or use the network, and aliases that expand without limit; problems name file and line.
 *
 * @param project the folder that contains `openapi/`
 * @throws BuildError with all problems
 */
export function readSource(project: string): SourceFiles {
  const reader = new SourceReader(project);
  reader.readAll();
  if (reader.problems.length > 0)
    throw new BuildError(
      'The document cannot be read. Correct the problems below first.',
      sortProblems(reader.problems),
    );
  return reader.files;
}

/** The line and the column, both counted from 1, at an offset in a file. */
export function positionOf(
  file: Pick<SourceFile, 'path' | 'lines'>,
  offset: number,
): { file: string; line: number; column: number } {
  return { file: file.path, ...positionAt(file.lines, offset) };
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
    const root = join(this.#project, rootFile);
    if (!existsSync(root) || !statSync(root).isFile()) {
      throw new BuildError(
        `${rootFile} does not exist in ${this.#project}. Run the command in the folder of the project.`,
        [],
        2,
      );
    }
    if (!this.#isInside(root)) {
      throw new BuildError(
        `${rootFile} is a symbolic link that leads out of openapi/. Replace it with the file itself.`,
        [],
        2,
      );
    }
    const queue = [rootFile];
    for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
      if (this.files.has(path)) continue;
      const file = this.#read(path);
      if (!file) continue;
      this.files.set(path, file);
      for (const target of this.#readReferences(file)) queue.push(target.file);
    }
    for (const file of this.files.values()) this.#checkPointers(file);
  }

  #read(path: string): SourceFile | undefined {
    const absolutePath = join(this.#project, path);
    const size = statSync(absolutePath).size;
    if (size > limits.bytes) {
      const message = `Expected at most ${limits.bytes} bytes, found ${size}.`;
      this.problems.push({ file: path, line: 1, column: 1, rule: 'source/size', message, hint: 'Split the file.' });
      return undefined;
    }
    const { text, lines, document, mistakes } = parseYaml(readFileSync(absolutePath));
    for (const { offset, rule, message, hint } of mistakes) {
      this.problems.push({ ...positionOf({ path, lines }, offset), rule, message, hint });
    }
    if (mistakes.length > 0) return undefined;
    if (!document || (!isMap(document.contents) && !isSeq(document.contents))) {
      const message = 'Expected a mapping with keys, or a list, found neither.';
      const hint = 'Check the indentation of the first line.';
      this.problems.push({ file: path, line: 1, column: 1, rule: 'source/yaml', message, hint });
      return undefined;
    }
    return { path, text, document, lines };
  }

  /** The targets of the file's references; reports a problem for each target outside `openapi/`. */
  #readReferences(file: SourceFile): ReferenceTarget[] {
    const targets: ReferenceTarget[] = [];
    forEachRef(file.document, (ref, node) => {
      const target = resolveRef(file.path, ref);
      if (!target && !/^file:/i.test(ref)) {
        const hint = 'Copy the content of this address into a file under openapi/, and refer to that file.';
        this.#report(
          file,
          node,
          'source/ref-network',
          `"${ref}" is a network address, but the build downloads nothing.`,
          hint,
        );
        return;
      }
      const fullPath = join(this.#project, target?.file ?? '');
      const hint = 'Refer to a file under openapi/ by a relative path.';
      if (!target?.file.startsWith('openapi/') || posix.isAbsolute(ref)) {
        this.#report(file, node, 'source/ref-outside', `"${ref}" leads out of the folder openapi/.`, hint);
      } else if (!existsSync(fullPath) || !statSync(fullPath).isFile()) {
        const suggestion = this.#findNearest(target.file);
        const advice = suggestion ? `Did you mean ${suggestion}?` : 'Create the file, or correct the path.';
        this.#report(
          file,
          node,
          'source/ref-missing',
          `"${ref}" leads to ${target.file}, which does not exist.`,
          advice,
        );
      } else if (!this.#isInside(fullPath)) {
        this.#report(
          file,
          node,
          'source/ref-outside',
          `"${ref}" leads out of the folder openapi/ through a symbolic link.`,
          hint,
        );
      } else {
        targets.push(target);
      }
    });
    return targets;
  }

  /** Checks that the pointers after `#` lead to something, and that no chain of references leads back to its start. */
  #checkPointers(file: SourceFile): void {
    forEachRef(file.document, (ref, node) => {
      const visitedTargets = new Set<string>();
      let target = resolveRef(file.path, ref);
      for (let from = ref; target !== undefined; ) {
        const { file: path, pointer } = target;
        const document = this.files.get(path)?.document;
        if (!document) return; // A problem was already reported for an unreadable file.
        const targetNode = document.getIn(parsePointer(pointer), true);
        if (targetNode === undefined) {
          const message = `"${from}" leads to ${pointer}, which does not exist in ${path}.`;
          this.#report(file, node, 'source/ref-missing', message, 'Correct the part of the reference after the "#".');
          return;
        }
        if (visitedTargets.has(`${path}#${pointer}`)) {
          const message = `"${ref}" leads back to itself through references.`;
          this.#report(
            file,
            node,
            'source/ref-circular',
            message,
            'Replace one of the references in this cycle with the content that it should lead to.',
          );
          return;
        }
        visitedTargets.add(`${path}#${pointer}`);
        const next = isMap(targetNode) ? targetNode.get('$ref') : undefined;
        if (typeof next !== 'string') return;
        from = next;
        target = resolveRef(path, next);
      }
    });
  }

  #isInside(absolute: string): boolean {
    return isBelow(realpathSync(absolute), this.#folder);
  }

  /** Finds a file with the same name in another folder: the wrong folder is the most common mistake. */
  #findNearest(path: string): string | undefined {
    const name = posix.basename(path).toLowerCase();
    return listSourceFiles(this.#project).find((other) => posix.basename(other).toLowerCase() === name);
  }

  #report(file: SourceFile, node: Node | undefined, rule: string, message: string, hint: string): void {
    this.problems.push({ ...positionOf(file, node?.range?.[0] ?? 0), rule, message, hint });
  }
}

/** Calls `onRef` with each `$ref` that is a string, and with its node. Like other parsers, it follows aliases. */
function forEachRef(document: Document, onRef: (ref: string, node: Node) => void): void {
  const scalarValue = (node: unknown): unknown => {
    const target = isAlias(node) ? node.resolve(document) : node;
    return isScalar(target) ? target.value : undefined;
  };
  visit(document, {
    Pair: (_, pair) => {
      if (scalarValue(pair.key) !== '$ref') return;
      const ref = scalarValue(pair.value);
      if (typeof ref === 'string') onRef(ref, pair.value as Node);
    },
  });
}
