import { isMap, isScalar, isSeq } from 'yaml';
import type { ParsedYaml } from './parse-yaml.js';
import { escapeToken, parsePointer } from './pointer.js';

/** The line of a pointer, or of its nearest parent that the document has. */
export function lineIn({ document, lines }: Pick<ParsedYaml, 'document' | 'lines'>, pointer: string): number {
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
  return Math.max(lines.linePos(offset).line, 1);
}

/** The JSON pointer of an object in a document. */
export function pointerTo(document: unknown, node: object): string {
  const waiting = [{ at: document, pointer: '' }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { at, pointer } = next;
    if (at === node) return pointer;
    if (typeof at !== 'object' || at === null) continue;
    for (const [key, below] of Object.entries(at))
      waiting.push({ at: below, pointer: `${pointer}/${escapeToken(key)}` });
  }
  return '';
}
