import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { curlLine } from '../../../scripts/check/model/curl.js';
import type { KeyUse } from '../../../scripts/check/model/near-key.js';
import type { Security } from '../../../scripts/contract/security.js';
import { ownEnvironment } from '../../own-machine.js';
import { yamlBeside } from '../../yaml-beside.js';

/** Returns the arguments that a shell passes to curl. */
function argumentsOf(security: Security, use: KeyUse, always?: Record<string, string>): string[] {
  const request = { method: 'GET', path: '/items', headers: {}, key: use };
  const line = curlLine('http://127.0.0.1', request, security, always);
  const env = ownEnvironment({ DIRECTORY_API_KEY: 'KEY', DIRECTORY_OTHER_API_KEY: 'OTHER', TENANT: 'the tenant' });
  const { stdout } = spawnSync('sh', ['-c', `curl() { printf '%s\\n' "$@"; }\n${line}`], { env, encoding: 'utf8' });
  return stdout.split('\n').slice(0, -1);
}

const header = { kind: 'header', name: 'Authorization' } as const;
type Row = [security: Security, use: KeyUse, args: string[]];

describe('a curl line', () => {
  it.each(yamlBeside<Row[]>(import.meta.url, 'curl.yaml'))(
    'sends the key of %j, %s, as the check does',
    (security, use, args) => {
      expect(argumentsOf(security, use)).toEqual([...args, 'http://127.0.0.1/items']);
    },
  );

  it.each(['$TENANT', '${TENANT}'])('has the headers of every request, with the variable %s', (variable) => {
    const [, header] = argumentsOf({ kind: 'none' }, 'right', { 'X-Tenant': variable });
    expect(header).toBe('X-Tenant: the tenant');
  });

  it('runs nothing that a contract has in a prefix or in a name', () => {
    for (const oddText of ['$(echo ran)', '`echo ran`', '"; echo ran; "', "'; echo ran; '", '\\', '$HOME'])
      expect(argumentsOf({ ...header, prefix: oddText }, 'right')[1]).toBe(`Authorization: ${oddText} KEY`);
    const [address] = argumentsOf({ kind: 'query', name: "k'; echo ran; '" }, 'right');
    expect(address).toBe('http://127.0.0.1/items?k%27%3B%20echo%20ran%3B%20%27=KEY');
  });
});
