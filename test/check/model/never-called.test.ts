import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ownContract } from '../../../scripts/check/engine/contract/own-contract.js';
import { bannedWordIn, bannedWordOf, bannedWords } from '../../../scripts/check/model/never-called.js';
import { scopeOf } from '../../../scripts/check/model/scope.js';

describe('safety "never called": operations that end a session or stop a server', () => {
  it.each([
    ['logout', 'get', '/auth/logout'],
    ['x', 'get', '/auth/log-out/'],
    ['userLogOut', 'post', '/x'],
    ['APILogout', 'get', '/x'],
    ['auth_sign_out', 'get', '/x'],
    ['x', 'delete', '/sessions/{id}/end'],
    ['x', 'post', '/accounts/{account_id}/close'],
    ['deleteAccount', 'delete', '/x'],
    ['revokeTokens', 'post', '/x'],
    ['x', 'post', '/keys/{id}/rotate'],
    ['x', 'post', '/Shut_Down'],
    ['restartServer', 'post', '/x'],
    ['x', 'post', '/users/{id}/password-reset'],
    ['x', 'post', '/cache/purge'],
    ['post /admin/wipe', 'post', '/admin/wipe'],
  ] as const)('%s by %s %s', (id, method, path) => {
    expect(bannedWordOf({ id, method, path })).toBeDefined();
  });

  it.each([
    'Log out',
    'Logs out the current user',
    'Signs out of everything',
    'Reset your password',
    'End the current session',
    'Delete my account',
  ])('whose summary is "%s"', (summary) => {
    expect(bannedWordOf({ id: 'x', method: 'get', path: '/x', summary })).toBeDefined();
  });

  it.each([
    ['resetContactRequestForm', 'delete', '/forms/contact-request'],
    ['listRevokedTokens', 'get', '/tokens/revoked'],
    ['getStop', 'get', '/stops/{id}'],
    ['listLogs', 'get', '/logs'],
    ['getLogDrain', 'get', '/log-drains/{id}'],
    ['deleteUser', 'delete', '/users/{id}'],
    ['getAccount', 'get', '/accounts/{id}'],
    ['listSkills', 'get', '/skills'],
    ['getTimeOutLog', 'get', '/time-outs'],
    ['x', 'get', '/commands/{restart}'],
    ['cancelOrder', 'post', '/orders/{id}/cancel'],
    ['delete /accounts/{id}', 'delete', '/accounts/{id}'],
  ] as const)('but not %s by %s %s', (id, method, path) => {
    expect(bannedWordOf({ id, method, path })).toBeUndefined();
  });

  it('has no match in the directory', () => {
    const { operations } = ownContract();
    const scope = scopeOf({ operations, include: ['named', 'inferred'] });
    expect(operations.filter(scope.has)).toHaveLength(117);
  });

  it('is in the guide word for word, and matches every spelling', () => {
    const guide = readFileSync('openapi/docs/safety.md', 'utf8');
    const section = /## What is never called\n([\s\S]*?)\n## /.exec(guide)?.[1] ?? '';
    const rows = section.split('\n').filter((line) => line.startsWith('| ') && line.includes('`'));
    expect(rows.flatMap((row) => [...row.matchAll(/`([^`]+)`/g)].map(([, word]) => word))).toEqual([...bannedWords]);
    for (const entry of bannedWords) {
      const spellings = [entry, entry.replace('-', ''), entry.replace('-', '_')];
      expect(spellings.map(bannedWordIn).every(Boolean), entry).toBe(true);
    }
  });
});
