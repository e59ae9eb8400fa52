import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { publishedProgram } from '../published-program.js';
import { type Ended, runProgram } from '../run-program.js';

const project = resolve(import.meta.dirname, '../..');

function printed(line: string): Promise<Ended> {
  return runProgram('/bin/sh', ['-c', line], { cwd: project });
}

let command: string;
beforeAll(async () => {
  command = `"${process.execPath}" "${await publishedProgram()}" spec`;
});

it.each([
  ['', 'openapi.yaml'],
  [' --json', 'openapi.json'],
])('spec%s prints %s, byte for byte', async (option, file) => {
  const { code, stdout, stderr } = await printed(command + option);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout === readFileSync(join(project, 'generated', file), 'utf8')).toBe(true);
});

it('spec ends silently if its reader closes the pipe', async () => {
  const { stdout, stderr } = await printed(`${command} | head -n 1`);
  expect(stderr).toBe('');
  expect(stdout.split('\n')).toHaveLength(2);
});
