import type { OpenApiDocument } from '../../contract/document.js';
import { generatedNote } from './generated-note.js';

const notice = `${generatedNote}\n`;

/** The bundle as a module, for code that cannot read files, such as in a browser. */
export function contractModuleText(bundle: OpenApiDocument): string {
  // Engines parse JSON text faster than the same data as code.
  return `${notice}export const contract = JSON.parse(${JSON.stringify(JSON.stringify(bundle))});\n`;
}

export const contractModuleTypes = `${notice}import type { OpenApiDocument } from '../scripts/contract/document.js';
export declare const contract: OpenApiDocument;
`;
