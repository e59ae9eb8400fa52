import { readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { publishedProgram } from '../published-program.js';
import { type Ended, runProgram } from '../run-program.js';

const printed = (line: string): Promise<Ended> => runProgram('/bin/sh', ['-c', line]);

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
  expect(stdout === readFileSync(`generated/${file}`, 'utf8')).toBe(true);
});

it('spec ends silently if its reader closes the pipe', async () => {
  const { stdout, stderr } = await printed(`${command} | head -n 1`);
  expect(stderr).toBe('');
  expect(stdout.split('\n')).toHaveLength(2);
});
