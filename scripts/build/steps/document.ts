import type { OpenApiDocument } from '../../contract/document.js';
import type { Made } from '../artefact.js';
import type { Running } from '../running.js';
import { bundle } from '../source/bundle.js';
import { readSource, type Source } from '../source/source.js';

/** The document under `openapi/`. */
export interface ReadDocument {
  source: Source;
  /** Its files with their texts: everything that a tool can find in it. */
  texts: readonly (readonly [path: string, text: string])[];
  bundling: Promise<Made<OpenApiDocument>>;
}

/** Reads the files, then starts to bundle them. @throws BuildError if they cannot be read */
export async function readDocument({ project, timed, parse, redocly, loadRedocly }: Running): Promise<ReadDocument> {
  loadRedocly();
  const { value: source } = await timed('read openapi/', undefined, () => readSource(project, parse));
  const texts = [...source].map(([path, { text }]) => [path, text] as const);
  const bundling = timed('bundle', [texts], () => bundle(project, redocly));
  bundling.catch(() => undefined); // Awaited later: the lint may explain why it failed.
  return { source, texts, bundling };
}

export { sourceMap } from '../source/source-map.js';
