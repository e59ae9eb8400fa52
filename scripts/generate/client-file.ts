import { clientModule } from '../build/artefacts/client.js';
import {
  type GeneratedModule,
  type ImportedNames,
  type ImportSource,
  importLines,
} from '../build/artefacts/generated-module.js';
import { entryGuardModule } from '../build/artefacts/is-partner-entry.js';
import { operationTableModule } from '../build/artefacts/operation-table.js';
import { partnerEntryUpdateModule } from '../build/artefacts/partner-entry-update.js';
import type { OpenApiDocument } from '../contract/document.js';
import { forms } from './run-time.js';

/** The import path of each module in the generated `client.ts`; the client and the operation table are in this file. */
const addresses: Readonly<Record<ImportSource, string | undefined>> = {
  'openapi-fetch': 'directory-contract/runtime',
  'run time': 'directory-contract/runtime',
  queries: undefined,
  'operation table': undefined,
  client: undefined,
  types: './types.js',
};

/**
 * The text of `client.ts`: the exports of `directory-contract` for the given contract. It imports the functions that it
 * needs at run time from the installed package.
 *
 * @param note the first line
 * @param version the version of this package
 * @throws Error or BuildError as the generators do
 */
export function clientFile(document: OpenApiDocument, note: string, version: string): string {
  const modules: GeneratedModule[] = [
    operationTableModule(document),
    clientModule(document),
    partnerEntryUpdateModule(document, { files: [], pointers: {} }),
    entryGuardModule(document),
  ];
  const importsByAddress = groupByAddress(modules.flatMap(({ imports }) => imports));
  const exportsByAddress = groupByAddress(modules.flatMap((module) => module.reExports ?? []));
  const lines = [...importsByAddress].map(([address, names]) => {
    const types = names.filter((name) => name.startsWith('type '));
    const isRunTimeImport = address === addresses['run time'];
    return importLines('import', isRunTimeImport ? ['runTimeFor', ...types] : names, address);
  });
  const runTimeFunctions = (importsByAddress.get(addresses['run time'] ?? '') ?? []).filter(
    (name) => !name.startsWith('type '),
  );
  return `${note}
${lines.join('')}
${[...exportsByAddress].map(([address, names]) => importLines('export', names, address)).join('')}\
export type * from './types.js';

const { ${runTimeFunctions.join(', ')} } = runTimeFor(${forms.newest}, '${version}');

${modules.map(({ body }) => body).join('\n')}`;
}

/** The imported names by import path, sorted, and each name only once. */
function groupByAddress(allNames: readonly ImportedNames[]): Map<string, string[]> {
  const names = new Map<string, Set<string>>();
  for (const { from, names: addedNames } of allNames) {
    const address = addresses[from];
    if (address !== undefined) names.set(address, new Set([...(names.get(address) ?? []), ...addedNames]));
  }
  return new Map([...names].map(([address, addressNames]) => [address, [...addressNames].sort()]));
}
