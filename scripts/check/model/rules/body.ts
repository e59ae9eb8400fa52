import { byResponses, drift, observation, type Rules, violation, type Weight } from './rule.js';

const ofBody: Weight = {
  violation: 'where the contract states the responses of the operation, and the status is below 400',
  drift: 'where it infers them, and at a status from 400 on',
};

/** What a body is, apart from its schema: bytes, JSON, media type. */
export const bodyRules = {
  'body.unexpected': {
    title: 'A response has no body where the contract has none.',
    why: 'Clients generated from the contract do not read this body.',
    source: 'Contract, content of the response',
    weight: byResponses,
    advice: 'Send no body with this status, or describe the body in the contract.',
  },
  'body.empty': {
    title: 'A response has a body where the contract has one.',
    why: 'A client reads a result that is not there, and fails while it parses.',
    source: 'Contract, content of the response',
    weight: ofBody,
    advice:
      'Send the body that the contract describes. A success without a body is a 204, which the contract must list.',
  },
  'body.not-utf8': {
    title: 'JSON is sent as UTF-8.',
    why: 'Readers refuse other bytes, or replace them: names lose their letters.',
    source: 'RFC 8259 §8.1',
    weight: violation,
    advice: 'Encode the body as UTF-8. Look for text that came from a database or a file in Latin-1.',
  },
  'body.byte-order-mark': {
    title: 'JSON begins without a byte-order mark.',
    why: 'Many parsers refuse a text that begins with one.',
    source: 'RFC 8259 §8.1',
    weight: violation,
    advice: 'Write the body as UTF-8 without a byte-order mark.',
  },
  'body.not-json': {
    title: 'A body that is labelled as JSON is JSON.',
    why: 'No client can parse it.',
    source: 'RFC 8259 §2',
    weight: violation,
    advice:
      'Make the body with a JSON library, not by putting text together. Label pages and plain text as what they are.',
  },
  'body.duplicate-key': {
    title: 'An object has each name once.',
    why: 'Some readers take the first value, some the last, and some refuse: two clients see different data.',
    source: 'RFC 8259 §4',
    weight: violation,
    advice: 'Look for two serialisers, or two fields of a class, that write the same name.',
  },
  'body.too-deep': {
    title: 'JSON is nested at most 200 levels deep.',
    why: 'Parsers limit the depth, and deeper bodies end some of them.',
    source: 'RFC 8259 §9',
    weight: violation,
    advice: 'Look for an object that contains itself. Send the id of a parent, not the parent.',
  },
  'body.number': {
    title: 'A number is one that a double can hold.',
    why: 'Most readers of JSON use doubles, and change the digits of larger numbers.',
    source: 'RFC 8259 §6',
    weight: observation,
    advice: 'Send ids and other large numbers as strings.',
  },
  'body.too-many-errors': {
    title: 'A body has few enough mistakes to be judged as a whole.',
    why: 'After 10,000 mistakes the check stops looking: what comes after them may be wrong, too.',
    source: 'Contract, schema of the response',
    weight: drift,
    advice: 'Correct the mistakes that other findings name at this operation, then run the check again.',
  },
  'body.too-slow': {
    title: 'A body can be judged within 2 seconds.',
    why: 'Nothing is known of a body that takes longer, and clients that validate it wait as long.',
    source: 'Contract, schema of the response',
    weight: drift,
    advice:
      'Return less at once. If the finding names a pattern, rewrite that pattern of the contract so that it ' +
      'does not backtrack.',
  },
  'body.too-long': {
    title: 'A body holds no text that is too long to be judged.',
    why: 'Regular expressions run out of memory over such a text, also those of clients.',
    source: 'Contract, schema of the response',
    weight: drift,
    advice: 'Limit the length of the text, or rewrite the pattern that the finding names.',
  },
  'media-type.missing': {
    title: 'A response with a body has a Content-Type.',
    why: 'A client must guess how to read the body.',
    source: 'RFC 9110 §8.3',
    weight: ofBody,
    advice: 'Set Content-Type to the media type that the contract lists.',
  },
  'media-type.undeclared': {
    title: 'A response has a media type that the contract lists.',
    why: 'Clients choose how to read a body by its media type; JSON labelled as text stays text.',
    source: 'Contract, content of the response',
    weight: ofBody,
    advice:
      'Send the media type that the contract lists, also for errors. An HTML page here often comes from a ' +
      'framework or a proxy.',
  },
  'media-type.repeated': {
    title: 'A response has one Content-Type.',
    why: 'Of two, some readers take the first and some the last: they disagree on what the body is.',
    source: 'RFC 9110 §8.3',
    weight: violation,
    advice: 'Set the header once. Look for a proxy that adds one of its own.',
  },
  'media-type.too-long': {
    title: 'Content-Type has at most 1000 characters.',
    why: 'Readers cut off or refuse longer ones. The names of a media type have at most 127 characters each.',
    source: 'RFC 6838 §4.2',
    weight: drift,
    advice: 'Send the plain media type, with a charset at most.',
  },
  'header.*': {
    title: 'A header has the form that the contract gives it.',
    why: 'Clients read headers as numbers, dates or words of a fixed set, as the contract says.',
    source: 'Contract, headers of the response',
    weight: byResponses,
    advice: 'Send a value that fits the schema of the header.',
  },
  'header.*-missing': {
    title: 'A response has each header that the contract requires.',
    why: 'Clients rely on required headers without asking whether they are there.',
    source: 'Contract, headers of the response',
    weight: byResponses,
    advice: 'Send the header with each response of this status.',
  },
  'safety.key-echoed': {
    title: 'A response never repeats the key.',
    why: 'Responses end up in logs, error reports and browsers, where others can read the key.',
    source: 'Plain safety, CWE-200',
    weight: violation,
    advice: 'Take the value of Authorization out of error messages and debug output, then issue new keys.',
  },
  'safety.stack-trace': {
    title: 'An error response shows no stack trace.',
    why: 'A stack trace tells an attacker the language, the libraries and the paths of the server.',
    source: 'Plain safety, CWE-209',
    weight: violation,
    advice: 'Switch the debug mode off, and let an error handler write the body of each error.',
  },
} as const satisfies Rules;
