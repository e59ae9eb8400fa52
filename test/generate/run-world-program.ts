import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect } from 'vitest';
import type { OpenApiDocument } from '../../scripts/contract/document.js';
import { parsePointer } from '../../scripts/contract/pointer.js';
import { keyRefusalOf } from '../../scripts/contract/security.js';
import { defaultKey } from '../../scripts/sandbox/sandbox.js';
import type { World } from '../answers/worlds.js';
import { ownEnvironment } from '../own-machine.js';
import { runProgram } from '../run-program.js';
import { isWhole } from '../sample.js';
import { temporaryFolder } from '../temporary-folder.js';
import { installedRunTime } from './installed-run-time.js';
import { writeFiles } from './made-files.js';
import { type WorldNames, worldProgram } from './world-program.js';

/** The strictest options. CommonJS cannot have `verbatimModuleSyntax` together with `import`. */
const strictest = {
  ...{ target: 'es2022', module: 'nodenext', lib: ['es2023', 'dom', 'dom.iterable'], types: ['node'] },
  ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, skipLibCheck: true },
  ...{ noUnusedLocals: true, noUnusedParameters: true, noPropertyAccessFromIndexSignature: true },
  ...{ noImplicitReturns: true, isolatedModules: true },
};

/** The packages of the supported compilers. A normal run uses only the newest, which is the fastest. */
const compilers = [...(isWhole ? ['typescript54', 'typescript', 'typescript6'] : []), 'typescript7'];

/** Number of items on a page of the sandbox. */
const usualSize = 5;

/** Compiles and runs a program with the client of a document, and expects it to find the entries of the world. */
export async function runWorldProgram(
  world: World,
  document: OpenApiDocument,
  form: 'esm' | 'commonjs',
): Promise<void> {
  const folder = temporaryFolder(`world-${form}`);
  symlinkSync(await installedRunTime(), join(folder, 'node_modules'));
  mkdirSync(join(folder, 'directory'));
  await writeFiles(join(folder, 'directory'), document, form);
  const isEsm = form === 'esm';
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: isEsm ? 'module' : form }));
  writeFileSync(join(folder, 'program.ts'), worldProgram(namesOf(world)));
  const config = { compilerOptions: { ...strictest, verbatimModuleSyntax: isEsm }, files: ['program.ts'] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  for (const name of compilers) {
    // Older compilers do not know this option.
    const newestValues = name === 'typescript7' ? ['--erasableSyntaxOnly'] : [];
    const tsc = resolve('node_modules', name, 'bin/tsc');
    const args = [tsc, '-p', folder, '--pretty', 'false', ...newestValues];
    const compiled = await runProgram(process.execPath, args, { cwd: folder });
    expect({ name, ...compiled }).toEqual({ name, code: 0, stdout: '', stderr: '' });
  }

  world.sandbox.reset();
  world.requests.length = 0;
  const env = ownEnvironment({ DIRECTORY_BASE_URL: world.served.url, DIRECTORY_API_KEY: defaultKey });
  const args = ['--disallow-code-generation-from-strings', 'program.js'];
  const result = await runProgram(process.execPath, args, { cwd: folder, env });
  expect(result).toMatchObject({ code: 0, stderr: '' });
  const { ids, refusal } = JSON.parse(result.stdout) as { ids: string[]; refusal: number };
  expect(ids).toEqual(entriesOf(world));
  const pages = world.requests.filter((text) => /^GET \S+\/entries\/partners\/(\?|$)/.test(text));
  // One additional request has the wrong key.
  expect(pages).toHaveLength((isPaged(world) ? Math.ceil(ids.length / usualSize) : 1) + 1);
  const { wrong = 401 } = keyRefusalOf(world.taughtContract.answers.answers['auth.refusal-status']?.value) ?? {};
  expect(refusal).toBe(wrong);
}

/** Returns the ids of the entries of the first directory. */
function entriesOf({ sandbox }: World): string[] {
  const { collections } = sandbox.snapshot();
  const [directory] = collections['Directory'] ?? [];
  const entries = (collections['PartnerEntry'] ?? []).filter(
    ({ parents }) => parents['directory_id'] === directory?.id,
  );
  expect(entries.length).toBeGreaterThan(usualSize);
  return entries.map(({ id }) => id);
}

function isPaged({ taughtContract }: World): boolean {
  const { value = 'bare' } = taughtContract.answers.answers['lists.envelope'] ?? {};
  return value !== 'bare';
}

/** Returns the names of the field `the service` in a world. */
function namesOf({
  taughtContract: {
    answers: { answers },
  },
}: World): WorldNames {
  const { value = 'the service' } = answers['the-service.name'] ?? {};
  const names = typeof value === 'string' ? { request: value, response: value } : (value as Omit<WorldNames, 'entry'>);
  const envelope = answers['objects.envelope']?.value as { response?: string } | undefined;
  return { ...names, entry: parsePointer(envelope?.response ?? '') };
}
