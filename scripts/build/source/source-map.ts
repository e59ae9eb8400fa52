import { type Document, isAlias, isMap, isPair, isScalar, isSeq, type Node, type Pair } from 'yaml';
import type { OpenApiDocument } from '../../contract/document.js';
import { resolveRef } from '../../contract/files/file-reference.js';
import { escapeToken, parsePointer } from '../../contract/pointer.js';
import { isObject } from '../../contract/walk.js';
import { positionOf, rootFile, type SourceFile, type SourceFiles } from './source.js';

/**
 * Where each part of the bundle comes from. Keys are JSON pointers into the bundle (RFC 6901); values are `[index into
 * files, line, column]`, with line and column counted from 1. A missing pointer has the place of its nearest parent.
 */
export interface SourceMap {
  files: string[];
  pointers: Record<string, [file: number, line: number, column: number]>;
}

interface Position {
  file: SourceFile;
  node: unknown;
}

/** Walks bundle and source in parallel. It follows each `$ref` that the bundle replaces with its target. */
export function createSourceMap(bundle: OpenApiDocument, source: SourceFiles): SourceMap {
  const files: string[] = [];
  const fileIndexes = new Map<string, number>();
  const pointers: SourceMap['pointers'] = {};

  const record = (pointer: string, file: SourceFile, offset: number): void => {
    let index = fileIndexes.get(file.path);
    if (index === undefined) {
      index = files.push(file.path) - 1;
      fileIndexes.set(file.path, index);
    }
    const position = positionOf(file, offset);
    pointers[pointer] = [index, position.line, position.column];
  };

  const walk = (value: unknown, pointer: string, position: Position): void => {
    const { file, node } = followReferences(value, position, source);
    if (isMap(node) && isObject(value)) {
      for (const pair of node.items) {
        const key = isScalar(pair.key) ? String(pair.key.value) : undefined;
        if (key === undefined || !Object.hasOwn(value, key)) continue;
        const childPointer = `${pointer}/${escapeToken(key)}`;
        record(childPointer, file, keyOffset(pair));
        walk(value[key], childPointer, { file, node: pair.value });
      }
    } else if (isSeq(node) && Array.isArray(value)) {
      for (const [index, item] of node.items.entries()) {
        const childPointer = `${pointer}/${index}`;
        const { file: targetFile, node: targetNode } = followReferences(value[index], { file, node: item }, source);
        record(
          childPointer,
          targetFile === file ? file : targetFile,
          offsetOf(targetFile === file ? item : targetNode),
        );
        walk(value[index], childPointer, { file, node: item });
      }
    }
  };

  const root = source.get(rootFile);
  if (!root) return { files, pointers };
  record('', root, 0);
  walk(bundle, '', { file: root, node: root.document.contents });
  for (const file of source.values()) {
    const match = /^openapi\/components\/([^/]+)\/[^/]+\/([^/]+)\.yaml$/.exec(file.path);
    const [, kind = '', name = ''] = match ?? [];
    const component = bundle.components[kind]?.[name];
    if (component === undefined) continue;
    const pointer = `/components/${kind}/${escapeToken(name)}`;
    record(pointer, file, 0);
    walk(component, pointer, { file, node: file.document.contents });
  }
  return { files, pointers };
}

/** The place in the source for a JSON pointer into the bundle, or else the place of its nearest parent. */
export function locate(map: SourceMap, pointer: string): { file: string; line: number; column: number } {
  for (let current = pointer; ; current = current.slice(0, current.lastIndexOf('/'))) {
    const entry = map.pointers[current];
    if (entry) return { file: map.files[entry[0]] ?? rootFile, line: entry[1], column: entry[2] };
    if (current === '') return { file: rootFile, line: 1, column: 1 };
  }
}

export function sourceMapText(map: SourceMap): string {
  const lines = Object.entries(map.pointers).map(
    ([pointer, place]) => `${JSON.stringify(pointer)}:${JSON.stringify(place)}`,
  );
  return `{"files":${JSON.stringify(map.files)},\n"pointers":{\n${lines.join(',\n')}\n}}\n`;
}

/** Moves to the target of a `$ref` in the source if the bundle has the target instead of the `$ref`. */
function followReferences(value: unknown, position: Position, source: SourceFiles): Position {
  let { file, node } = position;
  for (let hops = 0; hops < 20; hops++) {
    if (isAlias(node)) node = node.resolve(file.document as Document.Parsed);
    if (!isMap(node) || (isObject(value) && '$ref' in value)) break;
    const ref = node.get('$ref');
    const target = typeof ref === 'string' ? resolveRef(file.path, ref) : undefined;
    const next = target && source.get(target.file);
    if (!target || !next) break;
    file = next;
    node = next.document.getIn(parsePointer(target.pointer), true) ?? next.document.contents;
  }
  return { file, node };
}

function keyOffset(pair: Pair): number {
  return offsetOf(pair.key);
}

function offsetOf(node: unknown): number {
  if (isPair(node)) return keyOffset(node);
  return (node as Node | undefined)?.range?.[0] ?? 0;
}
