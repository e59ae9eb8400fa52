import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { Node } from '../../contract/json.js';
import { generatedFile } from '../../generated-file.js';
import { peersFolder } from '../frame/peers.js';
import { type Edit, edited } from './edits.js';

/** A change of the contract, and whether it breaks a client that was right before. */
export interface Change {
  name: string;
  /** Whether the interface description states the changed part. */
  place: 'stated' | 'inferred';
  breaks: boolean;
  why: string;
  /** Edits of both documents, where the contract has nothing to change. */
  given?: readonly Edit[];
  edits: readonly Edit[];
}

export interface Pair extends Change {
  old: Node;
  new: Node;
}

/** All changes, each with the document before and after it. */
export function readPairs(): Pair[] {
  const contract = parse(readFileSync(generatedFile('openapi.yaml'), 'utf8')) as Node;
  const changes = parse(readFileSync(`${peersFolder}pairs/pairs.yaml`, 'utf8')) as Change[];
  return changes.map((change) => {
    const old = edited(contract, change.given ?? []);
    return { ...change, old, new: edited(old, change.edits) };
  });
}
