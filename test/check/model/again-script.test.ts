import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type AgainStep, toShellScript } from '../../../scripts/check/model/again.js';
import { temporaryFolder } from '../../temporary-folder.js';
import { yamlBeside } from '../../yaml-beside.js';

const create = yamlBeside<AgainStep>(import.meta.url, 'again-script.yaml');

/** A text that ends each kind of quotes, and then runs a command. */
const hostileText = `'; touch pasted; '$(touch pasted)\`touch pasted\`"; touch pasted; "`;

const steps: [string, Partial<AgainStep>][] = [
  ['a method', { method: 'POST;touch pasted' }],
  ['a method with a substitution', { method: '$(touch pasted)' }],
  ['a body', { body: hostileText }],
  ['a body with a line break', { body: `'\n touch pasted` }],
  ['a body with a carriage return', { body: `'\r touch pasted` }],
  ['a header', { headers: { [hostileText]: hostileText } }],
  ['a path', { path: `/${hostileText}` }],
  ['the place of an id', { gives: { name: 'id1', at: `/${hostileText}` } }],
  ['the name of an id', { gives: { name: `id1${hostileText}`, at: '/id' } }],
  ['a name that is a command', { gives: { name: 'id1=1;touch pasted;id1', at: '/id' } }],
  ['an id', { path: '/{{id1}}$(touch pasted)', body: `{{id1}}${hostileText}` }],
];

it.each(steps)('%s of a step runs nothing in a shell', (_, more) => {
  const folder = temporaryFolder();
  const script = toShellScript(
    { steps: [{ ...create, ...more }], show: 0, by: 'nothing', pointer: '' },
    { baseUrl: 'http://127.0.0.1:9', security: () => ({ kind: 'none' }), commonHeaders: {} },
  );
  // Nothing listens at the address, so curl fails; the test is that no other command runs.
  spawnSync('sh', ['-c', script ?? ''], { cwd: folder });
  expect(readdirSync(folder)).toEqual([]);
});
