import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { OpenAPI3 } from 'openapi-typescript';
import openapiTypescript, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { clientModule } from '../../scripts/build/artefacts/client.js';
import { moduleText } from '../../scripts/build/artefacts/generated-module.js';
import { operationTableModule } from '../../scripts/build/artefacts/operation-table.js';
import type { Bundle } from '../../scripts/build/artefacts/operations.js';
import { temporaryFolder } from '../temporary-folder.js';

const root = resolve(import.meta.dirname, '../..');

/** A temporary folder with the layout of the repository, and with the files generated from a document. */
export interface Workspace {
  /** The path of the folder with the generated files. */
  readonly generated: string;
  /** Returns compiler errors in a file beside the generated ones, as `line: text`, and in the generated ones. */
  check(text: string): Promise<string[]>;
}

export async function workspace(bundle: Bundle): Promise<Workspace> {
  const folder = temporaryFolder('client');
  const generated = join(folder, 'generated');
  await mkdir(generated);
  for (const name of ['scripts', 'node_modules']) await symlink(join(root, name), join(folder, name));
  const types = await openapiTypescript(bundle as unknown as OpenAPI3, { defaultNonNullable: false });
  const files = {
    'types.ts': astToString(types),
    'operation-table.ts': moduleText(operationTableModule(bundle)),
    'client.ts': moduleText(clientModule(bundle)),
    '../package.json': '{ "type": "module" }',
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(generated, name), text);

  return {
    generated,
    async check(text) {
      const file = join(generated, 'use.ts');
      await writeFile(file, text);
      const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile) as { config: object };
      const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
      const program = ts.createProgram([file], { ...options, noUnusedLocals: false, types: [], declaration: true });
      return ts
        .getPreEmitDiagnostics(program)
        .filter((found) => found.file === undefined || found.file.fileName.includes('/generated/'))
        .map(({ file: where, start, messageText }) => {
          const place = where && start !== undefined ? where.getLineAndCharacterOfPosition(start).line + 1 : 0;
          return `${place}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
        });
    },
  };
}
