import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ownContract } from '../../../scripts/check/engine/contract/own-contract.js';
import { bannedWordIn, bannedWordOf, bannedWords } from '../../../scripts/check/model/never-called.js';
import { scopeOf } from '../../../scripts/check/model/scope.js';
import { yamlBeside } from '../../yaml-beside.js';

type Row = [id: string, method: 'get' | 'post' | 'delete', path: string, summary?: string];
const { banned, harmless } = yamlBeside<Record<'banned' | 'harmless', Row[]>>(import.meta.url, 'never-called.yaml');

describe('safety "never called": operations that end a session or stop a server', () => {
  it.each(banned)('include %s by %s %s', (id, method, path, summary) => {
    expect(bannedWordOf({ id, method, path, ...(summary !== undefined && { summary }) })).toBeDefined();
  });

  it.each(harmless)('do not include %s by %s %s', (id, method, path) => {
    expect(bannedWordOf({ id, method, path })).toBeUndefined();
  });

  it('do not exist in the directory', () => {
    const { operations } = ownContract();
    const scope = scopeOf({ operations, include: ['named', 'inferred'] });
    expect(operations.filter(scope.has)).toHaveLength(117);
  });

  it('are in the guide as the same pattern, which matches every spelling', () => {
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
