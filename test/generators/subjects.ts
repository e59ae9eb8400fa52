// The documents that each generator reads, with a sandbox for each: the published one, and one of a taught contract.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { teachOwnContract } from '../../scripts/answers/own-contract.js';
import { createSandbox, createSandboxFor } from '../../scripts/sandbox/sandbox.js';
import { type SandboxServer, serveSandbox } from '../../scripts/sandbox/server/serve.js';
import { runProgram } from '../run-program.js';
import { temporaryFolder } from '../temporary-folder.js';

export interface Subject {
  name: 'published' | 'taught';
  /** The path of the document, as `directory-contract spec` prints it. */
  document: string;
  /** The text before the key in the header. */
  prefix: string;
  serve(): Promise<SandboxServer>;
}

export const project = fileURLToPath(new URL('../../', import.meta.url));

/** Lists of this contract have an envelope, and the key stands after `Bearer`. */
const answers = 'recipes/worlds/stripe-lists.answers.yaml';

export async function createSubjects(): Promise<readonly Subject[]> {
  const { document, validators } = teachOwnContract(join(project, answers));
  const taught = createSandboxFor(document, validators);
  return [
    {
      ...{ name: 'published', document: await documentOf('published'), prefix: '' },
      serve: () => serveSandbox({ sandbox: createSandbox() }),
    },
    {
      ...{ name: 'taught', document: await documentOf('taught', '--answers', answers), prefix: 'Bearer' },
      serve: () => serveSandbox({ sandbox: taught() }),
    },
  ];
}

async function documentOf(name: string, ...flags: string[]): Promise<string> {
  const args = ['--import', import.meta.resolve('tsx'), 'scripts/cli.ts', 'spec', ...flags];
  const { code, stdout, stderr } = await runProgram(process.execPath, args, { cwd: project });
  if (code !== 0) throw new Error(`"spec ${flags.join(' ')}" ended with ${code}: ${stderr}`);
  const path = join(temporaryFolder(name), 'openapi.yaml');
  writeFileSync(path, stdout);
  return path;
}
