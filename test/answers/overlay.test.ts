import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { actionOf, applyOverlay, changesBetween } from '../../scripts/answers/overlay.js';

/** Objects like those of documents. They have few names, so that two objects have much in common. */
const node = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(null, true, 0, 1, '', 'a', "it's", '\\'),
    tie('list'),
    tie('object'),
  ),
  list: fc.array(tie('value'), { maxLength: 3 }),
  object: fc.dictionary(fc.constantFrom('a', 'b', "c'd", 'e\\f', 'x-g', 'h"i', 'j\nk'), tie('value'), {
    maxKeys: 4,
    noNullPrototype: true,
  }),
})).object as fc.Arbitrary<object>;

const asActions = (changes: ReturnType<typeof changesBetween>) => changes.map((change) => actionOf(change, 'test'));

describe('an overlay', () => {
  it('turns one document into another, whatever they are', () => {
    fc.assert(
      fc.property(node, node, (before, after) => {
        const changes = changesBetween(before, after);
        expect(applyOverlay(before, asActions(changes))).toEqual(after);
      }),
      { numRuns: 500 },
    );
  });

  it('is empty for equal documents', () => {
    fc.assert(fc.property(node, (document) => changesBetween(document, structuredClone(document)).length === 0));
  });

  it('leaves the document that it is applied to as it is', () => {
    const document = { a: [1], b: { c: 1 } };
    const update = { target: '$.a', update: [2] };
    applyOverlay(document, [update, { target: '$.b.c', remove: true }]);
    expect(document).toEqual({ a: [1], b: { c: 1 } });
  });

  const a = { deep: { m: 1, n: 1 } };
  it.each([
    ['merges objects', '$.info', { title: 'B', x: { y: 2 } }, { info: { title: 'B', version: '1', x: { y: 2 } } }],
    ['appends to a list', '$.info.tags', ['c'], { info: { tags: ['a', 'b', 'c'] } }],
    ['appends an object to a list', '$.info.tags', { n: 1 }, { info: { tags: ['a', 'b', { n: 1 }] } }],
    ['removes several items of a list', "$.info.tags[?@ != 'x']", undefined, { info: { tags: [] } }],
    ['changes every place of its target', '$..deep', { n: 1 }, { a, b: { deep: { n: 1 } } }],
  ])('%s', (_, target, update, expected) => {
    const document = { info: { title: 'A', version: '1', tags: ['a', 'b'] }, a: { deep: { m: 1 } }, b: { deep: {} } };
    const action = update ? { target, update } : { target, remove: true as const };
    expect(applyOverlay<object>(document, [action])).toMatchObject(expected);
  });
});
