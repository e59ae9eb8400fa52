import { sameShown, valueAt } from '../model/likeness.js';
import type { Resource } from '../session/resource.js';
import { type Harness, readResource } from './harness.js';

/** Milliseconds after which a value that counts seconds has another value. */
const second = 1100;

/**
 * Whether a value changes without a write, such as a counter of reads or a time that runs: it says nothing about
 * writes. Reads twice and, if the value may count time, a second later; once for each field of a resource type.
 */
export async function movesByItself(harness: Harness, resource: Resource, pointer: string): Promise<boolean> {
  const key = movingKey(resource, pointer);
  const known = harness.notebook.moving.get(key);
  if (known !== undefined) return known;
  // Where reads lag behind writes, two that differ show a write that has arrived.
  if (harness.session.settle > 0) return false;
  const read = async (time: string): Promise<unknown> =>
    valueAt((await readResource(harness, resource, `${time} for ${pointer}`))?.value, pointer);
  const first = await read('once');
  let isMoving = !sameShown(await read('again'), first);
  if (!isMoving && mayCountTime(first)) {
    await new Promise((resolve) => setTimeout(resolve, second));
    isMoving = !sameShown(await read('later'), first);
  }
  harness.notebook.moving.set(key, isMoving);
  return isMoving;
}

/** The key of `moving` for a field of a resource. */
export function movingKey({ type }: Pick<Resource, 'type'>, pointer: string): string {
  return `${type.prefix} ${pointer}`;
}

function mayCountTime(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && /^[\d.:TZ+-]+$/i.test(value) && /\d/.test(value));
}
