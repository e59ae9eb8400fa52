import type { OpenApiDocument } from '../../contract/document.js';

/** The modules that generated code imports: openapi-fetch, the client's runtime code, and other generated modules. */
export type ImportSource = 'openapi-fetch' | 'run time' | 'queries' | 'operation table' | 'client' | 'types';

/** Names to import from another module. The name of a type is written with `type ` before it. */
export interface ImportedNames {
  from: ImportSource;
  names: readonly string[];
}

/** A generated TypeScript module. Import paths are added later, since they depend on the module's folder. */
export interface GeneratedModule {
  imports: readonly ImportedNames[];
  reExports?: readonly ImportedNames[];
  /** Everything after the imports. */
  body: string;
}

/** The paths by which a module in `generated/` imports the others. */
const projectAddresses: Readonly<Record<ImportSource, string>> = {
  'openapi-fetch': 'openapi-fetch',
  'run time': '../scripts/client/index.js',
  queries: '../scripts/client/tanstack-query.js',
  'operation table': './operation-table.js',
  client: './client.js',
  types: './types.js',
};

export function moduleText({ imports, reExports = [], body }: GeneratedModule): string {
  const toLines = (keyword: 'import' | 'export', importedNames: readonly ImportedNames[]): string =>
    importedNames.map(({ from, names }) => importLines(keyword, names, projectAddresses[from])).join('');
  const exports = toLines('export', reExports);
  return `${generatedNote}\n${toLines('import', imports)}${exports && `\n${exports}`}\n${body}`;
}

export function importLines(keyword: 'import' | 'export', names: readonly string[], address: string): string {
  const values = names.filter((name) => !name.startsWith('type '));
  const types = names.filter((name) => name.startsWith('type ')).map((name) => name.slice('type '.length));
  return statementText(keyword, values, address) + statementText(`${keyword} type`, types, address);
}

function statementText(keyword: string, names: readonly string[], address: string): string {
  if (names.length === 0) return '';
  const line = `${keyword} { ${names.join(', ')} } from '${address}';\n`;
  return line.length <= 110
    ? line
    : `${keyword} {\n${names.map((name) => `  ${name},\n`).join('')}} from '${address}';\n`;
}

/** The first line of every generated JavaScript or TypeScript file. */
export const generatedNote = '// Made by "npm run build" from openapi/; do not edit.';

const notice = `${generatedNote}\n`;

/** The bundled document as a module, for code that cannot read files, such as code in a browser. */
export function contractModuleText(bundle: OpenApiDocument): string {
  // JavaScript engines parse JSON text faster than the same data as an object literal.
  return `${notice}export const contract = JSON.parse(${JSON.stringify(JSON.stringify(bundle))});\n`;
}

export const contractModuleTypes = `${notice}import type { OpenApiDocument } from '../scripts/contract/document.js';
export declare const contract: OpenApiDocument;
`;
