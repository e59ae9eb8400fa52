import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { yamlBeside } from '../yaml-beside.js';
import { bundle } from './bundle.js';

const openQuestions = yamlBeside<Readonly<Record<string, readonly string[]>>>(import.meta.url, 'unknowns.yaml');

function* usedIds(node: unknown): Iterable<string> {
  if (typeof node !== 'object' || node === null) return;
  for (const [key, value] of Object.entries(node)) {
    if (key === 'x-unknown') yield* value as string[];
    else if (key !== 'x-unknowns') yield* usedIds(value);
  }
}

describe('the register of unknowns', () => {
  const entries = bundle['x-unknowns'] ?? [];

  it('contains each open question under its section', () => {
    const bySection: Record<string, string[]> = {};
    for (const { section, id } of entries) bySection[section] = [...(bySection[section] ?? []), id];
    expect(sortIds(bySection)).toEqual(sortIds(openQuestions));
  });

  it('is referred to at each place that depends on one of its questions, and nowhere else', () => {
    expect([...new Set(usedIds(bundle))].sort()).toEqual(entries.map(({ id }) => id).sort());
  });

  it('is referred to by hand only if a question concerns only that place', () => {
    const ids = ['operations\\.\\w', 'groups.operations', '\\w+.envelope', 'deletes.cascade', 'request.body-required'];
    const sharedPattern = new RegExp(`\\b(?:${[...ids, 'updates.partial'].join('|')})`);
    const folder = 'openapi/paths';
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.yaml'));
    expect(files.length).toBeGreaterThan(60);
    for (const file of files) expect(readFileSync(join(folder, file), 'utf8')).not.toMatch(sharedPattern);
  });

  it('has for each entry a section that sources.md explains', () => {
    const sources = readFileSync(new URL('../../openapi/sources.md', import.meta.url), 'utf8');
    for (const { section } of entries) expect(sources).toContain(`| ${section} |`);
  });
});

function sortIds(sections: Readonly<Record<string, readonly string[]>>): Record<string, readonly string[]> {
  return Object.fromEntries(Object.entries(sections).map(([section, ids]) => [section, [...ids].sort()]));
}
