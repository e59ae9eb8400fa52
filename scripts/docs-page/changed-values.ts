import { isObject, type Json } from '../contract/json.js';
import { toPointer } from '../contract/pointer.js';

/** A place at which two values differ; undefined where one of them has nothing. */
export interface ChangedValue {
  readonly pointer: string;
  readonly before: Json | undefined;
  readonly after: Json | undefined;
}

/** The places at which two values differ, as deep as possible; lists of another length differ as a whole. */
export function changedValues(before: Json | undefined, after: Json | undefined, path: string[] = []): ChangedValue[] {
  if (isObject(before) && isObject(after)) {
    const names = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...names].flatMap((name) => changedValues(before[name], after[name], [...path, name]));
  }
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length)
    return before.flatMap((item, index) => changedValues(item, after[index], [...path, String(index)]));
  return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ pointer: toPointer(path), before, after }];
}
