import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { stringify } from 'yaml';
import type { contract } from '../../generated/contract.js';
import { type TaughtOwnContract, teachOwnContract } from '../../scripts/answers/own-contract.js';
import type { OpenApiOperation } from '../../scripts/contract/document.js';
import { eachOperation } from '../../scripts/contract/operations.js';
import { temporaryFolder } from '../temporary-folder.js';

/** Returns answers with these values. */
export function withValues(values: Readonly<Record<string, unknown>>): Record<string, { value: unknown }> {
  return Object.fromEntries(Object.entries(values).map(([id, value]) => [id, { value }]));
}

/** Writes a file with answers: a text, or values by question. Returns its path. */
export function answersFile(answers: string | Record<string, unknown>): string {
  const file = join(temporaryFolder('answers'), 'directory.answers.yaml');
  writeFileSync(file, typeof answers === 'string' ? answers : stringify({ answers }));
  return file;
}

/** Writes answers, and an overlay with these actions beside them. Returns the path of the answers. */
export function correctedFile(actions: readonly object[], answers: Record<string, unknown> = {}): string {
  const file = answersFile(stringify({ answers, overlays: ['corrections.yaml'] }));
  const overlay = { overlay: '1.0.0', info: { title: 'Corrections', version: '1' }, actions };
  writeFileSync(join(dirname(file), 'corrections.yaml'), stringify(overlay));
  return file;
}

/** The contract of this package with these answers. */
export function taughtWith(answers: string | Record<string, unknown>): TaughtOwnContract {
  return teachOwnContract(answersFile(answers));
}

/** Returns an operation of a document. */
export function operationOf(document: typeof contract, id: string): OpenApiOperation {
  const operation = [...eachOperation(document)].find((each) => each.id === id);
  if (!operation) throw new Error(`No operation ${id}.`);
  return operation.operation;
}
