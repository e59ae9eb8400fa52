import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Artefact } from './artefact.js';
import { digestOf } from './file-digest.js';
import { listSourceFiles } from './source/source-files.js';

export const sourcesPath = 'generated/sources.sha256';

/**
 * One digest per file under `openapi/`, in the format of sha256sum. It is committed, so that `--check` also notices
 * changes without effect on other artefacts: in a comment or a guide.
 */
export function sourcesFile(project: string): Artefact {
  const start = performance.now();
  const lines = listSourceFiles(project, '').map((path) => `${digestOf(readFileSync(join(project, path)))}  ${path}\n`);
  return { path: sourcesPath, text: lines.join(''), milliseconds: performance.now() - start };
}
