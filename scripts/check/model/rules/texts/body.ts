import type { RuleTexts } from './text.js';

const describeBody = 'List the media type and the schema of the body under this status.';
const describeMedia = 'List the media type under this status, beside the others or instead of them.';
const rewrite = 'Rewrite the pattern or the schema that the finding names, so that it can be judged fast.';

/** Rules for a body apart from its schema: bytes, JSON, media type, headers. */
export const bodyTexts = {
  'body.unexpected': {
    means: 'The contract describes the response without content, such as a 204, and the server sends a body with it.',
    wrong: `
      > DELETE …/filters/6a1f…/
      < 204 No Content
      < {"deleted": true}
    `,
    right: '< 204 No Content',
    at: 'deleteFilter',
    says: 'The contract describes no body here.',
    contract: describeBody,
  },
  'body.empty': {
    means: 'The contract describes a body for the status, and the response has none, not even "null" or "{}".',
    wrong: `
      > PATCH …/entries/partners/c07e…/
      < 200 OK
    `,
    right: `
      < 200 OK
      < {"id": "c07ef43e-b5f0-44d8-8c75-5f49fec498c9"}
    `,
    at: 'updatePartnerEntry',
    says: 'The response has no body.',
    contract: 'If the operation returns nothing, list its status, such as 204, without content.',
  },
  'body.not-utf8': {
    means: 'The bytes of a JSON body are not valid UTF-8. The finding says at which byte.',
    wrong: `
      > GET …/entries/partners/c07e…/
      < 200 OK
      < Content-Type: application/json
      < {"title": "Caf\\xe9"}
      # \\xe9 is one byte, the é of Latin-1
    `,
    right: `
      < 200 OK
      < Content-Type: application/json
      < {"title": "Café"}
    `,
    at: 'getPartnerEntry',
    says: 'Found invalid UTF-8 at offset 14.',
  },
  'body.byte-order-mark': {
    means: 'A JSON body begins with the bytes EF BB BF, which some editors and libraries write before UTF-8.',
    wrong: `
      > GET …/entries/partners/c07e…/
      < 200 OK
      < \\xef\\xbb\\xbf{"title": "Fjordline"}
    `,
    right: `
      < 200 OK
      < {"title": "Fjordline"}
    `,
    at: 'getPartnerEntry',
    says: 'Found a byte-order mark in front of the JSON text, at offset 0.',
  },
  'body.not-json': {
    means: 'A body that should be JSON does not parse: the finding says where, and what stands there.',
    wrong: `
      > GET …/entries/partners/c07e…/
      < 200 OK
      < Content-Type: application/json
      < {'title': 'Fjordline'}
    `,
    right: `
      < 200 OK
      < Content-Type: application/json
      < {"title": "Fjordline"}
    `,
    at: 'getPartnerEntry',
    says: 'Expected the name of a member in double quotes, found "\'" at line 1, column 2.',
    contract: 'If the operation returns text or a file, list that media type instead of application/json.',
  },
  'body.duplicate-key': {
    means: 'An object of the body has two members of the same name. JSON.parse keeps the last one without a word.',
    wrong: `
      > GET …/entries/partners/c07e…/
      < 200 OK
      < {"title": "Fjordline", "title": "FJORDLINE AB"}
    `,
    right: `
      < 200 OK
      < {"title": "Fjordline"}
    `,
    at: 'getPartnerEntry /title',
    says: 'Found a member whose name occurs earlier in the same object, at line 1, column 24.',
  },
  'body.too-deep': {
    means: 'Objects and arrays of the body contain one another more than 200 levels deep.',
    wrong: `
      > GET …/entries/partners/c07e…/
      < 200 OK
      < {"metadata": {"parent": {"parent": {"parent": …
      # more than 200 levels
    `,
    at: 'getPartnerEntry',
    says: 'The JSON text is nested more than 200 levels deep.',
  },
  'body.number': {
    means: 'A number of the body changes when it is read as a double, as JSON.parse does.',
    wrong: `
      > GET …/entries/partners/c07e…/
      < 200 OK
      < {"metadata": {"external_id": 9007199254740993}}
    `,
    right: `
      < 200 OK
      < {"metadata": {"external_id": "9007199254740993"}}
    `,
    at: 'getPartnerEntry /metadata/external_id',
    says: 'Found a number that changes its digits as a double, because it exceeds 2^53, at line 1, column 30.',
    contract: 'Describe such a field as a string, with its pattern.',
  },
  'body.too-many-errors': {
    means: 'One body has more than 10,000 errors against its schema, so that the check stops counting.',
    wrong: `
      > GET …/entries/partners/
      < 200 OK
      < [{"title": 1}, {"title": 2}, …
      # 10,000 more items like these
    `,
    at: 'listPartnerEntries',
    says: 'The body has more than 10,000 errors, so the check did not judge the rest of it.',
    contract: 'If each item is right and the schema is wrong, correct the schema: all these errors are one mistake.',
  },
  'body.too-slow': {
    means:
      'Judging the body took over 2 seconds, mostly because a pattern of the contract backtracks. The check stops, ' +
      'and neither accepts nor rejects the body.',
    schema: 'slug: { type: string, pattern: "^(\\\\w+\\\\s?)*$" }',
    wrong: `
      > GET …/entries/partners/c07e…/
      < 200 OK
      < {"slug": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!"}
    `,
    at: 'getPartnerEntry',
    says: 'The body was not judged within 2 s.',
    contract: rewrite,
  },
  'body.too-long': {
    means: 'A string is so long that a regular expression of the contract runs out of memory on it.',
    wrong: `
      > GET …/entries/partners/c07e…/
      < 200 OK
      < {"description": "Lorem ipsum dolor sit amet …
      # several million characters
    `,
    at: 'getPartnerEntry',
    says: 'A string of the body is too long for a regular expression, so the body was not judged.',
    contract: rewrite,
  },
  'media-type.missing': {
    means: 'The response has a body and no Content-Type.',
    wrong: `
      > PATCH …/entries/partners/c07e…/
      < 200 OK
      < {"title": "Fjordline"}
      # no Content-Type
    `,
    right: `
      < 200 OK
      < Content-Type: application/json
      < {"title": "Fjordline"}
    `,
    at: 'updatePartnerEntry',
    says: 'The response does not state the media type of its body.',
  },
  'media-type.undeclared': {
    means:
      'Content-Type names a media type that the contract does not list for this status. Parameters such as charset ' +
      'do not matter, and application/json covers no other type that ends in +json.',
    wrong: `
      > PATCH …/entries/partners/c07e…/
      < 200 OK
      < Content-Type: text/html
      < <html><body>Signed out</body></html>
    `,
    right: `
      < 200 OK
      < Content-Type: application/json; charset=utf-8
      < {"title": "Fjordline"}
    `,
    at: 'updatePartnerEntry',
    says: 'The contract does not list this media type here.',
    contract: describeMedia,
  },
  'media-type.repeated': {
    means: 'The response has Content-Type twice or more, with the same value or with different ones.',
    wrong: `
      > GET …/entries/partners/c07e…/
      < 200 OK
      < Content-Type: application/json
      < Content-Type: text/plain
      < {"title": "Fjordline"}
    `,
    right: `
      < 200 OK
      < Content-Type: application/json
      < {"title": "Fjordline"}
    `,
    at: 'getPartnerEntry',
    says: 'The response has several Content-Types, so clients disagree on what the body is (RFC 9110 §8.3).',
  },
  'media-type.too-long': {
    means: 'The value of Content-Type has more than 1000 characters.',
    wrong: `
      > GET …/entries/partners/c07e…/
      < 200 OK
      < Content-Type: application/json; profile="https://example.com/…
      # 1000 characters and more
    `,
    at: 'getPartnerEntry',
    says: 'Content-Type is longer than clients accept.',
  },
  'header.*': {
    means: 'A header that the contract describes has a value of another type, or one outside its bounds.',
    schema: 'X-Total-Count: { schema: { type: integer } }',
    wrong: `
      > GET …/entries/partners/
      < 200 OK
      < X-Total-Count: 1-8/8
      < []
    `,
    right: `
      < 200 OK
      < X-Total-Count: 8
      < []
    `,
    at: 'listPartnerEntries',
    says: 'The header x-total-count does not fit the contract.',
    contract: 'Correct the schema of the header.',
  },
  'header.*-missing': {
    means: 'The contract says that the header is required with this response, and the response has none.',
    schema: 'X-Total-Count: { required: true, schema: { type: integer } }',
    wrong: `
      > GET …/entries/partners/
      < 200 OK
      < []
    `,
    right: `
      < 200 OK
      < X-Total-Count: 8
      < []
    `,
    at: 'listPartnerEntries',
    says: 'The header x-total-count is missing.',
    contract: 'Remove "required: true" from the header.',
  },
  'safety.key-echoed': {
    means:
      'A header or the body of a response contains the key of the request, as it is or encoded. Reports show [key] ' +
      'in its place.',
    wrong: `
      > GET …/directories/
      > Authorization: [key]
      < 401 Unauthorized
      < {"detail": "The key [key] is not valid for this host."}
    `,
    right: `
      < 401 Unauthorized
      < {"detail": "The key is not valid for this host."}
    `,
    at: 'listDirectories',
    says: 'The response repeats the key of the request.',
  },
  'safety.stack-trace': {
    means:
      'The body of a 4xx or 5xx has lines in the form of a stack trace of JavaScript, Python, Java, .NET, PHP, Ruby, ' +
      'Go or Rust.',
    wrong: `
      > GET …/directories/not-an-id/
      < 400 Bad Request
      < {"detail": "Error: bad id at parse (/srv/app/ids.js:12:7)"}
    `,
    right: `
      < 400 Bad Request
      < {"detail": "The id is not a UUID."}
    `,
    at: 'getDirectory',
    says: 'The response contains a stack trace (JavaScript).',
  },
} as const satisfies RuleTexts;
