import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const project = resolve(import.meta.dirname, '../..');

async function printed(line: string): Promise<{ code: number; stdout: string; stderr: string }> {
  const child = spawn('/bin/sh', ['-c', line], { cwd: project });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const [code] = (await once(child, 'close')) as [number];
  return { code, stdout, stderr };
}

const command = `"${process.execPath}" --import tsx scripts/cli.ts spec`;

it.each([
  ['', 'openapi.yaml'],
  [' --json', 'openapi.json'],
])('spec%s prints %s, byte for byte', async (option, file) => {
  const { code, stdout, stderr } = await printed(command + option);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout === readFileSync(join(project, 'generated', file), 'utf8')).toBe(true);
});

it('spec ends in silence where its reader has seen enough', async () => {
  const { stdout, stderr } = await printed(`${command} | head -n 1`);
  expect(stderr).toBe('');
  expect(stdout.split('\n')).toHaveLength(2);
});
