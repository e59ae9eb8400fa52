import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { transform } from 'esbuild';
import type { Browser } from 'playwright-core';
import { expect } from 'vitest';
import { createConsumer, type PackedPackage } from '../../scripts/release/packed-package.js';
import { blocksOf, expectLines } from '../docs/guide-blocks.js';
import { type Ended, type Program, runProgram, startProgram } from '../run-program.js';
import { linkTools } from './teach-guide.js';

const project = resolve(import.meta.dirname, '../..');
const blocksIn = (file: string) => blocksOf(readFileSync(join(project, file), 'utf8'));
const usualAddress = 'http://127.0.0.1:4020';

/** A fresh folder of a user who has just installed the package. */
interface User {
  folder: string;
  /** The address of a sandbox that runs during all steps. */
  url: string;
  browser: Browser | undefined;
  /** Runs commands of the docs in the folder, with a different port. */
  run(source: string): Promise<Ended>;
  /** Starts a command that runs until it is stopped. */
  start(command: string): Program;
}

/** The first steps of each kind of user, exactly as in the docs, up to the first success. */
const paths: Readonly<Record<string, (user: User) => Promise<void>>> = {
  async 'reads the README'({ folder, url, run, start }) {
    linkTools(folder);
    const blocks = blocksIn('README.md');
    const programs = blocks.filter(({ language }) => language === 'ts');
    for (const [index, { source }] of programs.entries()) {
      const file = `readme-${index}.mjs`;
      writeFileSync(join(folder, file), (await transform(source, { loader: 'ts' })).code);
      const { code, stdout, stderr } = await run(`node ${file}`);
      expect({ source, code, stderr }).toEqual({ source, code: 0, stderr: '' });
      const printedValues = [...source.matchAll(/console\.log\(.*; \/\/ (.*)$/gm)].map(([, words = '']) => words);
      expectLines(stdout, printedValues.join('\n'));
    }
    for (const { language, source } of blocks) {
      if (language === 'yaml') writeFileSync(join(folder, 'directory.answers.yaml'), source);
      if (language !== 'sh') continue;
      for (const line of source.replaceAll('https://directory.example.com', url).split('\n')) {
        // The package is already installed, another path opens the docs, and CI runs the commands of a clone.
        if (!line.startsWith('npx ') || line.includes(' docs ')) continue;
        if (!line.includes('directory-contract sandbox')) {
          // DIRECTORY_BASE_URL is the address of the other sandbox, which must not apply to a recording.
          const { code, stderr } = await run(`env -u DIRECTORY_BASE_URL ${line}`);
          expect({ line, code, stderr: code === 0 ? '' : stderr }).toEqual({ line, code: 0, stderr: '' });
          continue;
        }
        const server = start(`${line.replace(/#.*/, '').trim()} --port 0`);
        const [address = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(await server.waitFor(/^curl .*\n/m)) ?? [];
        // Makes the recording from which the README learns in a later step.
        await run(`npx directory-contract check --base-url ${address} --exchanges --report json=traffic.har`);
        process.kill(-(server.child.pid ?? 0), 'SIGINT');
        await server.exit;
      }
    }
    expect(readdirSync(join(folder, 'src/directory'))).toContain('client.ts');
  },

  async 'needs a server for a page'({ run, url, browser }) {
    const [, change, entry] = blocksIn('openapi/docs/mock-and-sandbox.md').filter(
      ({ language }) => language !== 'text',
    );
    const { stdout } = await run(change?.source ?? '');
    expect(JSON.parse(stdout)).toMatchObject(JSON.parse(entry?.source ?? '') as object);
    if (!browser) return;
    const page = await browser.newPage();
    await page.goto(url);
    await page.getByText('Fjordline Data').first().waitFor();
    await page.close();
  },

  async 'reads the docs'({ start, browser }) {
    const command =
      blocksIn('README.md').find(({ source }) => source.includes('directory-contract docs'))?.source ?? '';
    const docs = start(`${/^npx \S+ docs/.exec(command)?.[0] ?? ''} --port 0`);
    try {
      const [address = ''] = /http:\/\/[\d.:]+\/?/.exec(await docs.waitFor(/http:\/\/[\d.:]+/)) ?? [];
      if (!browser) return expect(await (await fetch(address)).text()).toContain('<h1');
      const page = await browser.newPage();
      await page.goto(address);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.getByRole('link', { name: 'Check a server' }).first().click();
      await page.getByRole('heading', { level: 1, name: 'Check a server' }).waitFor();
      await page.close();
    } finally {
      process.kill(-(docs.child.pid ?? 0), 'SIGINT');
      await docs.exit;
    }
  },

  async 'checks a server'({ run, url }) {
    const blocks = blocksIn('openapi/docs/check.md');
    const first = blocks.find(({ source }) => source.includes(`check --base-url ${usualAddress}`));
    const checked = await run(first?.source ?? '');
    expectLines(checked.stdout, first?.prints?.text ?? '');
    expect(checked.code).toBe(0);
    const begun = await run(`npx directory-contract init --yes --ci github --base-url ${usualAddress}`);
    const [next = ''] = /npx directory-contract check.*/.exec(begun.stdout) ?? [];
    expect(await run(next)).toMatchObject({ code: 0 });
    const again = await run('npx directory-contract again');
    expect(again.stdout, again.stderr).toContain(url);
  },
};

/**
 * Follows the docs as each kind of user, in a fresh folder with the installed package, while one sandbox runs.
 *
 * @returns the seconds from the first command to the first success
 */
export async function firstHour(
  packed: PackedPackage,
  env: Record<string, string>,
  browser: Browser | undefined,
): Promise<Record<string, number>> {
  const startCommand = (folder: string, command: string): Program =>
    // The sandbox gets its own process group, since npx runs the command as a child.
    startProgram('bash', ['-c', `exec ${command}`], { cwd: folder, env, detached: true });
  const home = await createConsumer(packed, 'sandbox', { 'package.json': '{ "private": true }' });
  const sandbox = startCommand(home, 'npx directory-contract sandbox --port 0');
  try {
    const [url = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(await sandbox.waitFor(/^curl .*\n/m)) ?? [];
    const seconds: Record<string, number> = {};
    for (const [user, path] of Object.entries(paths)) {
      const manifest = { 'package.json': '{ "private": true, "type": "module" }' };
      const folder = await createConsumer(packed, user.replaceAll(' ', '-'), manifest);
      const run = (source: string): Promise<Ended> =>
        runProgram('bash', ['-e', '-o', 'pipefail', '-c', source.replaceAll(usualAddress, url)], {
          cwd: folder,
          env: { ...env, DIRECTORY_API_KEY: 'sandbox-key', DIRECTORY_BASE_URL: url },
        });
      const began = performance.now();
      await path({ folder, url, browser, run, start: (command) => startCommand(folder, command) });
      seconds[user] = Math.round((performance.now() - began) / 100) / 10;
    }
    return seconds;
  } finally {
    process.kill(-(sandbox.child.pid ?? 0), 'SIGINT');
    await sandbox.exit;
  }
}
