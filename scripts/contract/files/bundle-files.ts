import { posix } from 'node:path';
import { sanitize } from '../../text/escape.js';
import { compareText } from '../../text/problem.js';
import { isObject } from '../json.js';
import { decodeText, limits } from '../parse-yaml.js';
import { parsePointer, toPointer, valueAt } from '../pointer.js';
import { mismatchError, parseDocument } from '../read-document.js';
import { referenceOf } from '../references.js';
import type { ReferenceTarget } from './file-reference.js';
import { kindOf, sectionsOf } from './kinds.js';
import { type FilePlace, type FileTree, quoteRef, ReferencedFiles } from './referenced-files.js';

/** A document in one piece, that came from one file or several. */
export interface BundledDocument {
  bytes: Uint8Array;
  /** The file and line of a JSON pointer into the document, or of the nearest existing parent. */
  placeOf(pointer: string): FilePlace;
}

/** Maximum number of objects in the bundle: a file that is inserted in many places could fill the memory. */
const maxObjects = 1_000_000;

/**
 * Joins a document and the files to which it refers. The target of a reference to another file becomes a component with
 * the name of its file or the last name of its pointer, or with the name of the component that consists only of this
 * reference. So a document and its parts have the same names, however it is divided. Targets without components of
 * their kind, such as path items, replace the reference. A document without other files is returned as it is.
 *
 * @param path the path of the document in the tree
 * @throws UsageError with file and line for a reference that cannot be followed
 */
export function bundleFiles(path: string, bytes: Uint8Array, tree: FileTree): BundledDocument {
  if (mayReferToFiles(bytes)) return new Bundler(path, bytes, tree).bundle();
  let file: ReturnType<typeof parseDocument> | undefined;
  return {
    bytes,
    placeOf(pointer) {
      file ??= parseDocument(sanitize(tree.nameOf(path)), bytes);
      return { file: path, line: file.lineOf(pointer) };
    },
  };
}

