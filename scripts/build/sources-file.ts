import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Artefact } from './artefact.js';
import { listSourceFiles } from './source/source-files.js';

/**
 * One digest per file under `openapi/`, in the format of sha256sum. It is committed, so that `--check` also notices
 * changes without effect on other artefacts: in a comment or a guide.
 */
export function sourcesFile(project: string): Artefact {
  const start = performance.now();
  const digest = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex');
  const lines = listSourceFiles(project, '').map((path) => `${digest(join(project, path))}  ${path}\n`);
  return { path: 'generated/sources.sha256', text: lines.join(''), milliseconds: performance.now() - start };
}
