import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Node } from '../../contract/json.js';
import { generatedFile } from '../../generated-file.js';
import { peersFolder } from '../frame/peers.js';
import { project } from '../frame/programs.js';
import { applyEdits, type Edit } from './edits.js';

/** A change of a document, and whether it breaks a client that was correct before the change. */
export interface JudgedChange {
  name: string;
  breaks: boolean;
  why: string;
  /** Edits of both the old and the new document, to add parts that the document lacks but the change needs. */
  prerequisites?: readonly Edit[];
}

/** A change of the contract. */
export interface SampleChange extends JudgedChange {
  /** Whether the interface description states the changed part. */
  standing: 'stated' | 'inferred';
  edits: readonly Edit[];
}

/** Two documents of a change. */
export interface JudgedPair extends JudgedChange {
  oldDocument: Node;
  newDocument: Node;
}

export interface SamplePair extends SampleChange, JudgedPair {}

export function readPairs(): SamplePair[] {
  const contract = parse(readFileSync(generatedFile('openapi.yaml'), 'utf8')) as Node;
  const changes = parse(readFileSync(`${peersFolder}pairs/pairs.yaml`, 'utf8')) as SampleChange[];
  return changes.map((change) => {
    const oldDocument = applyEdits(contract, change.prerequisites ?? []);
    return { ...change, oldDocument, newDocument: applyEdits(oldDocument, change.edits) };
  });
}

/** A change that users of such programs report: edits, or the values `old` and `new` at one place. */
interface ReportedChange extends JudgedChange {
  /** The document to edit, instead of `lamps.yaml`. */
  oldDocument?: Node;
  /** The whole new document, instead of edits of the old one. */
  newDocument?: Node;
  edits?: readonly Edit[];
  at?: string;
  /** Undefined if the document already has the old value at the place, or has none there. */
  old?: unknown;
  new?: unknown;
}

/** Reads the pairs in test/diff/pairs-of-documents/. */
export function readReportedPairs(): JudgedPair[] {
  const folder = join(project, 'test/diff');
  const read = <Content>(path: string): Content =>
    parse(readFileSync(join(folder, path), 'utf8'), { merge: true, maxAliasCount: -1 }) as Content;
  const lamps = read<Node>('lamps.yaml');
  const files = readdirSync(join(folder, 'pairs-of-documents')).sort();
  return files.flatMap((file) =>
    read<ReportedChange[]>(`pairs-of-documents/${file}`).map(({ name, breaks, why, ...change }) => {
      const { at, prerequisites = [], edits = [] } = change;
      const setAt = (value: unknown): Edit[] =>
        at === undefined || value === undefined ? [] : [{ set: at, to: value }];
      const oldDocument = applyEdits(change.oldDocument ?? lamps, [...prerequisites, ...setAt(change.old)]);
      const newDocument = change.newDocument ?? applyEdits(oldDocument, [...edits, ...setAt(change.new)]);
      return { name, breaks, why, oldDocument, newDocument };
    }),
  );
}
