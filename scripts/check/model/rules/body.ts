import { byLabel, byResponses, bySuccess, drift, observation, promised, type Rules, violation } from './rule.js';

/** Rules for a body apart from its schema: bytes, JSON, media type. */
export const bodyRules = {
  'body.unexpected': {
    title: 'A response has no body if the contract describes no body.',
    why: 'Clients generated from the contract do not read this body.',
    source: 'Contract, content of the response',
    weight: byResponses,
    advice: 'Send no body with this status, or describe the body in the contract.',
  },
  'body.empty': {
    title: 'A response has a body if the contract describes one.',
    why: 'A client expects a result, and fails when it parses the empty body.',
    source: 'Contract, content of the response',
    weight: bySuccess,
    advice:
      'Send the body that the contract describes. A success without a body is a 204, which the contract must list.',
  },
  'body.not-utf8': {
    title: 'JSON is sent as UTF-8.',
    why: 'Parsers reject other bytes, or replace them: names lose letters.',
    source: 'RFC 8259 §8.1 (MUST)',
    weight: byLabel,
    advice: 'Encode the body as UTF-8. Look for data that came from a database or a file in Latin-1.',
  },
  'body.byte-order-mark': {
    title: 'JSON begins without a byte-order mark.',
    why: 'Many parsers reject a text that begins with one.',
    source: 'RFC 8259 §8.1 (MUST NOT)',
    weight: byLabel,
    advice: 'Write the body as UTF-8 without a byte-order mark.',
  },
  'body.not-json': {
    title: 'A body that is labelled as JSON is valid JSON.',
    why: 'No client can parse the body.',
    source: 'RFC 8259 §2',
    weight: byLabel,
    advice: 'Write the body with a JSON library. Label HTML and plain text with their own media type.',
  },
  'body.duplicate-key': {
    title: 'Each name occurs once in an object.',
    why: 'Some readers take the first value, some the last, and some fail: two clients see different data.',
    source: 'RFC 8259 §4 (SHOULD)',
    weight: drift,
    advice: 'Look for two serialisers, or two fields of a class, that write the same name.',
  },
  'body.too-deep': {
    title: 'JSON is nested at most 200 levels deep.',
    why: 'Parsers limit the depth, and deeper bodies crash some of them.',
    source: 'RFC 8259 §9; a limit of the check',
    weight: drift,
    advice: 'Look for an object that contains itself. Send the id of a parent, not the parent.',
  },
  'body.number': {
    title: 'Each number fits into a double.',
    why: 'Most readers of JSON use doubles, and change the digits of larger numbers.',
    source: 'RFC 8259 §6',
    weight: observation,
    advice: 'Send ids and other large numbers as strings.',
  },
  'body.too-many-errors': {
    title: 'A body has few enough errors for the check to judge all of it.',
    why: 'The check stops after 10,000 errors: the rest of the body may be wrong, too.',
    source: 'Contract, schema of the response',
    weight: drift,
    advice: 'Correct the errors that other findings name at this operation, then run the check again.',
  },
  'body.too-slow': {
    title: 'The check can judge a body within 2 seconds.',
    why: 'The check cannot say whether a body that takes longer is right, and clients that validate it wait as long.',
    source: 'Contract, schema of the response',
    weight: drift,
    advice:
      'Return less at a time. If the finding names a pattern, rewrite that pattern of the contract so that it ' +
      'does not backtrack.',
  },
  'body.too-long': {
    title: 'No string in a body is too long for the check to judge.',
    why: 'Regular expressions run out of memory on such a string, in clients as well.',
    source: 'Contract, schema of the response',
    weight: drift,
    advice: 'Limit the length of the string, or rewrite the pattern that the finding names.',
  },
  'media-type.missing': {
    title: 'A response with a body has a Content-Type.',
    why: 'A client must guess how to read the body.',
    source: 'RFC 9110 §8.3 (SHOULD)',
    weight: bySuccess,
    advice: 'Set Content-Type to the media type that the contract lists.',
  },
  'media-type.undeclared': {
    title: 'A response has a media type that the contract lists.',
    why: 'Clients choose how to read a body by its media type; JSON labelled as text stays text.',
    source: 'Contract, content of the response',
    weight: bySuccess,
    advice:
      'Send the media type that the contract lists, for errors as well. An HTML page here often comes from a ' +
      'framework or a proxy.',
  },
  'media-type.repeated': {
    title: 'A response has one Content-Type.',
    why: 'Some clients take the first header and some the last: they disagree on what the body is.',
    source: 'RFC 9110 §5.3 (MUST NOT), §8.3',
    weight: violation,
    advice: 'Set the header once. Look for a proxy that adds a second one.',
  },
  'media-type.too-long': {
    title: 'Content-Type has at most 1000 characters.',
    why: 'Clients truncate or reject longer ones. Type and subtype have at most 127 characters each.',
    source: 'RFC 6838 §4.2',
    weight: drift,
    advice: 'Send the plain media type, with at most a charset.',
  },
  'header.*': {
    title: 'A header has the form that the contract gives it.',
    why: 'Clients parse headers as numbers, dates or values of an enumeration, as the contract describes them.',
    source: 'Contract, headers of the response',
    weight: promised,
    advice: 'Send a value that fits the schema of the header.',
  },
  'header.*-missing': {
    title: 'A response has each header that the contract requires.',
    why: 'Clients read required headers without testing whether they are present.',
    source: 'Contract, headers of the response',
    weight: promised,
    advice: 'Send the header with each response of this status.',
  },
  'safety.key-echoed': {
    title: 'A response never repeats the key.',
    why: 'Responses end up in logs, error reports and browsers, where others can read the key.',
    source: 'Plain safety, CWE-200',
    weight: violation,
    advice: 'Remove the value of Authorization from error messages and debug output, then issue new keys.',
  },
  'safety.stack-trace': {
    title: 'An error response contains no stack trace.',
    why: 'A stack trace tells an attacker the language, the libraries and the paths of the server.',
    source: 'Plain safety, CWE-209',
    weight: violation,
    advice: 'Switch off debug mode, and let an error handler write the body of each error.',
  },
} as const satisfies Rules;
