// The documents that each generator reads, each with a sandbox: the published document, and one of a taught contract.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { teachOwnContract } from '../../scripts/answers/own-contract.js';
import { createSandbox, createSandboxFor } from '../../scripts/sandbox/sandbox.js';
import { type SandboxServer, serveSandbox } from '../../scripts/sandbox/server/serve.js';
import { temporaryFile } from '../temporary-folder.js';

export interface Subject {
  name: 'published' | 'taught';
  /** The path of the document. */
  document: string;
  /** The text before the key in the header. */
  prefix: string;
  serve(): Promise<SandboxServer>;
}

export const project = fileURLToPath(new URL('../../', import.meta.url));

/** Lists of this contract have an envelope, and the key follows the word `Bearer`. */
const answers = 'recipes/worlds/stripe-lists.answers.yaml';

/** The command `spec` writes the taught document, as for a user. */
export function createSubjects(): readonly Subject[] {
  const { document, validators } = teachOwnContract(join(project, answers));
  const createTaught = createSandboxFor(document, validators);
  const spec = ['--import', import.meta.resolve('tsx'), 'scripts/cli.ts', 'spec', '--answers', answers];
  return [
    {
      ...{ name: 'published', document: join(project, 'generated/docs/openapi.yaml'), prefix: '' },
      serve: () => serveSandbox({ sandbox: createSandbox() }),
    },
    {
      name: 'taught',
      document: temporaryFile('openapi.yaml', execFileSync(process.execPath, spec, { cwd: project, encoding: 'utf8' })),
      prefix: 'Bearer',
      serve: () => serveSandbox({ sandbox: createTaught() }),
    },
  ];
}
