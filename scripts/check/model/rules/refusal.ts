import { byRequest, byResponses, type Rule, type Rules, violation, type Weight } from './rule.js';

const byStatus: Weight = {
  violation: 'where the contract states a status for this refusal, or the request of the operation',
  drift: 'where it infers both',
};

const byId: Weight = {
  violation: 'where the contract states a status for this refusal, or the responses of the operation',
  drift: 'where it infers both',
  observation: 'where an empty list is returned',
};

const noKey = 'Whoever reaches the server can read or change what belongs to others.';
const sameCheck = 'Check the key before anything else, on every route, with the same code.';

function key(title: string, advice = sameCheck): Rule {
  return { title, why: noKey, source: 'Interface description §5; RFC 9110 §11.1', weight: violation, advice };
}

function wrongBody(title: string, advice: string): Rule {
  return {
    title,
    why: 'A value that should have been refused is stored, or silently dropped; the caller believes that all is well.',
    source: 'Contract, schema of the request; RFC 9110 §15.5.1',
    weight: byRequest,
    advice,
  };
}

/** What must be refused, and with which status. */
export const refusalRules = {
  'auth.no-key-accepted': key('A request without a key is refused.'),
  'auth.empty-key-accepted': key(
    'A request with an empty key is refused.',
    'Treat an empty value of the header like a missing one. Look for a comparison with an unset secret.',
  ),
  'auth.wrong-key-accepted': key(
    'A request with a wrong key is refused.',
    'Compare the key with those that were issued. A test for its mere presence is not enough.',
  ),
  'refusal.unknown-id-accepted': {
    title: 'A request for a thing that does not exist is refused.',
    why: 'A success tells the caller that the thing exists, shows somebody else’s, or creates one by mistake.',
    source: 'Interface description §7; RFC 9110 §15.5.5',
    weight: byId,
    advice: 'Look the id up first, and return 404 if nothing has it. An update must not create.',
  },
  'refusal.other-parent-accepted': {
    title: 'A request for a thing below a parent that it does not belong to is refused.',
    why: 'Permissions are mostly checked at the parent: whoever may see one parent reaches the things of all.',
    source: 'Contract, path of the operation; RFC 9110 §15.5.5',
    weight: byId,
    advice: 'Look the thing up by its id and by every parent in the path together.',
  },
  'refusal.bad-id-accepted': {
    title: 'A request with text for an id that is no id is refused.',
    why: 'The server has taken the text for something else, such as another route or the beginning of an id.',
    source: 'Contract, path parameters of the operation; RFC 9110 §15.5.1',
    weight: byResponses,
    advice: 'Check the form of the id, and return any 4xx where it is wrong.',
  },
  'refusal.malformed-json-accepted': {
    title: 'A body that is no JSON is refused.',
    why: 'A server that takes it for an empty body reports success, and has lost what was sent.',
    source: 'Interface description §7; RFC 9110 §15.5.1',
    weight: byStatus,
    advice: 'Return 400 when the parser of the body fails. Do not go on with an empty object.',
  },
  'refusal.wrong-media-type-accepted': {
    title: 'A body of a media type that the operation does not take is refused.',
    why: 'A server that takes it for an empty body reports success, and has lost what was sent.',
    source: 'Contract, content of the request; RFC 9110 §15.5.16',
    weight: byStatus,
    advice: 'Return 415 for a Content-Type that the operation does not list.',
  },
  'refusal.wrong-type-accepted': wrongBody(
    'A value of the wrong type is refused.',
    'Check the types of the request against its schema, and return a 4xx. Do not convert values silently.',
  ),
  'refusal.wrong-format-accepted': wrongBody(
    'A text in the wrong format is refused.',
    'Check ids, addresses, dates and patterns of the request against its schema, and return a 4xx.',
  ),
  'refusal.out-of-bounds-accepted': wrongBody(
    'A value out of the bounds of its schema is refused.',
    'Check lengths, limits and lists of values against the schema, also in the query, and return a 4xx.',
  ),
  'refusal.missing-part-accepted': wrongBody(
    'A request without a part that is required is refused.',
    'Check that the body and each required field are there, and return a 4xx. Do not fill them in.',
  ),
  'refusal.mixed-accepted': wrongBody(
    'A body with one wrong field is refused as a whole.',
    'Check the whole body before anything is stored, and return a 4xx where one field is wrong.',
  ),
  'refusal.undeclared-method-accepted': {
    title: 'A method that the path does not have is refused.',
    why: 'Nobody has described what this method does, so nobody protects it or tests it.',
    source: 'Contract, methods of the path; RFC 9110 §15.5.6',
    weight: {
      violation: 'where the contract states the path of the operation',
      drift: 'where it infers it',
    },
    advice: 'Return 405 with Allow for every method but those of the contract, or describe the method there.',
  },
  'refusal.status': {
    title: 'A refusal has the status that the contract states for it.',
    why: 'Clients decide by the status what to do next: a 404 means gone, a 400 means correct the request.',
    source: 'Interface description §7',
    weight: byResponses,
    advice:
      'Return the status that the contract lists. Look for a check that runs earlier and answers with a status ' +
      'of its own.',
  },
  'refusal.changes': {
    title: 'A refused request changes nothing.',
    why: 'The caller is told that nothing happened, sends the request again, and the data is wrong.',
    source: 'RFC 9110 §15.5; RFC 5789 §2',
    weight: byResponses,
    advice: 'Check the whole request before the first write, or put the writes into one transaction.',
  },
  'request.refused': {
    title: 'A request that fits the contract is accepted.',
    why: 'Clients made from the contract send such requests, and cannot use the operation.',
    source: 'Contract, schema of the request',
    weight: byRequest,
    advice: 'Accept the body that the finding shows, or describe in the contract what else is asked of it.',
  },
  'status.server-error': {
    title: 'No request makes the server fail with a 5xx.',
    why: 'A 5xx is a mistake of the server, whatever was sent: callers cannot correct it, and somebody is paged.',
    source: 'RFC 9110 §15.6',
    weight: violation,
    advice: 'Send the request again with the curl line, and look in the log for the exception. Wrong input gets a 4xx.',
  },
  'status.undeclared': {
    title: 'Each status is one that the contract lists.',
    why:
      'Clients handle the statuses of the contract. An unlisted success has a body that they do not read; a ' +
      'redirect is not followed.',
    source: 'Contract, responses of the operation',
    weight: {
      violation: 'where the contract states the responses of the operation, and the status is below 400',
      drift: 'where it infers them, and at an unusual status from 400 on',
      observation: 'where it is a status with which any server may refuse (RFC 9110 §15.5)',
    },
    advice: 'Return a status of the contract, or list this one there, with its body.',
  },
  'method.no-allow': {
    title: 'A 405 comes with the header Allow.',
    why: 'The caller learns that the method is wrong, and not which one is right.',
    source: 'RFC 9110 §15.5.6',
    weight: violation,
    advice: 'Send Allow with each 405, and list the methods of the path in it.',
  },
  'method.allow-differs': {
    title: 'Allow lists the methods that the path has, and no other.',
    why: 'Callers believe it: they try what is refused, or leave out what would work.',
    source: 'RFC 9110 §10.2.1',
    weight: {
      violation: 'where it lists the method that was refused, or the contract states the path of the operation',
      drift: 'where it leaves out a method of a path that the contract infers',
    },
    advice: 'Make the value of Allow from the routes of the server, not by hand.',
  },
} as const satisfies Rules;
