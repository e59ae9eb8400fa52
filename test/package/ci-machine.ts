import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundlePrograms } from '../../scripts/build/package/programs.js';
import { findTool, openapiTypescript } from '../../scripts/system/tool.js';
import { registryOf } from '../mock/registry.js';
import { ownEnvironment } from '../own-machine.js';
import { temporaryFolder } from '../temporary-folder.js';

export const project = resolve(import.meta.dirname, '../..');
/** The versions of this package and of its compiler. */
export const { version, devDependencies } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as {
  version: string;
  devDependencies: Record<'typescript', string>;
};
/** A later version in the registry, with other fields of `PartnerEntry`, and a command that must not run. */
export const newest = '99.0.0';

const resolved = createRequire(import.meta.url).resolve;
const contract = readFileSync(join(project, 'generated/openapi.yaml'), 'utf8');
/** The contract of the previous version, which has one operation less. */
const olderText = contract.replace(/\n {4}get:\n {6}operationId: listDirectories\n(?: {6}.*\n)+/, '\n');

/** A machine of a CI service: a home folder without settings, an environment, and a local registry. */
export interface CiMachine {
  environment: Record<string, string>;
  /** Returns a new, empty work tree. */
  folder(): string;
  [Symbol.dispose](): void;
}

/**
 * Starts a registry with two versions of this package (the older one has the published command), the compiler, and the
 * generator of types.
 */
export async function ciMachine(): Promise<CiMachine> {
  const root = temporaryFolder('ci');
  const dist = join(root, 'package', 'dist');
  mkdirSync(dist, { recursive: true });
  for (const name of ['generated', 'package.json']) symlinkSync(join(project, name), join(root, 'package', name));
  await bundlePrograms(dist);
  const command = `#!/usr/bin/env node\nimport(${JSON.stringify(pathToFileURL(join(dist, 'cli.cjs')).href)});`;
  const ours = (number: string, types: string, document: string, program: string) => ({
    manifest: { name: 'directory-contract', version: number, type: 'module', types: 'index.d.ts', bin: 'cli.js' },
    files: { 'cli.js': program, 'index.d.ts': types, 'generated/openapi.yaml': document },
  });
  const unreviewedText = '#!/usr/bin/env node\nthrow new Error("This version has not been reviewed.");';
  const installed = JSON.stringify(pathToFileURL(findTool(openapiTypescript) ?? '').href);
  const registry = await registryOf([
    ours(version, 'export interface PartnerEntry { title?: string }', olderText, command),
    ours(newest, 'export interface PartnerEntry { name?: string }', contract, unreviewedText),
    {
      manifest: { name: 'typescript', version: devDependencies.typescript, bin: { tsc: 'tsc.js' }, main: 'main.js' },
      files: {
        'tsc.js': `#!/usr/bin/env node\nrequire(${JSON.stringify(resolved('typescript/lib/tsc.js'))});`,
        'main.js': `module.exports = require(${JSON.stringify(resolved('typescript'))});`,
      },
    },
    {
      manifest: {
        name: 'openapi-typescript',
        version: openapiTypescript.packages['openapi-typescript'] ?? '',
        peerDependencies: { typescript: '^5.x' },
      },
      files: { [openapiTypescript.program]: `export * from ${installed}; export { default } from ${installed};` },
    },
  ]);
  return {
    environment: ownEnvironment({ HOME: root, ...registry.env }),
    folder: () => temporaryFolder('work'),
    [Symbol.dispose]: registry[Symbol.dispose],
  };
}
