import type { OpenApiDocument } from '../../contract/document.js';
import { type Artefact, checkFolder, file, folder } from '../artefact.js';
import type { CompilerTexts } from '../artefacts/compiler-texts.js';
import type { Running } from '../running.js';

/** Starts a thread for the TypeScript compiler, which takes long to load. */
export function typesFiles({ apart, timed, signal }: Running): (document: OpenApiDocument) => Promise<Artefact[]> {
  const module = new URL('../artefacts/compiler-texts.ts', import.meta.url);
  const compilerTexts = apart<OpenApiDocument, CompilerTexts>(module, 'compilerTexts', signal);
  return async (document) => {
    const made = await timed('types', [document], () => compilerTexts(document));
    return [
      file('generated/types.ts', { ...made, value: made.value.types }),
      ...folder(checkFolder, { ...made, value: made.value.checkSchemas }),
    ];
  };
}
