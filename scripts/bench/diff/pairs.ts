import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { Node } from '../../contract/json.js';
import { generatedFile } from '../../generated-file.js';
import { peersFolder } from '../frame/peers.js';
import { applyEdits, type Edit } from './edits.js';

/** A change of the contract, and whether it breaks a client that was correct before the change. */
export interface SampleChange {
  name: string;
  /** Whether the interface description states the changed part. */
  standing: 'stated' | 'inferred';
  breaks: boolean;
  why: string;
  /** Edits of both the old and the new document, to add parts that the contract lacks but the change needs. */
  prerequisites?: readonly Edit[];
  edits: readonly Edit[];
}

export interface SamplePair extends SampleChange {
  oldDocument: Node;
  newDocument: Node;
}

export function readPairs(): SamplePair[] {
  const contract = parse(readFileSync(generatedFile('openapi.yaml'), 'utf8')) as Node;
  const changes = parse(readFileSync(`${peersFolder}pairs/pairs.yaml`, 'utf8')) as SampleChange[];
  return changes.map((change) => {
    const oldDocument = applyEdits(contract, change.prerequisites ?? []);
    return { ...change, oldDocument, newDocument: applyEdits(oldDocument, change.edits) };
  });
}
