import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect } from 'vitest';
import { createConsumer, type PackedPackage } from '../../scripts/release/packed-package.js';
import { blocksOf, expectLines } from '../docs/guide-blocks.js';
import { type Ended, type Program, runProgram, startProgram } from '../run-program.js';

const project = resolve(import.meta.dirname, '../..');
const guide = readFileSync(join(project, 'openapi/docs/teach.md'), 'utf8');
const usualAddress = 'http://127.0.0.1:4020';

/**
 * Follows the guide "Teach it what you know", block by block, in an empty folder that finds the installed package:
 * writes its files, runs its commands, and expects its outputs.
 *
 * @returns the written files, and the number of command blocks that ran
 */
export async function followGuide(
  packed: PackedPackage,
  env: Record<string, string>,
): Promise<{ files: string[]; commands: number }> {
  const folder = await createConsumer(packed, 'team', { 'package.json': '{ "private": true }' });
  linkTools(folder);
  const bash = ['-e', '-o', 'pipefail', '-c'];
  const run = (source: string): Promise<Ended> => {
    // If no answers apply, the guide puts the prefix before the key.
    const key = source.includes('--no-answers') ? 'Bearer sandbox-key' : 'sandbox-key';
    return runProgram('bash', [...bash, source], { cwd: folder, env: { ...env, DIRECTORY_API_KEY: key } });
  };
  const files: string[] = [];
  let commands = 0;
  let url = usualAddress;
  let sandbox: Program | undefined;
  try {
    for (const { language, source, prints } of blocksOf(guide)) {
      const [, file] = /^(?:#|\/\/) (\S+)\n/.exec(source) ?? [];
      if (language === 'text') {
        if (/^\S+:\d+:\d+: /.test(source)) await expectMistake(folder, source, run);
      } else if (file !== undefined) {
        writeFileSync(join(folder, file), source.replaceAll(usualAddress, url));
        files.push(file);
      } else if (source === 'npx directory-contract sandbox\n') {
        commands += 1;
        // The sandbox gets its own process group, since npx runs the command as a child.
        sandbox = startProgram('bash', [...bash, `exec ${source.trim()} --port 0`], {
          cwd: folder,
          env,
          detached: true,
        });
        const printedText = await sandbox.waitFor(/^curl .*\n/m);
        [url = usualAddress] = /http:\/\/127\.0\.0\.1:\d+/.exec(printedText) ?? [];
        expectLines(printedText.replaceAll(url, usualAddress), prints?.text ?? '');
      } else {
        commands += 1;
        const { code, stdout, stderr } = await run(
          source.replaceAll(usualAddress, url).replaceAll(/^npm install .*$/gm, ''),
        );
        expect({ source, code, stdout: code === 0 ? '' : stdout, stderr: code === 0 ? '' : stderr }).toEqual({
          source,
          code: 0,
          stdout: '',
          stderr: '',
        });
        if (prints) expectLines(stdout.replaceAll(url, usualAddress), prints.text);
      }
      if (file === 'corrections.overlay.yaml') nameOverlay(folder);
    }
    await expectUnsafeRefused(folder, run);
  } finally {
    if (sandbox?.child.pid !== undefined) {
      process.kill(-sandbox.child.pid, 'SIGINT');
      await sandbox.exit;
    }
  }
  return { files, commands };
}

/** Links the packages that the guides install by `npm install --save-dev`. */
export function linkTools(folder: string): void {
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, '.bin'), { recursive: true });
  mkdirSync(join(modules, '@types'));
  for (const name of ['openapi-typescript', 'typescript', '@types/node'])
    symlinkSync(join(project, 'node_modules', name), join(modules, name));
  symlinkSync('../typescript/bin/tsc', join(modules, '.bin/tsc'));
}

/** Makes the mistake that the guide shows, and expects its message. */
async function expectMistake(folder: string, message: string, run: (source: string) => Promise<Ended>): Promise<void> {
  const file = join(folder, 'directory.answers.yaml');
  const correctText = readFileSync(file, 'utf8');
  writeFileSync(file, correctText.replace('[headline, ', '[headlin, '));
  const { code, stdout, stderr } = await run('npx directory-contract answers');
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expectLines(stderr, message);
  writeFileSync(file, correctText);
}

/** Follows a sentence of the guide: adds the overlay in the last line of the answers. */
function nameOverlay(folder: string): void {
  const [, line = ''] = /at the end of the answers file: `([^`]+)`/.exec(guide) ?? [];
  expect(line).toContain('overlays: ');
  const file = join(folder, 'directory.answers.yaml');
  writeFileSync(file, `${readFileSync(file, 'utf8')}${line}\n`);
}

/** Expects that a program which ignores that a headline can be null does not compile, as the guide says. */
async function expectUnsafeRefused(folder: string, run: (source: string) => Promise<Ended>): Promise<void> {
  // The tests in the guide end with the code of another world, so the code is generated again.
  expect(await run('npx directory-contract generate --out directory')).toMatchObject({ code: 0 });
  const program = readFileSync(join(folder, 'entries.ts'), 'utf8').replace('headline?.', 'headline.');
  writeFileSync(join(folder, 'unsafe.ts'), program);
  const { code, stdout } = await run('npx tsc --module nodenext --target es2022 --strict --noEmit unsafe.ts');
  expect(code).not.toBe(0);
  expect(stdout).toContain("'entry.headline' is possibly 'null' or 'undefined'");
}
