import { describe, expect, it } from 'vitest';
import { type PartnerEntry, toPartnerEntryUpdate } from '../../scripts/index.js';
import { bundle } from '../spec/bundle.js';

const hidden = structuredClone(
  (bundle.components['examples'] as Record<string, { value: unknown }>)['PartnerEntryHidden']?.value,
) as PartnerEntry;

describe('hostile entries', () => {
  it('do not reach a prototype', () => {
    const text = `{"__proto__":{"title":"a"},"constructor":{"prototype":{"b":1}},
      "tier":{"__proto__":{"id":"c"}},"media":[{"__proto__":{"url":"d"}}],"toString":"e"}`;
    const { body, dropped } = toPartnerEntryUpdate(JSON.parse(text) as PartnerEntry);
    expect(JSON.stringify(body)).toBe('{"media":[{}]}');
    expect(dropped.map(({ pointer }) => pointer)).toEqual([
      '/__proto__',
      '/constructor',
      '/tier/__proto__',
      '/media/0/__proto__',
      '/toString',
    ]);
    expect(Object.getPrototypeOf(body)).toBe(Object.prototype);
    expect(({} as Record<string, unknown>)['b']).toBeUndefined();
  });

  it('contribute only their own fields, even if Object.prototype is polluted', () => {
    const polluted = Object.prototype as unknown as Record<string, unknown>;
    try {
      Object.assign(polluted, { title: 'all', nope: '', headline: 'all' });
      const { body, dropped } = toPartnerEntryUpdate({ headline: 'own', nope: 'own' } as PartnerEntry);
      expect(Object.entries(body)).toEqual([['headline', 'own']]);
      expect(dropped.map(({ pointer }) => pointer)).toEqual(['/nope']);
    } finally {
      for (const name of ['title', 'nope', 'headline']) delete polluted[name];
    }
  });

  it('may have no prototype, be frozen or cyclic, or change at each read', () => {
    const cyclic: Record<string, unknown> = { title: 'a' };
    Object.assign(cyclic, { tier: cyclic, metadata: cyclic, media: [cyclic], owner: cyclic });
    expect(toPartnerEntryUpdate(cyclic).body).toEqual({ title: 'a', media: [{ title: 'a' }] });
    expect(
      toPartnerEntryUpdate(Object.freeze(Object.assign(Object.create(null) as object, { title: 'a' }))).body,
    ).toEqual({ title: 'a' });
    const twoFaced = Object.defineProperty({}, 'title', { enumerable: true, get: () => (reads++ ? {} : 'first') });
    let reads = 0;
    expect(toPartnerEntryUpdate(twoFaced).body).toEqual({ title: 'first' });
  });

  it('share nothing with the body', () => {
    const { body } = toPartnerEntryUpdate(hidden);
    const shared = new Set<unknown>();
    JSON.stringify(hidden, (_, value: unknown) => {
      if (typeof value === 'object') shared.add(value);
      return value;
    });
    JSON.stringify(body, (_, value: unknown) => {
      expect(typeof value === 'object' && shared.has(value)).toBe(false);
      return value;
    });
  });
});
