import type { RuleText, RuleTexts } from './text.js';

/** The text of a credential that must be refused: the same read, with other headers. */
function credential(means: string, header: string, about: string, contract?: string): RuleText {
  return {
    means,
    wrong: `
      > GET …/directories/
      ${header}
      < 200 OK
      < []
    `,
    right: '< 401 Unauthorized',
    at: 'listDirectories',
    says: `The server treats a request ${about} as if it had the right key.`,
    ...(contract !== undefined && { contract }),
  };
}

/** The text of an update with a wrong body that must be refused. */
function wrongUpdate(
  means: string,
  body: string,
  [field, about]: readonly [field: string, about: string],
  contract: string,
): RuleText {
  return {
    means,
    wrong: `
      > PATCH …/entries/partners/c07e…/
      > ${body}
      < 200 OK
    `,
    right: '< 422 Unprocessable Content',
    at: `updatePartnerEntry /${field}`,
    says: `The server accepts a request ${about}.`,
    contract,
  };
}

const allowed = 'If the service takes such values on purpose, widen the schema of the request.';
const keyless = 'If the operation is public, say so: "security: []".';

/** Rules for requests that a server must refuse. */
export const refusalTexts = {
  'auth.no-key-accepted': credential(
    'The check sends each operation that wants a key once without any, and the response is a 2xx. Any 4xx is right: ' +
      'a ' +
      'server may hide what exists behind a 404.',
    '# without Authorization',
    'without a key',
    keyless,
  ),
  'auth.empty-key-accepted': credential(
    'The header of the key is there, and its value is empty; the response is a 2xx.',
    '> Authorization:',
    'with an empty key',
    keyless,
  ),
  'auth.wrong-key-accepted': credential(
    'The key is one that nobody has issued, in the form of the real one; the response is a 2xx. A mock takes any ' +
      'key: ' +
      'check it with --target mock.',
    '> Authorization: 5d1c0e2a…',
    'with a wrong key',
    keyless,
  ),
  'auth.near-key-accepted': credential(
    'The check changes one thing of the real key: a character more or less, its case, its beginning or its end, a ' +
      'word after it. Each must be refused like any other wrong key.',
    '> Authorization: [key]0',
    'with the right key and one more character',
  ),
  'auth.other-scheme-accepted': credential(
    'The key stands after a word that is no scheme of the contract, and the response is a 2xx.',
    '> Authorization: Check [key]',
    'with the right key after an unknown scheme',
    'If the service takes any word before the key, describe the form that clients should use.',
  ),
  'auth.other-place-accepted': credential(
    'The key is in another header, in the query, or in a cookie, and not where the contract has it; the response is ' +
      'a ' +
      '2xx.',
    '> X-Api-Key: [key]',
    'with the right key in the header X-Api-Key',
    'Describe the other place with a second security scheme.',
  ),
  'refusal.unknown-id-accepted': {
    means:
      'The request names a random id that no resource has, and the response is a 2xx. Any 4xx is right, unless the ' +
      'contract states which.',
    wrong: `
      > PATCH …/entries/partners/5b0d3a52-…/
      > {}
      < 200 OK
      < {"id": "c07ef43e-b5f0-44d8-8c75-5f49fec498c9"}
    `,
    right: '< 404 Not Found',
    at: 'updatePartnerEntry',
    says: 'The server accepts a request with an unknown id.',
    contract: 'If the operation creates what it does not find, list 201 beside 200, and say so.',
  },
  'refusal.other-parent-accepted': {
    means:
      'The resource exists, and the id of a parent in the path is another: a random one, or that of a second parent. ' +
      'The response is a 2xx.',
    wrong: `
      > PATCH /…/directories/5b0d3a52-…/entries/partners/c07e…/
      > {}
      < 200 OK
      # the entry c07e… belongs to another directory
    `,
    right: '< 404 Not Found',
    at: 'updatePartnerEntry',
    says: 'The server accepts a request for a resource below an unknown directory_id.',
    contract: 'If the parent in the path has no meaning, offer a path without it.',
  },
  'refusal.bad-id-accepted': {
    means: 'In place of the id, the path has text that its schema does not allow, and the response is a 2xx.',
    wrong: `
      > GET …/directories/not-an-id/
      < 200 OK
      < []
    `,
    right: '< 404 Not Found',
    at: 'getDirectory',
    says: 'The server accepts a request with invalid text for directory_id.',
    contract: 'If ids have another form, such as a slug, correct the schema of the parameter.',
  },
  'refusal.malformed-json-accepted': {
    means: 'The body is labelled as JSON and does not parse, and the response is a 2xx.',
    wrong: `
      > POST …/filters/
      > Content-Type: application/json
      > {"name": "Check"
      < 201 Created
    `,
    right: '< 400 Bad Request',
    at: 'createFilter',
    says: 'The server accepts a request with a body that is not valid JSON.',
  },
  'refusal.wrong-media-type-accepted': {
    means: 'The body has a media type that the operation does not list, such as a form, and the response is a 2xx.',
    wrong: `
      > POST …/filters/
      > Content-Type: application/x-www-form-urlencoded
      > name=Check
      < 201 Created
    `,
    right: '< 415 Unsupported Media Type',
    at: 'createFilter',
    says: 'The server accepts a request with a body of another media type.',
    contract: 'If the operation takes this media type as well, list it under requestBody.',
  },
  'refusal.wrong-type-accepted': wrongUpdate(
    'One field of a valid body has a value of another JSON type, and the response is a 2xx.',
    '{"featured": "yes"}',
    ['featured', 'with "featured" wrong: featured as a string'],
    allowed,
  ),
  'refusal.wrong-format-accepted': wrongUpdate(
    'One field of a valid body does not have its format or pattern, and the response is a 2xx.',
    '{"tier": "gold"}',
    ['tier', 'with "tier" wrong: tier that is not a valid uuid'],
    allowed,
  ),
  'refusal.out-of-bounds-accepted': {
    means:
      'A value is below or above the bounds of its schema, longer or shorter than it allows, or not in its list; in ' +
      'the body or in the query. The response is a 2xx.',
    schema: 'limit: { type: integer, minimum: 1, maximum: 100 }',
    wrong: `
      > GET …/entries/?limit=101
      < 200 OK
    `,
    right: '< 400 Bad Request',
    at: 'listEntries',
    says: 'The server accepts a request with limit=101.',
    contract: `${allowed} If it takes the nearest value instead, say so in the description, and remove the bound.`,
  },
  'refusal.missing-part-accepted': {
    means: 'The body, one of its required fields or a required parameter is left out, and the response is a 2xx.',
    wrong: `
      > POST …/filters/
      < 201 Created
    `,
    right: '< 400 Bad Request',
    at: 'createFilter',
    says: 'The server accepts a request without its body.',
    contract: 'If the part has a default, remove it from "required", and say what the default is.',
  },
  'refusal.mixed-accepted': wrongUpdate(
    'All fields but one are valid, and the response is a 2xx: the server stored some fields and dropped the wrong one.',
    '{"title": "Fjordline", "featured": "yes"}',
    ['featured', 'with "featured" of a wrong type among valid fields'],
    allowed,
  ),
  'refusal.undeclared-method-accepted': {
    means:
      'The path has no such method in the contract, and the response is a 2xx. Without --writes, the check sends no ' +
      'PUT, PATCH or DELETE for this, but M-SEARCH, which HTTP does not register and for which no server changes ' +
      'anything.',
    wrong: `
      > M-SEARCH …/directories/0fd4…/
      < 200 OK
    `,
    right: `
      < 405 Method Not Allowed
      < Allow: GET
    `,
    at: 'getDirectory',
    says: 'The server accepts a request by M-SEARCH, which the path does not have.',
    contract: 'Describe the method, if clients may use it.',
  },
  'refusal.status': {
    means:
      'The request is refused with a 4xx, as it should be; but the contract states another status for this mistake. ' +
      'A 403 is right before the server has looked at the body.',
    wrong: `
      > PATCH …/entries/partners/5b0d3a52-…/
      > {}
      < 400 Bad Request
    `,
    right: '< 404 Not Found',
    at: 'updatePartnerEntry',
    says: 'The server refuses a request with an unknown entry_id, but not with a status that the contract lists.',
    contract: 'List the status that the service returns, and say for which mistake.',
  },
  'refusal.changes': {
    means:
      'After a write that was refused with a 4xx, the check reads the resource again, and a field has changed. Needs ' +
      '--writes.',
    wrong: `
      > PATCH …/entries/partners/c07e…/
      > {"title": "Check-a1b2", "featured": "yes"}
      < 422 Unprocessable Content
      > GET …/entries/partners/c07e…/
      < 200 OK
      < {"title": "Check-a1b2"}
    `,
    right: `
      < 200 OK
      < {"title": "Fjordline"}
    `,
    at: 'updatePartnerEntry /title',
    says: 'A refused request still changes "title".',
  },
} as const satisfies RuleTexts;
