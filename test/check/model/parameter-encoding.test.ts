import { createRequire } from 'node:module';
import fc from 'fast-check';
import qs from 'qs';
import { describe, expect, it } from 'vitest';
import {
  isNameOf,
  type ParameterForm,
  readValue,
  valueText,
  writeParameter,
} from '../../../scripts/check/model/contract/parameter-encoding.js';
import type { Json } from '../../../scripts/contract/json.js';
import { yamlBeside } from '../../yaml-beside.js';

const unstyled = yamlBeside<[ParameterForm['in'], string][]>(import.meta.url, 'unstyled.yaml');

type StyleRow = [place: ParameterForm['in'], style: string, explode: boolean, value: Json, text: string | null];

interface Tables {
  styles: StyleRow[];
  values: Record<string, Json>;
  templates: [expression: string, text: string][];
}

const { styles, values, templates } = yamlBeside<Tables>(import.meta.url, 'parameter-encoding.yaml');

/** The package has no types. `match` reads the values of a template from a text. */
const { URI } = createRequire(import.meta.url)('uri-template-lite') as {
  URI: { Template: new (template: string) => { match(text: string): Record<string, unknown> | null } };
};

it.each(styles)('in a %s, the style %s, exploded: %s, writes %j as %j', (place, style, explode, value, text) => {
  expect(writeParameter({ name: 'color', in: place, style, explode }, value) ?? null).toBe(text);
});

const operators: Record<string, Pick<ParameterForm, 'in' | 'style'>> = {
  '': { in: 'path', style: 'simple' },
  '.': { in: 'path', style: 'label' },
  ';': { in: 'path', style: 'matrix' },
  '?': { in: 'query', style: 'form' },
};

it.each(templates)('the template %s of RFC 6570 expands to %s', (expression, text) => {
  const [, operator = '', name = '', explode] = /^\{([.;?]?)(\w+)(\*?)\}$/.exec(expression) ?? [];
  const form = { name, ...(operators[operator] as Pick<ParameterForm, 'in' | 'style'>), explode: explode === '*' };
  expect(writeParameter(form, values[name] ?? null) ?? '').toBe(text);
});

describe('without a style', () => {
  it.each(unstyled)('a parameter in a %s is %s', (place, text) => {
    expect(writeParameter({ name: 'x', in: place }, ['a', 'b'])).toBe(text);
  });
});

describe('a parameter', () => {
  it('with content is a text of its media type', () => {
    const form: ParameterForm = { name: 'filter', in: 'query', media: 'application/json' };
    expect(writeParameter(form, { on: true })).toBe('filter=%7B%22on%22%3Atrue%7D');
    expect(writeParameter(form, 'a')).toBe('filter=%22a%22');
    expect(writeParameter({ ...form, in: 'header' }, [1])).toBe('[1]');
    expect(writeParameter({ ...form, media: 'text/plain' }, 'a')).toBe('filter=a');
  });

  it('with allowReserved keeps reserved characters, except those with a special meaning in its place', () => {
    const form: ParameterForm = { name: 'to', in: 'query', allowReserved: true };
    expect(writeParameter(form, "/a:b?c@d!$'()*,;&=+#[]%41 ")).toBe("to=/a:b?c@d!$'()*,;%26%3D%2B%23%5B%5D%2541%20");
    expect(writeParameter({ ...form, explode: false }, ['a,b', 'c/d'])).toBe('to=a%2Cb,c/d');
  });

  it('gets a structured value from JSON, or from a list that a person writes', () => {
    expect(readValue({ name: 'x', in: 'query' }, '[1]')).toBe('[1]');
    expect(readValue({ name: 'x', in: 'query', kind: 'array' }, '["a,b",2]')).toEqual(['a,b', 2]);
    expect(readValue({ name: 'x', in: 'query', kind: 'array' }, 'a,b')).toEqual(['a,b']);
    expect(readValue({ name: 'x', in: 'query', kind: 'array' }, 'a,b', ',')).toEqual(['a', 'b']);
    expect(readValue({ name: 'x', in: 'query', kind: 'object' }, '{"a":1}')).toEqual({ a: 1 });
    expect(readValue({ name: 'x', in: 'query', kind: 'object' }, 'free')).toBe('free');
    expect(valueText({ a: 1 })).toBe('{"a":1}');
  });

  it('knows which names in a query belong to it', () => {
    const deep: ParameterForm = { name: 'where', in: 'query', style: 'deepObject' };
    expect(['where', 'WHERE[room]', 'where2'].map((name) => isNameOf(deep, name))).toEqual([true, true, false]);
    expect(isNameOf({ name: 'where', in: 'query' }, 'where[room]')).toBe(false);
  });
});

describe('other programs read', () => {
  const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 });
  const list = fc.array(text, { minLength: 2, maxLength: 4 });
  const key = fc.stringMatching(/^[a-z]\w{0,5}$/);
  const record = fc.dictionary(key, text, { minKeys: 1, maxKeys: 4, noNullPrototype: true });
  const write = (form: Partial<ParameterForm>, value: Json): string =>
    writeParameter({ name: 'x', in: 'query', ...form }, value) ?? '';

  it('the values of queries and forms', () => {
    fc.assert(
      fc.property(
        list,
        record,
        fc.constantFrom('query', 'form'),
        fc.boolean(),
        (items, fields, place, allowReserved) => {
          const form = { in: place as 'query' | 'form', allowReserved };
          expect(new URLSearchParams(write(form, items)).getAll('x')).toEqual(items);
          expect(Object.fromEntries(new URLSearchParams(write(form, fields)))).toEqual(fields);
          expect(qs.parse(write(form, items))).toEqual({ x: items });
          expect(qs.parse(write({ ...form, style: 'deepObject' }, { ...fields, list: items }))).toEqual({
            x: { ...fields, list: items },
          });
        },
      ),
    );
  });

  it('lists with delimiters, also if an item contains another delimiter', () => {
    const plainArbitrary = list.map((items) => items.map((item) => item.replace(/[ |]/g, '_')));
    fc.assert(
      fc.property(list, plainArbitrary, (items, plainItems) => {
        const [, encodedText = ''] = write({ explode: false }, items).split('=');
        expect(encodedText.split(',').map(decodeURIComponent)).toEqual(items);
        expect(qs.parse(write({ explode: false, style: 'form' }, plainItems), { comma: true })).toEqual({
          x: plainItems,
        });
        for (const [style, delimiter] of Object.entries({ spaceDelimited: ' ', pipeDelimited: '|' })) {
          const query = new URLSearchParams(write({ style, explode: false }, plainItems));
          expect(query.get('x')?.split(delimiter)).toEqual(plainItems);
        }
      }),
    );
  });

  it('the values of paths', () => {
    const item = text.filter((each) => !/[.]/.test(each));
    const rows = { '{x}': 'simple', '{.x}': 'label', '{;x}': 'matrix' };
    fc.assert(
      fc.property(item, fc.array(item, { minLength: 2, maxLength: 4 }), (one, items) => {
        for (const [template, style] of Object.entries(rows)) {
          const form = { in: 'path', style } as const;
          expect(new URI.Template(`/${template}`).match(`/${write(form, one)}`)).toEqual({ x: one });
          if (style === 'simple') continue;
          const exploded = template.replace('}', '*}');
          expect(new URI.Template(`/${exploded}`).match(`/${write({ ...form, explode: true }, items)}`)).toEqual({
            x: items,
          });
        }
      }),
    );
  });
});
