import type { OpenApiDocument } from '../../contract/document.js';
import { checkSchemas } from './check-schemas.js';
import { ownTypeTools } from './own-type-tools.js';
import { typesText } from './types.js';

/** Texts that the TypeScript compiler generates. */
export interface CompilerTexts {
  types: string;
  /** By file name. */
  checkSchemas: Record<string, string>;
}

// These do not depend on the document, so they are made while it is bundled.
const schemas = checkSchemas();

/** Everything that needs the TypeScript compiler, because loading it takes longer than the work itself. */
export async function compilerTexts(document: OpenApiDocument): Promise<CompilerTexts> {
  return { types: await typesText(document, ownTypeTools), checkSchemas: schemas };
}
