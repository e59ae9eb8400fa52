import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ModuleForm } from '../build/artefacts/validators/validators-file.js';

/** The form of a `.js` file in a folder, by the nearest package.json, as Node.js and TypeScript decide it. */
export function moduleForm(folder: string): ModuleForm {
  for (let at = folder; ; at = dirname(at)) {
    const type = typeIn(join(at, 'package.json'));
    if (type !== undefined || at === dirname(at)) return type === 'module' ? 'esm' : 'commonjs';
  }
}

/** The `type` of a package.json, null if it has none; undefined if there is no such file. */
function typeIn(file: string): unknown {
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) as { type?: unknown }).type ?? null;
  } catch {
    return undefined;
  }
}
