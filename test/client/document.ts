import type { Bundle } from '../../scripts/build/artefacts/operations.js';
import document from './document.json' with { type: 'json' };

/** A small bundle with one operation of each kind that the client treats differently. */
export { document };

/** Returns a changed copy of the document. */
export function withChange(change: (copy: typeof document) => void): Bundle {
  const copy = structuredClone(document);
  change(copy);
  return copy;
}

/** Returns a copy of the document in which the operation `listEntries` is changed. */
export function changedList(change: object): Bundle {
  return withChange(({ paths }) => void Object.assign(paths['/v1/private/entries/'].get, change));
}
