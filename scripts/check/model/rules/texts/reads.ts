import type { RuleTexts } from './text.js';

/** Rules for reads, one after another or at the same time. */
export const readTexts = {
  'identity.other': {
    means:
      'The response has an id, and neither that nor any other of its fields is the id in the path. Upper and lower ' +
      'case do not matter.',
    wrong: `
      > GET …/entries/partners/c07e…/
      < 200 OK
      < {"id": "bc16f299-cddb-46fc-92cc-d219074e316e"}
    `,
    right: `
      < 200 OK
      < {"id": "c07ef43e-b5f0-44d8-8c75-5f49fec498c9"}
    `,
    at: 'getPartnerEntry /id',
    says: 'The response contains a different resource than requested.',
    contract: 'If "id" is not the id in the path, name the parameter after the field that it is.',
  },
  'head.differs': {
    means:
      'HEAD is refused where GET succeeds, or returns another Content-Type or Content-Length. Other headers are not ' +
      'compared.',
    wrong: `
      > HEAD …/directories/
      < 405 Method Not Allowed
    `,
    right: '< 200 OK',
    at: 'listDirectories',
    says: 'HEAD is refused though GET succeeds (RFC 9110 §9.1).',
  },
  'path.other-spelling': {
    means: 'A read also succeeds with its path in capitals, except for the ids.',
    wrong: `
      > GET /API/DIRECTORY/PRIVATE/V1ALPHA/DIRECTORIES/
      < 200 OK
    `,
    at: 'listDirectories',
    says: 'A different spelling of the path also succeeds.',
  },
  'order.unstable': {
    means:
      'An array, at any depth of a response, has the same items in another order when it is read again. If an item ' +
      'has ' +
      'changed meanwhile, nothing is reported.',
    wrong: `
      > GET …/entries/
      < 200 OK
      < [{"certifications": [{"title": "ISO 9001"}, {"title": "ISO 27001"}]}]
      > GET …/entries/
      < 200 OK
      < [{"certifications": [{"title": "ISO 27001"}, {"title": "ISO 9001"}]}]
    `,
    at: 'listEntries /*/certifications',
    says: 'Two reads in a row return the same items in a different order.',
    contract: 'If the order has no meaning, say so in the description of the array.',
  },
  'href.dead': {
    means:
      'The check reads the path in a field whose name is href, or ends in Url or Href, and gets a 404 or 410. It ' +
      'calls ' +
      'no other host.',
    wrong: `
      > GET …/entries/
      < 200 OK
      < [{"href": "/api/directory/private/v1alpha/entries/c07e…/"}]
      > GET /api/directory/private/v1alpha/entries/c07e…/
      < 404 Not Found
    `,
    right: '< 200 OK',
    at: 'listEntries /*/href',
    says: 'A path in the response leads nowhere.',
    contract: 'If the path is relative to another host, such as that of the website, say so, and use a full URL.',
  },
  'href.other': {
    means: 'The path in a resource leads to a resource with another id.',
    wrong: `
      > GET …/entries/
      < 200 OK
      < [{"id": "c07ef43e-…", "href": "/…/entries/partners/bc16f299-…/"}]
      > GET /…/entries/partners/bc16f299-…/
      < 200 OK
      < {"id": "bc16f299-…"}
    `,
    right: `
      < 200 OK
      < {"id": "c07ef43e-…"}
    `,
    at: 'listEntries /*/href',
    says: 'The path of a resource leads to a different resource.',
    contract: 'If the field is meant to lead to another resource, rename it: "parent", "next".',
  },
} as const satisfies RuleTexts;
