import { duration, size } from '../text/progress.js';
import type { Artefact } from './artefact.js';

/** Rows for people: path, size and time of each artefact; a folder below `generated/` is one row. */
export function artefactRows(files: readonly Artefact[]): string[][] {
  const groups = new Map<string, Artefact[]>();
  for (const file of files) {
    const name = file.path.split('/').slice(0, 2).join('/');
    groups.set(name, [...(groups.get(name) ?? []), file]);
  }
  return [...groups].map(([name, files]) => {
    const bytes = files.reduce((sum, file) => sum + Buffer.byteLength(file.text), 0);
    const [first] = files;
    const path = files.length > 1 ? `${name}/ (${files.length} files)` : (first?.path ?? name);
    return [path, size(bytes), duration(first?.milliseconds ?? 0)];
  });
}
