import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { brokenBodyCases } from '../../../scripts/check/cases/wrong-bodies.js';
import { encodeBody, fieldsToSend, sampleFile } from '../../../scripts/check/model/contract/body-encoding.js';
import {
  type FieldEncodings,
  type RequestBody,
  readOperations,
} from '../../../scripts/check/model/contract/operations.js';
import { yamlBeside } from '../../yaml-beside.js';
import { documentOf, object, text } from '../service/document.js';

const rows = yamlBeside<{
  forms: [value: object, encodings: FieldEncodings, text: string][];
  files: [wanted: string, media: string, name: string][];
}>(import.meta.url, 'forms.yaml');

const [operation] = readOperations(yamlBeside(import.meta.url, 'photos.yaml'));
const body = operation?.body;

/** Returns the parts of a form, as Node.js parses them. */
async function partsOf(value: object): Promise<FormData> {
  const sentBody = encodeBody(value, 'multipart/form-data', body);
  const headers = { 'content-type': 'multipart/form-data; boundary=check-boundary' };
  return new Response(sentBody as BodyInit, { headers }).formData();
}

describe('a body in parts', () => {
  it('has a file of an allowed media type in place of each text that stands for a file', async () => {
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

  it('stays a text if it has no files, and keeps a value that cannot be a file', async () => {
    expect(encodeBody({ title: 'A' }, 'multipart/form-data', body)).toBeTypeOf('string');
    expect((await partsOf({ photo: 7 })).get('photo')).toBe('7');
  });

  it('has a media type for each part: that of the document, JSON for an object, or plain text', async () => {
    const encodings = {
      note: { contentType: 'text/markdown, text/plain' },
      label: { contentType: 'application/json' },
      any: { contentType: '*/*' },
    };
    const form = { ...(body as RequestBody), encodings };
    const value = {
      title: 'A',
      more: { a: 1 },
      tags: ['x', 'y', null],
      parts: [{ a: 1 }],
      note: 'b',
      label: 'c',
      any: 7,
    };
    const sentText = String(encodeBody({ ...value, gone: null, none: [], empty: {} }, 'multipart/form-data', form));
    const parts = [...sentText.matchAll(/name="(\w+)"\r\nContent-Type: (.+)\r\n\r\n(.*)\r\n/g)].map((part) =>
      part.slice(1),
    );
    expect(parts).toEqual([
      ['title', 'text/plain', 'A'],
      ['more', 'application/json', '{"a":1}'],
      ['tags', 'text/plain', 'x'],
      ['tags', 'text/plain', 'y'],
      ['parts', 'application/json', '{"a":1}'],
      ['note', 'text/markdown', 'b'],
      ['label', 'application/json', '"c"'],
      ['any', 'text/plain', '7'],
      ['empty', 'application/json', '{}'],
    ]);
    const inXml = { ...form, encodings: { more: { contentType: 'application/xml' } } };
    expect(encodeBody(value, 'multipart/form-data', inXml)).toBeUndefined();
  });

  it('is read back unchanged by a parser', async () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 20 });
    const fields = fc.dictionary(fc.stringMatching(/^[a-z]\w{0,5}$/), fc.array(text, { minLength: 1 }), { minKeys: 1 });
    await fc.assert(
      fc.asyncProperty(fields, async (value) => {
        const parts = await partsOf(value);
        for (const [name, items] of Object.entries(value)) expect(parts.getAll(name)).toEqual(items);
      }),
    );
  });
});

describe('a form', () => {
  const media = 'application/x-www-form-urlencoded';

  it.each(rows.forms)('of %j with the encoding %j is %s', (value, encodings, text) => {
    expect(encodeBody(value, media, { encodings } as RequestBody)).toBe(text);
  });

  it('has only the fields that its format can express', () => {
    const value = { a: null, b: [], c: {}, d: 1 };
    expect(fieldsToSend(value, media)).toEqual({ d: 1 });
    expect(fieldsToSend(value, 'multipart/form-data')).toEqual({ c: {}, d: 1 });
    expect(fieldsToSend(value, 'application/json')).toEqual(value);
  });
});

describe('other bodies', () => {
  it('are files if their media type is a type of files', () => {
    expect(encodeBody('anything', 'image/gif')).toEqual(sampleFile('image/gif').bytes);
    expect(sampleFile('image/gif').bytes.subarray(0, 6).toString()).toBe('GIF89a');
  });

  it('are texts or JSON', () => {
    expect(encodeBody('plain', 'text/plain')).toBe('plain');
    expect(encodeBody(7, 'text/plain')).toBe('7');
    expect(encodeBody('plain', 'application/json')).toBe('"plain"');
    expect(encodeBody({ a: [1] }, 'application/merge-patch+json')).toBe('{"a":[1]}');
  });

  it.each(['application/xml', 'text/xml', 'application/soap+xml; charset=utf-8', 'application/x-yaml', 'text/plain'])(
    'in %s cannot be an object',
    (media) => {
      expect(encodeBody({ a: 1 }, media)).toBeUndefined();
    },
  );

  it('in XML are copied from examples of the document', () => {
    expect(encodeBody('<a/>', 'application/xml')).toBe('<a/>');
    expect(encodeBody('a', 'application/xml')).toBeUndefined();
  });

  it('keep the object around a resource, even if they are sent as another media type', () => {
    const schema = object({ data: object({ name: text }) });
    const updateThing = { takes: schema, refusals: [415], more: { 'x-envelope': { request: '/data' } } };
    const document = documentOf({ title: 'Things', operations: { 'PATCH /thing updateThing': updateThing } });
    const cases = readOperations(document as never).flatMap((each) => brokenBodyCases(each, {}, { name: 'a' }));
    expect(cases.map(({ request }) => request.body)).toContain('{"data":{"name":"a"}}');
  });
});

it.each(rows.files)('a file for %s is %s', (wantedText, media, name) => {
  expect(sampleFile(wantedText)).toMatchObject({ media, name });
});
