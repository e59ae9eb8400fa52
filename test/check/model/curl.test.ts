import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { curlLine } from '../../../scripts/check/model/curl.js';
import type { KeyUse } from '../../../scripts/check/model/near-key.js';
import type { Security } from '../../../scripts/contract/security.js';
import { ownEnvironment } from '../../own-machine.js';

/** Returns the arguments that a shell passes to curl. */
function argumentsOf(security: Security, use: KeyUse, always?: Record<string, string>): string[] {
  const request = { method: 'GET', path: '/items', headers: {}, key: use };
  const line = curlLine('http://127.0.0.1', request, security, always);
  const env = ownEnvironment({ DIRECTORY_API_KEY: 'KEY', TENANT: 'the tenant' });
  const { stdout } = spawnSync('sh', ['-c', `curl() { printf '%s\\n' "$@"; }\n${line}`], { env, encoding: 'utf8' });
  return stdout.split('\n').slice(0, -1);
}

const header = { kind: 'header', name: 'Authorization' } as const;
const token = { ...header, prefix: 'Token' };

describe('a curl line', () => {
  it.each<[Security, KeyUse, string[]]>([
    [header, 'right', ['-H', 'Authorization: KEY']],
    [header, 'prefixed', ['-H', 'Authorization: Bearer KEY']],
    [header, 'empty', ['-H', 'Authorization;']],
    [token, 'right', ['-H', 'Authorization: Token KEY']],
    [token, 'prefixed', ['-H', 'Authorization: KEY']],
    [token, 'empty', ['-H', 'Authorization: Token']],
    [token, 'wrong', ['-H', 'Authorization: Token not-the-key']],
    [token, 'none', []],
    [{ kind: 'bearer' }, 'right', ['-H', 'Authorization: Bearer KEY']],
    [{ kind: 'bearer' }, 'empty', ['-H', 'Authorization: Bearer']],
    [{ kind: 'cookie', name: 'sid' }, 'right', ['-H', 'Cookie: sid=KEY']],
    [{ kind: 'cookie', name: 'sid' }, 'wrong', ['-H', 'Cookie: sid=not-the-key']],
    [{ kind: 'cookie', name: 'sid' }, 'longer', ['-H', 'Cookie: sid=KEYx']],
    [{ kind: 'cookie', name: 'sid' }, 'none', []],
  ])('sends the key of %j, %s, as the check does', (security, use, expected) => {
    expect(argumentsOf(security, use)).toEqual([...expected, 'http://127.0.0.1/items']);
  });

  it('has the headers of every request, with the variables of their values', () => {
    for (const variable of ['$TENANT', '${TENANT}'])
      expect(argumentsOf({ kind: 'none' }, 'right', { 'X-Tenant': variable })).toEqual([
        '-H',
        'X-Tenant: the tenant',
        'http://127.0.0.1/items',
      ]);
  });

  it('runs nothing that a contract has in a prefix or in a name', () => {
    for (const odd of ['$(echo ran)', '`echo ran`', '"; echo ran; "', "'; echo ran; '", '\\', '$HOME'])
      expect(argumentsOf({ ...header, prefix: odd }, 'right')[1]).toBe(`Authorization: ${odd} KEY`);
    const [address] = argumentsOf({ kind: 'query', name: "k'; echo ran; '" }, 'right');
    expect(address).toBe('http://127.0.0.1/items?k%27%3B%20echo%20ran%3B%20%27=KEY');
  });
});
