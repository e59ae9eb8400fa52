import { beforeEach, describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../scripts/contract/json.js';
import { valueAt } from '../../scripts/contract/pointer.js';
import { schemas } from '../../scripts/sandbox/sandbox.js';
import { yamlBeside } from '../yaml-beside.js';
import { type Asked, exampleNamed, ids, open, read } from './fixture.js';
import { testStories } from './story.js';

const { reflected, unseen, ofFilter } = yamlBeside<{
  reflected: [field: string, sent: Json, pointer: string, shown: Json][];
  unseen: [field: string, sent: Json][];
  ofFilter: [field: string, sent: Json][];
}>(import.meta.url, 'fields.yaml', ids);

let sandbox: Asked;
beforeEach(() => {
  sandbox = open();
});

testStories(import.meta.url, 'field-steps.yaml');

describe('the tables in fields.yaml', () => {
  const fieldsOf = (name: string) => [...schemas.fields(schemas.byName(name) ?? {}).properties];

  it('contain every field of the contract, with its place in responses', () => {
    const contract = fieldsOf('PartnerEntryUpdate').map(([name, schema]) => [name, schema['x-reflected-as']]);
    const ours = [...reflected.map(([name, , pointer]) => [name, pointer]), ...unseen.map(([name]) => [name])];
    expect(Object.fromEntries(ours)).toEqual(Object.fromEntries(contract));
    expect([reflected.length, unseen.length]).toEqual([22, 10]);
    expect(ofFilter.map(([name]) => name)).toEqual(fieldsOf('FilterUpdate').map(([name]) => name));
  });
});

describe('an update of a partner entry with one field', () => {
  it.each(reflected)('%s returns and stores it, and changes no other field', async (field, sent, pointer, shown) => {
    const before = await read(sandbox, 'getPartnerEntry');
    const response = await read(sandbox, 'updatePartnerEntry', { body: { [field]: sent } });
    expect(valueAt(response, pointer)).toEqual(shown);
    expect(await read(sandbox, 'getPartnerEntry')).toEqual(response);
    expect(without(response, pointer)).toEqual(without(before, pointer));
    expect(Object.keys(response)).toEqual(Object.keys(before));
  });

  it.each(unseen)('%s is accepted and changes nothing in responses', async (field, sentValue) => {
    const before = await read(sandbox, 'getPartnerEntry');
    expect(await read(sandbox, 'updatePartnerEntry', { body: { [field]: sentValue } })).toEqual(before);
    expect(await read(sandbox, 'getPartnerEntry')).toEqual(before);
  });

  // The schema of the request allows any text in these fields, so such a body is not refused.
  it.each([
    ['a colour', { callouts: [{ order: 1, text_color: '#FFF' }] }, { callouts: [{ order: 1 }] }],
    ['a thumbnail', { media: [{ order: 1, pdf_file_thumbnail_url: 'none' }] }, { media: [{ order: 1 }] }],
    ['a code of a kind', { media: [{ order: 1, type: 'image' }] }, { media: [{ order: 1 }] }],
  ])('leaves out %s that no response can show', async (_, body, shownBody) => {
    expect(await read(sandbox, 'updatePartnerEntry', { body })).toMatchObject(shownBody);
    expect(JSON.stringify(await read(sandbox, 'getPartnerEntry'))).not.toMatch(/:"(?:#FFF|none|image)"/);
  });
});

describe('an update of a partner entry', () => {
  it('keeps the order of the certifications', async () => {
    const { certifications } = await read(sandbox, 'getPartnerEntry');
    expect(certifications).toMatchObject([{ title: 'Certified data engineer' }, { title: 'Security practitioner' }]);
    const body = exampleNamed('PartnerEntryUpdateComplete');
    expect((await read(sandbox, 'updatePartnerEntry', { body }))['certifications']).toEqual(certifications);
  });

  it('of the external id keeps the other metadata', async () => {
    const state = sandbox.snapshot();
    for (const { value } of state.collections['PartnerEntry'] ?? [])
      Object.assign(value['metadata'] as JsonObject, { region: 'north' });
    sandbox.load(state);
    const { metadata } = await read(sandbox, 'updatePartnerEntry', { body: { externalId: 'CRM-1' } });
    expect(metadata).toEqual({ external_id: 'CRM-1', region: 'north' });
  });
});

describe('an update of a filter with one field', () => {
  it.each(ofFilter)('%s returns and stores the field, and changes no other field', async (field, sentValue) => {
    const before = await read(sandbox, 'getFilter');
    expect(before[field]).not.toEqual(sentValue);
    const response = await read(sandbox, 'updateFilter', { body: { [field]: sentValue } });
    expect(response).toEqual({ ...before, [field]: sentValue });
    expect(await read(sandbox, 'getFilter')).toEqual(response);
  });
});

describe('an update of a filter', () => {
  it.each(['{', '', '{"name":"a",}', 'name=a', '\u{FEFF}{', '"Region"', '[]', 'null', '7'])(
    'returns 400 for the body %j and changes nothing',
    async (body) => {
      expect(await sandbox.status('updateFilter', { body })).toBe(400);
      expect(sandbox.snapshot().serial).toBe(0);
    },
  );
});

/** Returns all fields that an update of one field must not change. The object of a tier belongs to the field `tier`. */
function without(value: JsonObject, pointer: string): JsonObject {
  const [first = '', second] = pointer.slice(1).split('/');
  const { [first]: ownValue, ...others } = value;
  if (second === undefined || first === 'tier') return others;
  const { [second]: _, ...rest } = ownValue as JsonObject;
  return { ...others, [first]: rest };
}
