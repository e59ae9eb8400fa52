import type { Schema } from '../../../contract/schema.js';
import { joined, type Line } from './blocks.js';

/** The description of a schema or a field. An interpretation of a name that the source does not explain says so. */
export function readingOf(description: string, schema: Schema): string {
  return schema['x-interpreted'] ? `${description} *Our reading.*` : description;
}

/** `Invented: /detail.`, the parts of an example that no source documents; empty if every part is documented. */
export function inventedLine(pointers: readonly string[] = []): Line {
  if (pointers.length === 0) return [];
  const places = pointers.map((pointer): Line => (pointer === '' ? ['the whole'] : [{ code: pointer }]));
  return ['Invented: ', ...joined(places, ', '), '.'];
}
