import type { OpenApiDocument } from '../../contract/document.js';
import { generatedNote } from './generated-note.js';

const notice = `${generatedNote}\n`;

/** The bundle as a module, for what has no files to read: it works in a browser, too. */
export function contractModuleText(bundle: OpenApiDocument): string {
  // Engines read a text of JSON faster than they read the same as code.
  return `${notice}export const contract = JSON.parse(${JSON.stringify(JSON.stringify(bundle))});\n`;
}

export const contractModuleTypes = `${notice}import type { OpenApiDocument } from '../scripts/contract/document.js';
export declare const contract: OpenApiDocument;
`;