/** Whether a text contains `$ref` without a `#` right after it, so that it must be parsed to know the targets. */
function mayReferToFiles(bytes: Uint8Array): boolean {
  const [, ...rests] = decodeText(bytes).text.split('$ref');
  return rests.some((rest) => !/^["']?\s*:\s*["']?#/.test(rest.slice(0, 100)));
}

/** A reference to a file. Extensions may have other values of `$ref`, which mean something else. */
const filePattern = /^[^#:]+\.(?:ya?ml|json)(?:#|$)/i;

/** A part of a file that becomes a component. */
interface Component extends ReferenceTarget {
  value: unknown;
  kind: string;
  /** The path of the components of this kind. */
  section: readonly string[];
  name?: string;
}

/** The place of a value that is copied. */
interface Position {
  place: ReferenceTarget;
  /** The pointer of the copy in the bundle; undefined below a component without a name. */
  output?: string | undefined;
  /** The parts around the value that replaced a reference. */
  open: readonly unknown[];
}

class Bundler {
  readonly #files: ReferencedFiles;
  readonly #components = new Map<string, Component>();
  /** Fields that must get the reference to a component when its name is known. */
  readonly #references: { holder: Record<string, unknown>; field: string; component: Component }[] = [];
  /** References into the document itself, with their places. */
  readonly #ownReferences: { ref: string; pointer: string; place: ReferenceTarget }[] = [];
  /** For each object of the bundle, its place in the files. */
  readonly #origins = new Map<object, ReferenceTarget>();
  /** The path of the components of each kind. */
  #sections: ReadonlyMap<string | undefined, readonly string[]> = new Map();
  readonly #root: ReferenceTarget;
  readonly #name: string;
  readonly #bytes: Uint8Array;

  constructor(path: string, bytes: Uint8Array, tree: FileTree) {
    this.#files = new ReferencedFiles(path, bytes, tree);
    this.#root = { file: path, pointer: '' };
    this.#name = sanitize(tree.nameOf(path));
    this.#bytes = bytes;
  }

  bundle(): BundledDocument {
    const value = this.#files.valueOf(this.#root);
    if (!isObject(value)) throw mismatchError(this.#name, 'an OpenAPI document', value);
    this.#sections = sectionsOf(value);
    const position = { place: this.#root, output: '', open: [] };
    const document = this.#copy(value, 'document', position) as Record<string, unknown>;
    this.#addComponents(document);
    for (const { holder, field, component } of this.#references)
      holder[field] = toRef(toPointer([...component.section, component.name ?? '']));
    for (const { ref, pointer, place } of this.#ownReferences)
      if (valueAt(document, pointer) === undefined)
        throw this.#files.mistakeAt(place, `the $ref ${quoteRef(ref)} leads to nothing in ${this.#name}. Correct it.`);
    return {
      bytes: this.#files.hasOnlyRoot() ? this.#bytes : new TextEncoder().encode(JSON.stringify(document)),
      placeOf: (pointer) => this.#placeOf(document, pointer),
    };
  }

  /** Copies a value, without references to other files. */
  #copy(value: unknown, kind: string | undefined, position: Position): unknown {
    if (typeof value !== 'object' || value === null || kind === 'data') return value;
    const { place, output } = position;
    const inner = (name: string | number, child: unknown): unknown => {
      const step = toPointer([name]);
      const childPlace = { ...place, pointer: place.pointer + step };
      const childOutput = output === undefined ? undefined : output + step;
      return this.#copy(child, kindOf(kind, String(name)), { ...position, place: childPlace, output: childOutput });
    };
    if (Array.isArray(value)) return value.map((item, index) => inner(index, item));
    const refText = referenceOf(value);
    const ref = kind === 'extension' && !filePattern.test(refText ?? '') ? undefined : refText;
    const fields = Object.entries(value).filter(([name]) => name !== '$ref' || ref === undefined);
    const copy: Record<string, unknown> = Object.fromEntries(fields.map(([name, child]) => [name, inner(name, child)]));
    if (this.#origins.size >= maxObjects)
      throw this.#files.mistakeAt(place, 'the files refer to each other too often.');
    this.#origins.set(copy, place);
    if (kind === 'mapping') this.#copyMapping(copy, place);
    if (ref !== undefined) return this.#copyReference(ref, copy, kind, position);
    const name = this.#componentNameOf(output, kind);
    if (name !== undefined && kind !== undefined && place.file !== this.#root.file)
      this.#componentOf({ ...place, value }, kind).name ??= name;
    return copy;
  }

  #copyMapping(mapping: Record<string, unknown>, place: ReferenceTarget): void {
    for (const [field, ref] of Object.entries(mapping)) {
      // A value without these characters is the name of a schema.
      if (typeof ref !== 'string' || !/[./#]/.test(ref)) continue;
      const target = this.#files.follow(ref, { ...place, pointer: place.pointer + toPointer([field]) });
      if (target.file === this.#root.file) mapping[field] = toRef(target.pointer);
      else this.#references.push({ holder: mapping, field, component: this.#componentOf(target, 'schema') });
    }
  }

  /** @param copy the copied fields beside the reference */
  #copyReference(ref: string, copy: Record<string, unknown>, kind: string | undefined, position: Position): unknown {
    const { output, open } = position;
    const place = { ...position.place, pointer: `${position.place.pointer}/$ref` };
    const target = this.#files.follow(ref, place);
    if (target.file === this.#root.file) {
      copy['$ref'] = place.file === target.file ? ref : toRef(target.pointer);
      this.#ownReferences.push({ ref, pointer: target.pointer, place });
      return copy;
    }
    const isAlone = Object.keys(copy).length === 0;
    if (kind === undefined || !this.#sections.has(kind)) {
      if (open.includes(target.value) || open.length >= limits.depth)
        throw this.#files.mistakeAt(place, `the $ref ${quoteRef(ref)} leads back to itself. Replace it by its target.`);
      const part = this.#copy(target.value, kind, { place: target, output, open: [...open, target.value] });
      return isAlone || !isObject(part) ? part : Object.assign(part, copy);
    }
    const component = this.#componentOf(target, kind);
    const name = this.#componentNameOf(output, kind);
    if (name !== undefined && isAlone && component.name === undefined) {
      component.name = name;
      return this.#copy(target.value, kind, { ...position, place: target });
    }
    copy['$ref'] = '';
    this.#references.push({ holder: copy, field: '$ref', component });
    return copy;
  }

  #componentOf({ file, pointer, value }: ReferenceTarget & { value: unknown }, kind: string): Component {
    const key = JSON.stringify([kind, file, pointer]);
    const section = this.#sections.get(kind) ?? [];
    const component = this.#components.get(key) ?? { file, pointer, value, kind, section };
    this.#components.set(key, component);
    return component;
  }

  /** The name of the component of this kind that has this pointer. */
  #componentNameOf(pointer: string | undefined, kind: string | undefined): string | undefined {
    const section = this.#sections.get(kind);
    const path = parsePointer(pointer ?? '');
    const isComponent = section?.length === path.length - 1 && section.every((name, index) => name === path[index]);
    return isComponent ? path.at(-1) : undefined;
  }

  /** Adds the components that have no name yet. Their own components are found meanwhile. */
  #addComponents(document: Record<string, unknown>): void {
    const parts = new Map<Component, unknown>();
    // The loop over a map also visits entries that are added during the loop.
    for (const component of this.#components.values()) {
      if (component.name !== undefined) continue;
      parts.set(component, this.#copy(component.value, component.kind, { place: component, open: [] }));
    }
    // The order of the files, not that of the references, decides who gets the short name.
    const sorted = [...parts].sort(([a], [b]) => compareText(a.file, b.file) || compareText(a.pointer, b.pointer));
    for (const [component, part] of sorted) {
      const section = component.section.reduce(objectIn, document);
      for (const name of namesFor(component)) {
        if (Object.hasOwn(section, name)) continue;
        component.name = name;
        section[name] = part;
        break;
      }
    }
  }

  #placeOf(document: unknown, pointer: string): FilePlace {
    let [node, place, steps]: [unknown, ReferenceTarget, string[]] = [document, this.#root, []];
    for (const name of parsePointer(pointer)) {
      node = valueAt(node, toPointer([name]));
      const origin = typeof node === 'object' && node !== null ? this.#origins.get(node) : undefined;
      steps = origin ? [] : [...steps, name];
      place = origin ?? place;
    }
    return this.#files.placeOf({ ...place, pointer: place.pointer + toPointer(steps) });
  }
}

/** The object in a field, which is created if it is missing. */
function objectIn(holder: Record<string, unknown>, field: string): Record<string, unknown> {
  if (!isObject(holder[field])) holder[field] = {};
  return holder[field] as Record<string, unknown>;
}

/** Names of a component, the best first: the last name of the pointer or the file, the whole path, a number. */
function* namesFor({ file, pointer }: Component): Iterable<string> {
  const toName = (text: string): string => text.replace(/[^\w.-]+/g, '_').replace(/^_+/, '');
  const path = file.slice(0, file.length - posix.extname(file).length);
  const wholeName = toName(`${path}${pointer}`);
  yield toName(parsePointer(pointer).at(-1) ?? posix.basename(path));
  yield wholeName;
  for (let number = 2; ; number += 1) yield `${wholeName}_${number}`;
}

function toRef(pointer: string): string {
  return `#${pointer.replaceAll('%', '%25')}`;
}
