import type { Stored } from '../model/store.js';

const naming = ['title', 'name', 'label', 'email', 'city', 'externalValue', 'author_name', 'language'];

/** What people call a resource; empty if none of its fields says it. */
export function nameOf({ value }: Pick<Stored, 'value'>): string {
  for (const field of naming) {
    const found = value[field];
    if (typeof found === 'string' && found !== '') return found;
  }
  return '';
}
