import { sanitize } from '../../text/escape.js';
import { UsageError } from '../../text/usage-error.js';
import { limits } from '../parse-yaml.js';
import { valueAt } from '../pointer.js';
import { parseDocument } from '../read-document.js';
import { referenceOf } from '../references.js';
import { type ReferenceTarget, resolveRef } from './file-reference.js';

/** Files that refer to each other by relative paths, in a folder or in a revision of a repository. */
export interface FileTree {
  /** The content of a file; or the reason why it cannot be read, as the end of a sentence: `does not exist`. */
  read(path: string): Uint8Array | string;
  /** The name of a file in messages. */
  nameOf(path: string): string;
}

export interface FilePlace {
  file: string;
  line: number;
}

/** A document and the files to which it refers. Each is read when a reference first leads to it. */
export class ReferencedFiles {
  readonly root: string;
  readonly #tree: FileTree;
  readonly #files = new Map<string, ReturnType<typeof parseDocument>>();
  #size = 0;

  /** @param root the path of the document, whose content is `bytes` */
  constructor(root: string, bytes: Uint8Array, tree: FileTree) {
    this.root = root;
    this.#tree = tree;
    this.#add(root, bytes);
  }

  #add(file: string, bytes: Uint8Array): void {
    this.#size += bytes.length;
    const name = sanitize(this.#tree.nameOf(file));
    if (this.#size > limits.bytes)
      throw new UsageError(`${name}: expected files of at most ${limits.bytes / 1e6} MB together, found more.`);
    this.#files.set(file, parseDocument(name, bytes));
  }

  hasOnlyRoot(): boolean {
    return this.#files.size === 1;
  }

  /** The value of a place in a file that was read; undefined if the file has no such place. */
  valueOf({ file, pointer }: ReferenceTarget): unknown {
    return /^(?:\/|$)/.test(pointer) ? valueAt(this.#files.get(file)?.value, pointer) : undefined;
  }

  /** The line of a place, or of the nearest existing parent. */
  placeOf({ file, pointer }: ReferenceTarget): FilePlace {
    return { file, line: this.#files.get(file)?.lineOf(pointer) ?? 1 };
  }

  mistakeAt(place: ReferenceTarget, message: string): UsageError {
    return new UsageError(`${sanitize(this.#tree.nameOf(place.file))}:${this.placeOf(place).line}: ${message}`);
  }

  /**
   * The end of a chain of references. A reference into the document itself ends the chain.
   *
   * @param place the place of the reference
   * @throws UsageError with the place of the reference that leads nowhere
   */
  follow(ref: string, place: ReferenceTarget): ReferenceTarget & { value: unknown } {
    const trail = new Set<string>();
    for (let [from, next] = [place, ref]; ; ) {
      const text = `the $ref ${quoteRef(next)}`;
      const target = resolveRef(from.file, next);
      if (!target) {
        const advice = 'Copy its content into a file, and refer to that file.';
        throw this.mistakeAt(from, `${text} leads to an address, but nothing is downloaded. ${advice}`);
      }
      if (target.file === this.root) return { ...target, value: undefined };
      const problem = this.#readOnce(target.file);
      if (problem !== undefined)
        throw this.mistakeAt(from, `${text} leads to ${sanitize(target.file)}, which ${problem}`);
      const value = this.valueOf(target);
      if (value === undefined) {
        const advice = 'Correct the part after the "#".';
        throw this.mistakeAt(from, `${text} leads to nothing in ${sanitize(target.file)}. ${advice}`);
      }
      const key = JSON.stringify(target);
      if (trail.has(key)) throw this.mistakeAt(from, `${text} leads back to itself. Replace one of these references.`);
      trail.add(key);
      const nextRef = referenceOf(value);
      if (nextRef === undefined || Object.keys(value as object).length > 1) return { ...target, value };
      [from, next] = [{ ...target, pointer: `${target.pointer}/$ref` }, nextRef];
    }
  }

  #readOnce(file: string): string | undefined {
    if (this.#files.has(file)) return undefined;
    const content = this.#tree.read(file);
    if (typeof content === 'string') return `${sanitize(content)}. Correct the reference, or add the file.`;
    this.#add(file, content);
    return undefined;
  }
}

export function quoteRef(ref: string): string {
  return sanitize(JSON.stringify(ref), 120);
}
