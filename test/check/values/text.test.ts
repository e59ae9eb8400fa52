import { describe, expect, it } from 'vitest';
import { sampleBody, sampleValue } from '../../../scripts/check/values/sample.js';
import type { Schema } from '../../../scripts/contract/schema.js';
import { yamlBeside } from '../../yaml-beside.js';
import { contextOf, find, foreignBodies, plain } from './fixture.js';

const like = (pattern: RegExp): unknown => expect.stringMatching(pattern);
const salts = ['a', 'b', 'updatePartnerEntry/field/title', '7'];

describe('a text', () => {
  const text: Schema = { type: 'string' };

  it('is long enough to show a cut, in both cases, with its name, a hyphen and a digit, without extra space', () => {
    for (let salt = 0; salt < 200; salt += 1) {
      const value = sampleValue(text, 'internalDescription', plain(String(salt))) as string;
      expect(value).toMatch(/^(?=.*internalDescription)(?=.*[A-Z])(?=.*[a-z])(?=.*-)(?=.*\d)\S.{53,78}\S$/);
      expect(value).not.toMatch(/\s\s/);
      expect(value.normalize('NFC')).toBe(value);
    }
  });

  it('differs for each of a thousand salts', () => {
    for (const name of ['title', 'slug', 'text_color', 'email']) {
      const all = Array.from({ length: 1000 }, (_, salt) => sampleValue(text, name, plain(String(salt))));
      expect(new Set(all).size, name).toBeGreaterThan(998);
    }
  });

  const forms = Object.entries(yamlBeside<Record<string, string>>(import.meta.url, 'names.yaml'));
  it.each(forms)('suits the name %s', (name, form) => {
    for (const salt of salts) expect(sampleValue(text, name, plain(salt))).toMatch(new RegExp(form));
  });

  it('contains nothing of a hostile name', () => {
    const hostileText = '\u001b[31m\n::error::\u202e"><script>\ud800';
    for (const schema of [text, { ...text, format: 'uri' }]) {
      const value = sampleValue(schema, hostileText, plain());
      expect(value).toMatch(/^[\x20-\x7e]+$/);
      expect(value).not.toMatch(/[<>"]/);
    }
  });

  it('matches common patterns, or is an example, or is not made', () => {
    const body = find(foreignBodies, 'patterns');
    const { properties } = body.resolve(body.schema);
    const { impossible: _, twice: __, ...others } = (properties ?? {}) as Record<string, { pattern: string }>;
    for (const salt of salts) {
      const forms = Object.entries(others).map(([name, { pattern }]) => [name, like(new RegExp(pattern, 'u'))]);
      const createdBody = sampleBody(body.schema, contextOf(body, salt));
      expect(createdBody).toEqual({ ...Object.fromEntries(forms), exampled: 'q7#q7' });
    }
  });

  it('is made for each known format', () => {
    const body = find(foreignBodies, 'formats');
    const names = Object.keys(body.resolve(body.schema).properties ?? {});
    for (const salt of salts)
      expect(Object.keys(sampleBody(body.schema, contextOf(body, salt)) as object)).toEqual(names);
  });

  it('is not made for a set without known values, unless it has a pattern or an example', () => {
    const value = (schema: Schema) => sampleValue({ ...text, 'x-known-values': [], ...schema }, 'type', plain());
    expect(value({})).toBeUndefined();
    expect(value({ pattern: '^[A-Za-z]$' })).toMatch(/^[A-Za-z]$/);
    expect(value({ examples: ['seen'] })).toBe('seen');
  });

  it('is any of the known values, depending on the salt', () => {
    const schema: Schema = { type: 'string', 'x-known-values': ['public', 'hidden'] };
    const all = salts.concat('c', 'd', 'e', 'f').map((salt) => sampleValue(schema, 'status', plain(salt)));
    expect(new Set(all)).toEqual(new Set(['public', 'hidden']));
  });
});

describe('a number', () => {
  it('is small, and neither 0 nor 1, which servers use as defaults', () => {
    for (let salt = 0; salt < 300; salt += 1) {
      const value = sampleValue({ type: 'integer' }, 'order', plain(String(salt))) as number;
      expect(Number.isInteger(value) && value >= 2 && value <= 999).toBe(true);
      expect(sampleValue({ type: 'integer' }, 'rating', plain(String(salt)))).toBeLessThanOrEqual(5);
    }
  });

  it('is a multiple, even if a division by hundredths is not exact', () => {
    const cents: Schema = { type: 'number', minimum: 0, maximum: 5, multipleOf: 0.01 };
    for (let salt = 0; salt < 300; salt += 1) {
      const value = sampleValue(cents, 'price', plain(String(salt))) as number;
      expect(value).toBeGreaterThanOrEqual(2);
      expect(Number.isInteger(value / 0.01), String(value)).toBe(true);
    }
  });

  it('has a fraction if the schema allows one, so that rounding shows', () => {
    expect(sampleValue({ type: 'number' }, 'width', plain())).toSatisfy((value: number) => value % 1 === 0.5);
  });
});
