import {
  byMethods,
  byMust,
  byNotFound,
  byRepeat,
  drift,
  orObservation,
  promised,
  type Rule,
  type Rules,
  violation,
  type Weight,
} from './rule.js';

const ofList = 'if the server returns an empty array';
const unlessStated = 'or if the contract lists no 404, and the server deletes nothing or any text may be an id';

const byStatus: Weight = {
  when: {
    violation: 'if the contract states the responses of the operation, and the status is below 400',
    drift: 'if it infers them, and from 400 on',
    observation: 'if the status is about the connection, the length of the request or the load of the server',
  },
  of: ({ stated, open, status = 200 }) =>
    status < 400 && stated.has('responses') && open?.has('status') !== true ? 'violation' : 'drift',
};

const noKey = 'Anyone who reaches the server can read or change the data of others.';
const sameCheck = 'Check the key before anything else, on every route, by the same code.';

function key(title: string, advice = sameCheck): Rule {
  return { title, why: noKey, source: 'Interface description §5; RFC 9110 §11.1', weight: violation, advice };
}

function wrongBody(title: string, advice: string): Rule {
  return {
    title,
    why: 'The server stores a value that it should refuse, or silently drops it; the caller believes that all is well.',
    source: 'Contract, schema of the request; RFC 9110 §15.5.1',
    weight: drift,
    advice,
  };
}

