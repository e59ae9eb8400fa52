import { answersSchema } from '../../answers/answers-schema.js';
import type { OpenApiDocument } from '../../contract/document.js';
import { type Artefact, file, folder } from '../artefact.js';
import { contractModuleText, contractModuleTypes } from '../artefacts/contract-module.js';
import { jsonSchemas } from '../artefacts/json-schemas.js';
import type { LintedDocument, Running } from '../running.js';
import { bundleJson, bundleText } from '../source/bundle.js';
import { sourceMapText } from '../source/source-map.js';
import { sourcesFile } from '../sources-file.js';

/** The document in one file, its map, and its parts for other tools. */
export async function bundleFiles(
  { bundled: { value: document, milliseconds }, map }: LintedDocument,
  { project, timed }: Running,
): Promise<Artefact[]> {
  const schemas = await timed('JSON Schemas', () => jsonSchemas(document));
  return [
    { path: 'generated/openapi.yaml', text: bundleText(document), milliseconds },
    { path: 'generated/openapi.json', text: bundleJson(document), milliseconds },
    { path: 'generated/contract.js', text: contractModuleText(document), milliseconds },
    { path: 'generated/contract.d.ts', text: contractModuleTypes, milliseconds },
    { path: 'generated/source-map.json', text: sourceMapText(map), milliseconds },
    sourcesFile(project),
    ...folder('generated/schemas', schemas),
    file('generated/schemas/answers.schema.json', { ...schemas, value: answersSchemaText(document) }),
  ];
}

/** The JSON Schema for editors of the file in which people answer the open questions. */
function answersSchemaText(document: OpenApiDocument): string {
  return `${JSON.stringify(answersSchema(document['x-unknowns'] ?? []), undefined, 2)}\n`;
}
