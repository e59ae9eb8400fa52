import { describe, expect, it } from 'vitest';
import { brokenBodyCases } from '../../../scripts/check/cases/wrong-bodies.js';
import { encodeBody, sampleFile } from '../../../scripts/check/model/contract/body-encoding.js';
import { readOperations } from '../../../scripts/check/model/contract/operations.js';
import { yamlBeside } from '../../yaml-beside.js';
import { documentOf, object, text } from '../service/document.js';

const [operation] = readOperations(yamlBeside(import.meta.url, 'photos.yaml'));
const body = operation?.body;

/** Returns the parts of a form, as Node.js parses them. */
async function partsOf(value: object): Promise<FormData> {
  const sent = encodeBody(value, 'multipart/form-data', body);
  const headers = { 'content-type': 'multipart/form-data; boundary=check-boundary' };
  return new Response(sent as BodyInit, { headers }).formData();
}

describe('a body in parts', () => {
  it('has a file in place of each text that stands for one, of a media type that it may have', async () => {
    const parts = await partsOf({ title: 'A', photo: 'x', papers: ['x', 'y'], scan: 'x', more: { a: 1 } });
    const kinds = [...parts].map(([name, value]) => [name, typeof value === 'string' ? value : value.type]);
    expect(kinds).toEqual([
      ['title', 'A'],
      ['photo', 'image/png'],
      ['papers', 'application/octet-stream'],
      ['papers', 'application/octet-stream'],
      ['scan', 'application/pdf'],
      ['more', '{"a":1}'],
    ]);
    const [photo, scan] = [parts.get('photo') as File, parts.get('scan') as File];
    expect(photo.name).toBe('check.png');
    expect(Buffer.from(await photo.arrayBuffer()).toString('latin1')).toMatch(/^\x89PNG\r\n\x1a\n/);
    expect(await scan.text()).toMatch(/^%PDF-/);
  });

  it('stays a text without files, and keeps a value that cannot be a file', async () => {
    expect(encodeBody({ title: 'A' }, 'multipart/form-data', body)).toBeTypeOf('string');
    expect((await partsOf({ photo: 7 })).get('photo')).toBe('7');
  });
});

describe('other bodies', () => {
  it('are files where the media type is that of files', () => {
    expect(encodeBody('anything', 'image/gif')).toEqual(sampleFile('image/gif').bytes);
    expect(sampleFile('image/gif').bytes.subarray(0, 6).toString()).toBe('GIF89a');
  });

  it('are forms, texts and JSON as before', () => {
    expect(encodeBody({ a: 'b c', d: [1] }, 'application/x-www-form-urlencoded')).toBe('a=b+c&d=%5B1%5D');
    expect(encodeBody('plain', 'text/plain')).toBe('plain');
    expect(encodeBody('plain', 'application/json')).toBe('"plain"');
  });

  it('have the object around a resource, even where they are sent as another media type', () => {
    const takes = object({ data: object({ name: text }) });
    const updateThing = { takes, refusals: [415], more: { 'x-envelope': { request: '/data' } } };
    const document = documentOf({ title: 'Things', operations: { 'PATCH /thing updateThing': updateThing } });
    const cases = readOperations(document as never).flatMap((each) => brokenBodyCases(each, {}, { name: 'a' }));
    expect(cases.map(({ request }) => request.body)).toContain('{"data":{"name":"a"}}');
  });
});

it.each([
  ['image/*', 'image/png', 'check.png'],
  ['application/pdf, image/png', 'image/png', 'check.png'],
  ['application/x-unheard-of', 'application/x-unheard-of', 'check.txt'],
  ['*/*', 'text/plain', 'check.txt'],
])('a file for %s is %s', (wanted, media, name) => {
  expect(sampleFile(wanted)).toMatchObject({ media, name });
});
