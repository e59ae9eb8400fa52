import { join } from 'node:path';
import { isObject } from '../contract/json.js';
import { stageFile } from '../files/whole-file.js';
import type { Artefact } from './artefact.js';
import { bytesOf, digestOf } from './file-digest.js';
import { type Step, steps } from './step-names.js';

/** Where a project keeps what is known of its last build. It can be removed at any time. */
export const lastBuildFile = 'node_modules/.directory-contract-build/steps.json';

/** Another number whenever the form of the file, or its meaning, changes. */
const version = 1;

/** A step that has succeeded. */
interface Done {
  inputs: string;
  /** Digests of the files that it made, by path. */
  outputs: Readonly<Record<string, string>>;
}

export type LastBuild = Readonly<Partial<Record<Step, Done>>>;

/** A file that is as its step would make it. */
export interface UnchangedFile {
  path: string;
  bytes: number;
}

/** What is known of the last build of a project. A file that is damaged, or of another version, says nothing. */
export function readLastBuild(project: string): LastBuild {
  try {
    const read: unknown = JSON.parse(String(bytesOf(join(project, lastBuildFile))));
    if (!isObject(read) || read['version'] !== version || !isObject(read['steps'])) return {};
    const known = read['steps'];
    return Object.fromEntries(steps.flatMap((step) => (isDone(known[step]) ? [[step, known[step]]] : [])));
  } catch {
    return {};
  }
}

/** Adds steps that have succeeded, and whose files are written. */
export function keepBuild(project: string, done: LastBuild): void {
  // Another build may have written it in the meantime.
  const all = { ...readLastBuild(project), ...done };
  try {
    const text = JSON.stringify({ version, steps: all });
    stageFile(join(project, lastBuildFile), [text], { isSynced: false }).takePlace();
  } catch {
    // The next build does these steps again.
  }
}

export function doneWith(inputs: string, artefacts: readonly Artefact[]): Done {
  return { inputs, outputs: Object.fromEntries(artefacts.map(({ path, text }) => [path, digestOf(text)])) };
}

/**
 * The files of a step, if it would make the same again: its inputs are the same, and each of its files is as it was
 * made. Undefined if it must be done.
 */
export function unchangedFiles(project: string, done: Done | undefined, inputs: string): UnchangedFile[] | undefined {
  if (done?.inputs !== inputs) return undefined;
  const files: UnchangedFile[] = [];
  for (const [path, digest] of Object.entries(done.outputs)) {
    const bytes = bytesOf(join(project, path));
    if (!bytes || digestOf(bytes) !== digest) return undefined;
    files.push({ path, bytes: bytes.length });
  }
  return files;
}

function isDone(value: unknown): value is Done {
  if (!isObject(value) || typeof value['inputs'] !== 'string' || !isObject(value['outputs'])) return false;
  return Object.values(value['outputs']).every((digest) => typeof digest === 'string');
}
