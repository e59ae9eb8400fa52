import { duration, size } from '../text/progress.js';
import type { Artefact } from './steps.js';

/** Rows for people: path, size and time of each artefact; a folder below `generated/` is one row. */
export function artefactRows(artefacts: readonly Artefact[]): string[][] {
  const groups = new Map<string, Artefact[]>();
  for (const artefact of artefacts) {
    const name = artefact.path.split('/').slice(0, 2).join('/');
    groups.set(name, [...(groups.get(name) ?? []), artefact]);
  }
  return [...groups].map(([name, files]) => {
    const bytes = files.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
    const [first] = files;
    const path = files.length > 1 ? `${name}/ (${files.length} files)` : (first?.path ?? name);
    return [path, size(bytes), duration(first?.milliseconds ?? 0)];
  });
}
