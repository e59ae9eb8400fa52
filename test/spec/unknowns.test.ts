import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { words } from '../words.js';
import { bundle } from './bundle.js';

/** Every question that the interface description leaves open, by section. */
const register = {
  '1': words`
    operation.purpose groups.operations matchmaking.scope filter-maps.identity entry.keywords-and-locations
  `,
  '2': ['links.leading-slash'],
  '2.1': words`
    partner-entry.required partner-entry.status-values partner-entry.type-values media.type-values
    partner-entry.nullability partner-entry.fields resource-items.types order.meaning order.presence
    certifications.position colour.digits the-service.name
  `,
  '2.2': ['filter.option-shape', 'filter.type-values', 'filter.required', 'filter.nullability'],
  '2.3': ['resources.fields'],
  '3': ['entry.transitions', 'approval.states'],
  '4': ['service.address', 'request.body-required'],
  '4.1': words`
    partner-entry-update.required request.extra-fields updates.partial updates.lists updates.null updates.normalised
    partner-entry-update.reflection partner-entry-update.unshown-fields partner-entry-update.owner-keys files.upload
  `,
  '4.2': ['filter-update.request'],
  '4.3': words`
    operations.paths operations.parameters operations.payloads operations.success-status lists.envelope
    review-export.format contact-request-form.active deletes.cascade
  `,
  '5': ['auth.scheme-prefix', 'auth.key-issuance', 'auth.permissions', 'auth.refusal-status'],
  '6': ['events'],
  '7': ['errors.body', 'errors.filter-400-conditions', 'errors.other-statuses'],
  '8': ['limits.rate', 'limits.size', 'limits.counts', 'limits.field-lengths'],
  '9': ['versioning.policy'],
};

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
    expect(sorted(bySection)).toEqual(sorted(register));
  });

  it('is referred to at every place that depends on an entry, and nowhere else', () => {
    expect([...new Set(usedIds(bundle))].sort()).toEqual(entries.map(({ id }) => id).sort());
  });

  it('is named by hand only where a question concerns only that place', () => {
    const ids = ['operations\\.\\w', 'groups.operations', 'lists.envelope', 'deletes.cascade', 'request.body-required'];
    const shared = new RegExp(`\\b(?:${[...ids, 'updates.partial'].join('|')})`);
    const folder = 'openapi/paths';
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.yaml'));
    expect(files.length).toBeGreaterThan(60);
    for (const file of files) expect(readFileSync(join(folder, file), 'utf8')).not.toMatch(shared);
  });

  it('has for each entry a section that sources.md explains', () => {
    const sources = readFileSync(new URL('../../openapi/sources.md', import.meta.url), 'utf8');
    for (const { section } of entries) expect(sources).toContain(`| ${section} |`);
  });
});

function sorted(sections: Record<string, string[]>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(sections).map(([section, ids]) => [section, [...ids].sort()]));
}
