import type { Node } from '../contract/json.js';
import { escapeToken } from '../contract/pointer.js';

/** A value in one of the documents; undefined if the document has no value there. */
export interface Side {
  readonly value: unknown;
  readonly pointer: string;
  /** Fields from outside the object, such as fields beside a `$ref` to the object. */
  readonly fields?: Fields;
}

export type Fields = Readonly<Record<string, Side>>;

export interface Sides {
  readonly old: Side;
  readonly new: Side;
}

/** Follow the references of a value in either document, and keep the fields beside them. */
export type Follow = Readonly<Record<keyof Sides, (side: Side) => Side>>;

/** @param otherwise the value if the object has no such field */
export function fieldOf({ value, pointer, fields }: Side, field: string, otherwise?: unknown): Side {
  const node = value as Node | undefined;
  const ownValue = typeof node === 'object' && node !== null && Object.hasOwn(node, field) ? node[field] : otherwise;
  const placedSide = fields && Object.hasOwn(fields, field) ? fields[field] : undefined;
  return placedSide ?? { value: ownValue, pointer: `${pointer}/${escapeToken(field)}` };
}

/** The pointer of a value; undefined if the document has no value there. */
export function placeIn({ value, pointer }: Side): string | undefined {
  return value === undefined ? undefined : pointer;
}

/** The fields of an object, or the items of a list, each with its place. */
export function fieldsOf(side: Side): Record<string, Side> {
  return Object.fromEntries(Object.keys(side.value ?? {}).map((name) => [name, fieldOf(side, name)]));
}

/** An object whose fields come from several places. */
export function sideOf(pointer: string, fields: Fields): Side {
  const values = Object.entries(fields).map(([name, { value }]) => [name, value] as const);
  return { value: Object.fromEntries(values), pointer, fields };
}

/** A list whose items come from several places. */
export function listOf(pointer: string, items: readonly Side[]): Side {
  return { value: items.map(({ value }) => value), pointer, fields: Object.fromEntries(items.entries()) };
}

/** The names of the fields of two objects. */
export function namesIn(old: Node, current: Node): string[] {
  return [...new Set([...Object.keys(old), ...Object.keys(current)])];
}
