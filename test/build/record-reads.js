// @ts-check
// Loaded into each process of a build before anything else: writes the path of every file that is opened to the file
// READS. It is JavaScript because the build runs without a TypeScript loader.
import fs from 'node:fs';
import promises from 'node:fs/promises';
import { register, syncBuiltinESMExports } from 'node:module';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const reads = String(process.env['READS']);
const note = fs.appendFileSync;

for (const [library, names] of /** @type {const} */ ([
  [fs, ['readFileSync', 'openSync', 'readFile', 'open', 'createReadStream']],
  [promises, ['readFile', 'open']],
])) {
  const functions = /** @type {Record<string, (...given: unknown[]) => unknown>} */ (/** @type {unknown} */ (library));
  for (const name of names) {
    const original = functions[name];
    functions[name] = (path, ...given) => {
      if (path instanceof URL || typeof path === 'string')
        note(reads, `${path instanceof URL ? fileURLToPath(path) : resolve(path)}\n`);
      return original?.call(library, path, ...given);
    };
  }
}
syncBuiltinESMExports();

// Node.js reads ES modules without these functions.
const loader = `import { appendFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
export function load(url, context, next) {
  if (url.startsWith('file:')) appendFileSync(${JSON.stringify(reads)}, fileURLToPath(url) + '\\n');
  return next(url, context);
}`;
register(`data:text/javascript,${encodeURIComponent(loader)}`);
