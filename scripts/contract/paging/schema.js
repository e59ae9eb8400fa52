// @ts-check
import { pointerPattern as pointer } from '../pointer.js';

/** The schema of `{ header: … }`. The name of a header is a token (RFC 9110 §5.1). @param {string} name */
const header = (name) => ({
  required: ['header'],
  additionalProperties: false,
  properties: {
    header: {
      description: `the name of a header, such as ${name}`,
      type: 'string',
      pattern: "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$",
    },
  },
});

/** @param {string} name */
const name = (name) => ({ description: `the name of the query parameter ${name}`, type: 'string', minLength: 1 });

/**
 * JSON Schema of `x-paging`. Messages show `description` as the expected value, or else the values of `enum`.
 * @see Paging in paging.ts, which explains each member
 */
export const pagingSchema = {
  description: 'an object such as { items: /results }',
  type: 'object',
  additionalProperties: false,
  properties: {
    items: {
      description:
        'a JSON pointer that begins with /, such as /results, or "" for the response itself; at most one * stands ' +
        'for each element before the place of the item in it, such as /edges/*/node',
      type: 'string',
      pattern: `^(?!/\\*)(?!.*/\\*$)(?!.*/\\*/.*/\\*)(?:${pointer})?$`,
    },
    empty: { enum: ['absent'] },
    next: {
      description: '"link", { header: X-Next-Page }, or a JSON pointer that begins with /, such as /next',
      type: ['string', 'object'],
      pattern: `^(?:link|${pointer})$`,
      ...header('X-Next-Page'),
    },
    total: {
      description: '{ header: X-Total-Count }, or a JSON pointer that begins with /, such as /count',
      type: ['string', 'object'],
      pattern: `^${pointer}$`,
      ...header('X-Total-Count'),
    },
    page: {
      description: 'an object such as { query: page }',
      type: 'object',
      additionalProperties: false,
      required: ['query'],
      properties: {
        query: name('that asks for a page'),
        by: { enum: ['number', 'offset', 'cursor', 'last-item'] },
        item: {
          description: 'a JSON pointer in the last item that begins with /, such as /id',
          type: 'string',
          pattern: `^${pointer}$`,
        },
        first: { description: 'the number of the first page, 0 or more', type: 'integer', minimum: 0 },
        size: name('with the size of a page'),
      },
    },
  },
};
