import { isMap, isScalar, isSeq } from 'yaml';
import type { ParsedYaml } from './parse-yaml.js';
import { escapeToken, parsePointer } from './pointer.js';

type Parsed = Pick<ParsedYaml, 'document' | 'lines'>;

/** The line of a pointer, or of its nearest parent that the document has. */
export function lineIn(parsed: Parsed, pointer: string): number {
  return placeIn(parsed, pointer).line;
}

/** The line and column of a pointer, or of its nearest parent that the document has; both count from 1. */
export function placeIn({ document, lines }: Parsed, pointer: string): { line: number; column: number } {
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
  const { line, col } = lines.linePos(offset);
  return { line: Math.max(line, 1), column: Math.max(col, 1) };
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
