import type { RuleTexts } from './text.js';

/** Rules for requests that a server must accept, and for the status of a response. */
export const requestTexts = {
  'request.refused': {
    means:
      'The body fits the schema of the request, and the server refuses it with 400, 406, 411, 413, 414, 415 or 422. ' +
      'A ' +
      '401, 403, 404 or 409 is no finding: then the operation counts as not tested.',
    wrong: `
      > PATCH …/entries/partners/c07e…/
      > {"customSlug": "fjord-line"}
      < 400 Bad Request
    `,
    right: '< 200 OK',
    at: 'updatePartnerEntry /customSlug',
    says: 'The server refuses a request with "customSlug" alone, although it fits the contract.',
    contract: 'Describe what the service requires: required fields, a pattern, bounds, or what must exist before.',
  },
  'request.variant-refused': {
    means:
      'A request that succeeds in its usual form is refused in another legal form: header names in capitals, another ' +
      'Accept, an encoded character in the path, spaces in JSON, a body in chunks. The check sends the usual form ' +
      'again before it reports this.',
    wrong: `
      > GET …/directories/
      > Accept: */*
      < 406 Not Acceptable
      # with Accept: application/json, the response is 200
    `,
    right: '< 200 OK',
    at: 'listDirectories',
    says: 'A request is refused with Accept: */*, although that means the same (RFC 9110 §12.5.1).',
  },
  'request.variant-changes': {
    means: 'A request in another legal form succeeds, and returns or stores other data than in its usual form.',
    wrong: `
      > GET …/entries/partners/%6307e…/
      < 200 OK
      < {"id": "bc16f299-cddb-46fc-92cc-d219074e316e"}
      # %63 is the letter c, and the usual path returns c07e…
    `,
    at: 'getPartnerEntry',
    says:
      'A request has another effect with a character of the id percent-encoded, although that means the same (RFC ' +
      '3986 §6.2.2.2).',
  },
  'status.server-error': {
    means:
      'A response has a status from 500 on. A 503 with Retry-After is a wait, not an error. A read that fails once ' +
      'and succeeds when it is repeated is a drift; two failures of one operation in a run are a violation.',
    wrong: `
      > GET …/directories/
      # without Authorization
      < 500 Internal Server Error
    `,
    right: '< 401 Unauthorized',
    at: 'listDirectories',
    says: 'The server fails with a 5xx on a request without a key.',
  },
  'status.undeclared': {
    means:
      'The contract lists neither the status, nor its class such as 4XX, nor a default that covers it. "default" ' +
      'covers errors alone if a success is listed. The check does not follow redirects.',
    wrong: `
      > PATCH …/entries/partners/c07e…/
      > {}
      < 202 Accepted
    `,
    right: '< 200 OK',
    at: 'updatePartnerEntry',
    says: 'The contract does not list this status for the operation.',
    contract: 'List the status, with its body.',
  },
  'method.no-allow': {
    means: 'A response with the status 405 has no header Allow.',
    wrong: `
      > OPTIONS …/directories/
      < 405 Method Not Allowed
    `,
    right: `
      < 405 Method Not Allowed
      < Allow: GET, POST
    `,
    at: 'listDirectories',
    says: 'A 405 response has no Allow header (RFC 9110 §15.5.6).',
  },
  'method.allow-differs': {
    means:
      'Allow of a 405 lists the very method that was refused, or leaves out a method that the contract has for the ' +
      'path.',
    wrong: `
      > PUT …/directories/
      < 405 Method Not Allowed
      < Allow: GET, POST, PUT
    `,
    right: `
      < 405 Method Not Allowed
      < Allow: GET, POST
    `,
    at: 'listDirectories',
    says: 'The Allow header of a 405 response lists the refused method (RFC 9110 §15.5.6).',
    contract: 'Describe the methods that Allow lists, or remove those that the service does not have.',
  },
} as const satisfies RuleTexts;