/** Rules for requests that a server must refuse, and for the status of the refusal. */
export const refusalRules = {
  'auth.no-key-accepted': key('A request without a key is refused.'),
  'auth.empty-key-accepted': key(
    'A request with an empty key is refused.',
    'Treat an empty value of the header like a missing header. Look for a comparison with an unset secret.',
  ),
  'auth.wrong-key-accepted': key(
    'A request with a wrong key is refused.',
    'Compare the key with the issued keys. A test for its mere presence is not enough.',
  ),
  'auth.near-key-accepted': key(
    'A request with a key that is almost right is refused.',
    'Compare the whole key, with its length and its case. Do not compare its beginning, and do not trim or cut it.',
  ),
  'auth.other-scheme-accepted': {
    title: 'The right key after an unknown scheme is refused.',
    why: 'A server that does not read the scheme may take any header for a key, such as the password of a user.',
    source: 'Contract, security; RFC 9110 §11.4',
    weight: drift,
    advice: 'Accept only the schemes of the contract, whatever their case.',
  },
  'auth.other-place-accepted': {
    title: 'The right key in a place that the contract does not name is refused.',
    why: 'Keys in a query are logged, and keys in a cookie are sent by browsers on behalf of any page.',
    source: 'Contract, security; RFC 6750 §2.3, §5.3',
    weight: drift,
    advice: 'Read the key only from where the contract has it, or describe the other place there.',
  },
  'refusal.unknown-id-accepted': {
    title: 'A request for a resource that does not exist is refused.',
    why: 'A success tells the caller that the resource exists, exposes another resource, or creates one by mistake.',
    source: 'Interface description §7; RFC 9110 §15.5.5',
    weight: orObservation(byNotFound, `${ofList}, ${unlessStated}`),
    advice: 'Look up the id first, and return 404 if no resource has it. An update must not create a resource.',
  },
  'refusal.other-parent-accepted': {
    title: 'A request for a resource below the wrong parent is refused.',
    why: 'Most servers check permissions at the parent: with access to one parent, a caller reaches all resources.',
    source: 'Contract, path of the operation; RFC 9110 §15.5.5',
    weight: orObservation(drift, `${ofList}, ${unlessStated}`),
    advice: 'Look up the resource by its id and by every parent in the path together.',
  },
  'refusal.bad-id-accepted': {
    title: 'A request with text that is no valid id is refused.',
    why: 'The server takes the text for something else, such as another route or the beginning of an id.',
    source: 'Contract, path parameters of the operation; RFC 9110 §15.5.1',
    weight: byNotFound,
    advice: 'Check the form of the id, and return any 4xx if it is wrong.',
  },
  'refusal.malformed-json-accepted': {
    title: 'A body that is not valid JSON is refused.',
    why: 'A server that takes the body for an empty one reports success, and loses the data of the request.',
    source: 'Interface description §7; RFC 9110 §15.5.1',
    weight: drift,
    advice: 'Return 400 if the parser of the body fails. Do not continue with an empty object.',
  },
  'refusal.wrong-media-type-accepted': {
    title: 'A body of a media type that the operation does not accept is refused.',
    why: 'A server that takes the body for an empty one reports success, and loses the data of the request.',
    source: 'Contract, content of the request; RFC 9110 §15.5.16',
    weight: drift,
    advice: 'Return 415 for a Content-Type that the operation does not list.',
  },
  'refusal.wrong-type-accepted': wrongBody(
    'A value of the wrong type is refused.',
    'Check the types of the request against its schema, and return a 4xx. Do not convert values silently.',
  ),
  'refusal.wrong-format-accepted': wrongBody(
    'A string in the wrong format is refused.',
    'Check ids, addresses, dates and patterns of the request against its schema, and return a 4xx.',
  ),
  'refusal.out-of-bounds-accepted': wrongBody(
    'A value out of the bounds of its schema is refused.',
    'Check lengths, limits and enumerations against the schema, in the query as well, and return a 4xx.',
  ),
  'refusal.missing-part-accepted': wrongBody(
    'A request without a required part is refused.',
    'Check that the body and each required field are present, and return a 4xx. Do not fill them in.',
  ),
  'refusal.mixed-accepted': wrongBody(
    'A body with one wrong field is refused as a whole.',
    'Check the whole body before the first write, and return a 4xx if one field is wrong.',
  ),
  'refusal.undeclared-method-accepted': {
    title: 'A method that the path does not list is refused.',
    why: 'Nobody has described what this method does, so nobody protects it or tests it.',
    source: 'Contract, methods of the path; RFC 9110 §15.5.6',
    weight: drift,
    advice: 'Return 405 with Allow for every method but those of the contract, or describe the method there.',
  },
  'refusal.status': {
    title: 'A refusal has the status that the contract lists for it.',
    why: 'Clients decide by the status what to do next: a 404 means gone, a 400 means correct the request.',
    source: 'Interface description §7',
    weight: drift,
    advice:
      'Return the status that the contract lists. Look for an earlier check that responds with a status ' +
      'of its own.',
  },
  'refusal.changes': {
    title: 'A refused request changes nothing.',
    why: 'The caller believes that nothing happened and sends the request again, and the data is wrong.',
    source: 'RFC 5789 §2 (MUST NOT); RFC 9110 §15.5',
    weight: violation,
    advice: 'Check the whole request before the first write, or put the writes into one transaction.',
  },
  'request.refused': {
    title: 'A request that fits the contract is accepted.',
    why: 'Clients generated from the contract send such requests, and cannot use the operation.',
    source: 'Contract, schema of the request',
    weight: promised,
    advice: 'Accept the body of the finding, or describe in the contract what else a request needs.',
  },
  'request.variant-refused': {
    title: 'A request is accepted in each of its legal forms.',
    why: 'Clients and proxies write the same request in different ways, and some of them cannot use the operation.',
    source: 'RFC 9110 §5, §12, §13; RFC 3986 §6.2.2; RFC 8259 §2',
    weight: byMust,
    advice: 'Let a library parse headers, paths and JSON. Look for a comparison of texts that should be parsed first.',
  },
  'request.variant-changes': {
    title: 'Two forms of the same request have the same effect.',
    why: 'Callers see other data, or store other data, depending on the library or the proxy that they use.',
    source: 'RFC 9110 §5, §12, §13; RFC 3986 §6.2.2; RFC 8259 §2',
    weight: byMust,
    advice: 'Compare the two requests with the curl line, and find out which header or character the server misreads.',
  },
  'status.server-error': {
    title: 'No request makes the server fail with a 5xx.',
    why: 'A 5xx is an error of the server, whatever the request: callers cannot correct it, and somebody is paged.',
    source: 'RFC 9110 §15.6',
    weight: byRepeat,
    advice:
      'Repeat the request with the curl line, and find the exception in the log. Respond to wrong input with a 4xx.',
  },
  'status.undeclared': {
    title: 'Each status is one that the contract lists.',
    why:
      'Clients handle the statuses of the contract. They do not read the body of an unlisted success, and do ' +
      'not follow a redirect.',
    source: 'Contract, responses of the operation',
    weight: byStatus,
    advice: 'Return a status of the contract, or list this one there, with its body.',
  },
  'method.no-allow': {
    title: 'A 405 has the header Allow.',
    why: 'The caller learns that the method is wrong, but not which methods are allowed.',
    source: 'RFC 9110 §15.5.6 (MUST)',
    weight: violation,
    advice: 'Send Allow with each 405, and list in it the methods of the path.',
  },
  'method.allow-differs': {
    title: 'Allow lists exactly the methods of the path.',
    why: 'Callers rely on Allow: they try a method that is refused, or leave out a method that would work.',
    source: 'RFC 9110 §15.5.6 (MUST), §10.2.1',
    weight: byMethods,
    advice: 'Build the value of Allow from the routes of the server, not by hand.',
  },
} as const satisfies Rules;
