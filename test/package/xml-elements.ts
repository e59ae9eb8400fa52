import { expect } from 'vitest';

/** Counts the elements of an XML document by name. Each element must be closed. */
export function elementsOf(xml: string): Record<string, number> {
  const open: string[] = [];
  const counts: Record<string, number> = {};
  for (const [, end, name = '', emptyText] of xml.matchAll(/<(\/?)([a-z][\w-]*)(?:\s+[\w:-]+="[^"<]*")*\s*(\/?)>/g)) {
    if (end) expect(open.pop()).toBe(name);
    else counts[name] = (counts[name] ?? 0) + 1;
    if (!end && !emptyText) open.push(name);
  }
  expect(open).toEqual([]);
  return counts;
}
