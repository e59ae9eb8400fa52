// @ts-check
const pointer = '(?:/(?:[^/~]|~[01])*)+';

/** @param {string} name */
const name = (name) => ({ description: `the name of the query parameter ${name}`, type: 'string', minLength: 1 });

/**
 * JSON Schema of `x-paging`. Messages show `description` as the expected value; `message` replaces the whole message.
 * @see Paging in paging.ts, which says what each member means
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
      description: '"link", or a JSON pointer that begins with /, such as /next',
      type: 'string',
      pattern: `^(?:link|${pointer})$`,
    },
    total: {
      description: 'a JSON pointer that begins with /, such as /count',
      type: 'string',
      pattern: `^${pointer}$`,
    },
    page: {
      description: 'an object such as { query: page }',
      type: 'object',
      additionalProperties: false,
      required: ['query'],
      properties: {
        query: name('that asks for a page'),
        by: { enum: ['number', 'offset', 'cursor'] },
        first: { description: 'the number of the first page, 0 or more', type: 'integer', minimum: 0 },
        size: name('with the size of a page'),
      },
      allOf: ['offset', 'cursor'].map((by) => ({
        if: { required: ['by'], properties: { by: { const: by } } },
        then: {
          properties: {
            first: {
              not: {},
              message: `Expected "first" only with page numbers; found it with "by: ${by}". Remove "first".`,
            },
          },
        },
      })),
    },
  },
  if: { properties: { next: false } },
  then: {
    properties: {
      page: {
        properties: {
          by: {
            not: { const: 'cursor' },
            message:
              'Expected "next" together with "by: cursor", but "next" is missing. Only a response contains the ' +
              'cursor of the next page. Set "next" to the JSON pointer of this cursor, or to the word link.',
          },
        },
      },
    },
  },
};
