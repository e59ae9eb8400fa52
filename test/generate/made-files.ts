import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ownTypeTools } from '../../scripts/build/artefacts/own-type-tools.js';
import type { OpenApiDocument } from '../../scripts/contract/document.js';
import { generateFiles } from '../../scripts/generate/files.js';

/** Returns the texts of the files that `generate` makes for a document, by name. */
export async function madeFiles(
  document: OpenApiDocument,
  form: 'esm' | 'commonjs' = 'esm',
): Promise<Record<string, string>> {
  const watcher = { begin: () => undefined, end: () => undefined };
  const files = await generateFiles(document, { tools: async () => ownTypeTools, form, watcher });
  return Object.fromEntries(files.map(({ name, text }) => [name, text]));
}

/** Writes the files that `generate` makes for a document into a folder. */
export async function writeFiles(folder: string, ...args: Parameters<typeof madeFiles>): Promise<void> {
  for (const [name, text] of Object.entries(await madeFiles(...args))) writeFileSync(join(folder, name), text);
}
