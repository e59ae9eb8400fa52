import type { OpenApiDocument } from '../../contract/document.js';
import { checkSchemas } from './check-schemas.js';
import { typesText } from './types.js';

/** What is made with the compiler of TypeScript. */
export interface CompilerTexts {
  types: string;
  /** By name of the file. */
  checkSchemas: Record<string, string>;
}

// These need no document, which takes a while to come.
const schemas = checkSchemas();

/** Everything for which the compiler of TypeScript is loaded, which takes longer than all of it. */
export async function compilerTexts(document: OpenApiDocument): Promise<CompilerTexts> {
  return { types: await typesText(document), checkSchemas: schemas };
}
