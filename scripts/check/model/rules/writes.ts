import { byRequest, byResponses, observation, type Rule, type Rules, violation } from './rule.js';

const patch = 'RFC 5789 §2; Interface description §4.1, §4.2';

function creation(title: string, why: string, advice: string): Rule {
  return { title, why, source: 'RFC 9110 §9.3.3, §15.3.2', weight: byResponses, advice };
}

function location(title: string, advice: string): Rule {
  return {
    title,
    why: 'Clients follow Location to learn what they have created.',
    source: 'RFC 9110 §10.2.2',
    weight: byResponses,
    advice,
  };
}

function deletion(title: string, why: string, advice: string): Rule {
  return { title, why, source: 'RFC 9110 §9.3.5', weight: byResponses, advice };
}

function replacement(title: string, why: string, advice: string): Rule {
  return { title, why, source: 'RFC 9110 §9.3.4', weight: byResponses, advice };
}

function update(title: string, why: string, advice: string, source = patch): Rule {
  return { title, why, source, weight: byResponses, advice };
}

const believed = 'The caller is told that all went well, and what was sent is lost.';

/** What writes do, as later reads show it. */
export const writeRules = {
  'create.no-id': creation(
    'The response to a creation shows the id of the new thing.',
    'The caller cannot read, change or delete what it has created.',
    'Return the created thing with its id.',
  ),
  'create.not-shown': creation(
    'The response to a creation shows what was sent.',
    believed,
    'Store each field of the request, and build the response from what was stored. Refuse values that are not kept.',
  ),
  'create.not-stored': creation(
    'A read after a creation shows what was sent.',
    believed,
    'Build the response from what was stored, not from the request. If reads lag by design, say how long with ' +
      '--settle.',
  ),
  'create.not-found': creation(
    'A created thing can be read.',
    'The caller gets an id that leads nowhere.',
    'Commit before the response is sent. If reads lag by design, say how long with --settle.',
  ),
  'create.not-listed': {
    ...creation(
      'A created thing is in its list.',
      'Users create a thing, return to the list, and create it again.',
      'Invalidate the cache of the list with each creation. If the list leaves some out, describe which.',
    ),
    weight: { ...byResponses, observation: 'where a thing with fewer fields is listed: the list chooses by content' },
  },
  'create.listed-twice': creation(
    'A creation makes one thing.',
    'Each creation leaves a second thing behind that nobody asked for.',
    'Look for an event or a retry that runs the creation again.',
  ),
  'location.dead': location(
    'Location leads to the created thing.',
    'Make the header by the router that serves the path, with the id of the new thing.',
  ),
  'location.other': location(
    'Location leads to the created thing, and to no other.',
    'Use the id of the new thing in the header. The path of the list is not the path of the thing.',
  ),
  'delete.kept': deletion(
    'A deleted thing can no longer be read.',
    'Users delete what others must not see, and others still see it.',
    'Delete the thing, or mark it as deleted in a field that reads show. A deletion that takes time is a 202.',
  ),
  'delete.listed': deletion(
    'A deleted thing is no longer in its list.',
    'Users delete a thing and see it again.',
    'Leave deleted things out of the list, and invalidate its cache with each deletion.',
  ),
  'delete.takes-others': deletion(
    'A deletion takes away the one thing that it names.',
    'Data is lost that nobody wanted to delete.',
    'Delete by the id, and look for a condition that matches more, or for a cascade.',
  ),
  'replace.not-stored': replacement(
    'A read after PUT shows what was sent.',
    believed,
    'Store each field of the body. If reads lag by design, say how long with --settle.',
  ),
  'replace.not-idempotent': replacement(
    'PUT sent twice has the effect of PUT sent once.',
    'Clients and proxies send PUT again after a broken connection: RFC 9110 §9.2.2 allows it.',
    'Replace arrays and counters, and do not add to them.',
  ),
  'replace.keeps': replacement(
    'PUT removes what it does not send.',
    'A caller cannot empty a field: what it leaves out stays for ever.',
    'Replace the whole thing. To change single fields, offer PATCH.',
  ),
  'read-only.taken': {
    title: 'A request does not set a field that is read-only.',
    why: 'Callers can choose ids, owners or times that the server is trusted for.',
    source: 'Contract, readOnly of the field',
    weight: byRequest,
    advice: 'Ignore or refuse the field in requests. Copy named fields into the record, never the whole body.',
  },
  'read-only.changed': {
    title: 'A write leaves a read-only field as it is.',
    why: 'Callers rely on such a field to stay: a time of creation that moves is none.',
    source: 'Contract, readOnly of the field',
    weight: byResponses,
    advice: 'Set the field once, at the creation. Look for a write that replaces the whole record.',
  },
  'update.not-shown': update(
    'The response to an update shows what was sent.',
    believed,
    'Apply each field of the request, and build the response from what was stored. Refuse values that are not ' +
      'kept as they are.',
  ),
  'update.not-stored': update(
    'A read after an update shows what was sent.',
    'The response shows the change, and the next user does not see it.',
    'Build the response from what was stored, not from the request. If reads lag by design, say how long with ' +
      '--settle.',
  ),
  'update.tidied': {
    ...update(
      'Free text is kept as it was sent.',
      'Trimmed or normalised text is mostly welcome; a caller that compares it sees a change.',
      'Nothing is wrong. Say in the contract that the text is trimmed or normalised.',
    ),
    weight: observation,
  },
  'update.touches': update(
    'An update changes only the fields that it sends.',
    'Callers lose values that they never sent, mostly without noticing.',
    'Write only the fields that are in the body. Look for a default that fills the others.',
  ),
  'update.elsewhere': update(
    'An update changes only the thing that it names.',
    'Data of others is overwritten.',
    'Restrict the write by the id. Look for records that share an object, or a condition that is missing.',
  ),
  'update.array-added': update(
    'An update replaces an array by what it sends.',
    'Callers cannot remove an item, and each update makes the array longer.',
    'Store the array of the request in place of the old one.',
  ),
  'update.not-idempotent': update(
    'The same update sent twice gives what it gives once.',
    'Callers send an update again after a broken connection, and get items twice.',
    'Store the array of the request in place of the old one, or match its items by their ids.',
  ),
  'merge.null-kept': update(
    'A merge patch with null takes the field away.',
    'Callers have no other way to empty a field.',
    'Treat null in application/merge-patch+json as a removal.',
    'RFC 7396 §1, §2',
  ),
  'merge.replaces-object': update(
    'A merge patch of a part of an object leaves the rest of the object.',
    'Callers lose the fields of the object that they did not send.',
    'Merge objects field by field, at each level.',
    'RFC 7396 §2',
  ),
  'state.differs': {
    title: 'After the run each thing is what it was before.',
    why: 'The check has written to this thing, and no update of the server puts the old value back.',
    source: 'Safety of --writes noop and roundtrip; Interface description §4.1, §4.2',
    weight: violation,
    advice: 'Put the value back by hand, then run undo, which proves it. Find out why the update does not store it.',
  },
  'state.unknown': {
    title: 'After the run a read shows that each thing is what it was before.',
    why: 'The check has written to this thing, and no read tells what it is now.',
    source: 'Safety of --writes noop and roundtrip',
    weight: violation,
    advice: 'Look at the thing by hand, and run undo when the server can be read again.',
  },
  'state.changed-by-others': {
    title: 'While the run writes to a thing, nobody else changes it.',
    why: 'The check leaves the changes of others alone, so it could not put back what it has found.',
    source: 'Safety of --writes noop and roundtrip',
    weight: observation,
    advice: 'Nothing is wrong with the server. Look whether the value is the one that the other writer meant.',
  },
} as const satisfies Rules;
