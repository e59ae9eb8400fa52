import { byUnchanged, drift, observation, orObservation, promised, type Rule, type Rules, violation } from './rule.js';

const patch = 'RFC 5789 §2 (MUST); Interface description §4.1, §4.2';

function creation(title: string, why: string, advice: string): Rule {
  return { title, why, source: 'RFC 9110 §9.3.3, §15.3.2', weight: drift, advice };
}

function location(title: string, advice: string): Rule {
  return {
    title,
    why: 'Clients follow Location to learn what they have created.',
    source: 'RFC 9110 §10.2.2',
    weight: drift,
    advice,
  };
}

function deletion(title: string, why: string, advice: string): Rule {
  return { title, why, source: 'RFC 9110 §9.3.5', weight: drift, advice };
}

function replacement(title: string, why: string, advice: string): Rule {
  return { title, why, source: 'RFC 9110 §9.3.4', weight: drift, advice };
}

function update(title: string, why: string, advice: string, source = patch): Rule {
  return { title, why, source, weight: drift, advice };
}

const believed = 'The caller believes that all went well, and the data of the request is lost.';

/** Rules for writes, which later reads prove. */
export const writeRules = {
  'create.no-id': creation(
    'The response to a creation contains the id of the new resource.',
    'The caller cannot read, change or delete what it has created.',
    'Return the created resource with its id.',
  ),
  'create.not-shown': creation(
    'The response to a creation contains the values of the request.',
    believed,
    'Store each field of the request, and build the response from the stored values. Refuse values that the ' +
      'server does not keep.',
  ),
  'create.not-stored': creation(
    'A read after a creation returns the values of the request.',
    believed,
    'Build the response from the stored values, not from the request. If reads lag by design, say how long with ' +
      '--settle.',
  ),
  'create.not-found': creation(
    'A created resource can be read.',
    'The caller receives an id that no resource has.',
    'Commit before sending the response. If reads lag by design, say how long with --settle.',
  ),
  'create.not-listed': {
    ...creation(
      'A created resource is in its list.',
      'Users create a resource, return to the list, and create it again.',
      'Invalidate the cache of the list with each creation. If the list leaves some resources out, describe which.',
    ),
    weight: orObservation(drift, 'if a resource with fewer fields is listed: the list selects by content'),
  },
  'create.listed-twice': creation(
    'A creation makes one resource.',
    'Each creation leaves behind a second resource that nobody asked for.',
    'Look for an event or a retry that runs the creation again.',
  ),
  'location.dead': location(
    'Location leads to an existing resource.',
    'Build the header with the router that serves the path, from the id of the new resource.',
  ),
  'location.other': location(
    'Location leads to the created resource, and not to another.',
    'Use the id of the new resource in the header. The path of the list is not the path of the resource.',
  ),
  'delete.kept': deletion(
    'A deleted resource can no longer be read.',
    'Users delete data that others must not see, and others still see it.',
    'Delete the resource, or mark it as deleted in a field that reads return. If a deletion takes time, return 202.',
  ),
  'delete.listed': deletion(
    'A deleted resource is no longer in its list.',
    'Users delete a resource and see it again.',
    'Leave deleted resources out of the list, and invalidate its cache with each deletion.',
  ),
  'delete.takes-others': {
    ...deletion(
      'A deletion removes only the resource that it names.',
      'Data that nobody wanted to delete is lost.',
      'Delete by the id, and look for a condition that matches more, or for a cascade.',
    ),
    source: 'Plain safety; RFC 9110 §9.3.5',
    weight: violation,
  },
  'delete.elsewhere': {
    ...deletion(
      'A deletion changes no other resource, except that references to the deleted one end.',
      'Data that nobody wanted to change is lost.',
      'Restrict each statement by the id. Look for a trigger or an event of the deletion that writes to others.',
    ),
    source: 'Plain safety; RFC 9110 §9.3.5',
    weight: violation,
  },
  'create.elsewhere': {
    ...creation(
      'A creation changes no other resource.',
      'The creation overwrites or removes the data of others.',
      'Insert a record, and update none by the way. Counters and times of related resources may move.',
    ),
    source: 'Plain safety; RFC 9110 §9.3.3',
    weight: violation,
  },
  'action.elsewhere': {
    title: 'An action on a resource changes no other resource of its kind, and removes none.',
    why: 'The action overwrites or removes the data of others.',
    source: 'Plain safety; RFC 9110 §9.3.3',
    weight: violation,
    advice: 'Restrict the write by the id. If the action is about others, too, describe it in the contract.',
  },
  'replace.elsewhere': {
    ...replacement(
      'A replacement changes only the resource that it names.',
      'The replacement overwrites or removes the data of others.',
      'Restrict the write by the id. Do not delete and create what belongs to the resource or refers to it.',
    ),
    source: 'Plain safety; RFC 9110 §9.3.4',
    weight: violation,
  },
  'replace.touches': replacement(
    'A replacement keeps what the server has set: id, owner, times, counters and references.',
    'Callers cannot send these fields, so nobody can put the old values back.',
    'Take the fields that requests cannot set from the old record. Look for a replacement that deletes and inserts.',
  ),
  'replace.not-stored': replacement(
    'A read after PUT returns the values of the request.',
    believed,
    'Store each field of the body. If reads lag by design, say how long with --settle.',
  ),
  'replace.not-idempotent': replacement(
    'Sending a PUT twice has the same effect as sending it once.',
    'Clients and proxies send PUT again after a broken connection: RFC 9110 §9.2.2 allows it.',
    'Replace arrays and counters; do not add to them.',
  ),
  'replace.keeps': replacement(
    'PUT removes the fields that it does not send.',
    'A caller cannot empty a field: a field that it leaves out keeps its value.',
    'Replace the whole resource. To change single fields, offer PATCH.',
  ),
  'read-only.taken': {
    title: 'A request cannot set a read-only field.',
    why: 'Callers can choose ids, owners or times that only the server should set.',
    source: 'Contract, readOnly of the field',
    weight: promised,
    advice: 'Ignore or refuse the field in requests. Copy named fields into the record, never the whole body.',
  },
  'read-only.changed': {
    title: 'A write does not change a read-only field.',
    why: 'Callers rely on such a field to stay the same, such as the time of creation.',
    source: 'Contract, readOnly of the field',
    weight: promised,
    advice: 'Set the field once, when the resource is created. Look for a write that replaces the whole record.',
  },
  'update.not-shown': {
    ...update(
      'The response to an update contains the values of the request.',
      believed,
      'Apply each field of the request, and build the response from the stored values. Refuse values that the ' +
        'server does not keep as they are.',
    ),
    weight: byUnchanged,
  },
  'update.not-stored': {
    ...update(
      'A read after an update returns the values of the request.',
      'The response contains the change, but the next reader does not see it.',
      'Build the response from the stored values, not from the request. If reads lag by design, say how long with ' +
        '--settle.',
    ),
    weight: byUnchanged,
  },
  'update.tidied': {
    ...update(
      'The server keeps free text as sent.',
      'Trimmed or normalised text is mostly welcome, but a caller that compares it sees a change.',
      'Nothing is wrong. Say in the contract that the text is trimmed or normalised.',
    ),
    weight: observation,
  },
  'update.touches': update(
    'An update changes only the fields that it sends.',
    'Callers lose values that they did not send, mostly without noticing.',
    'Write only the fields of the body. Look for a default that fills the other fields.',
  ),
  'update.elsewhere': {
    ...update(
      'An update changes only the resource that it names.',
      'The update overwrites the data of others.',
      'Restrict the write by the id. Look for records that share an object, or for a missing condition.',
    ),
    source: 'Plain safety; RFC 5789 §2',
    weight: violation,
  },
  'update.array-added': update(
    'An update replaces an array with the array that it sends.',
    'Callers cannot remove an item, and each update makes the array longer.',
    'Store the array of the request in place of the old one.',
  ),
  'update.not-idempotent': update(
    'Sending the same update twice has the same effect as sending it once.',
    'Callers send an update again after a broken connection, and create items twice.',
    'Store the array of the request in place of the old one, or match its items by their ids.',
  ),
  'merge.null-kept': {
    ...update(
      'A merge patch with null removes the field.',
      'Callers have no other way to empty a field.',
      'Treat null in application/merge-patch+json as a removal.',
      'RFC 7396 §1, §2',
    ),
    weight: promised,
  },
  'merge.replaces-object': {
    ...update(
      'A merge patch of a part of an object keeps the rest of the object.',
      'Callers lose the fields of the object that they did not send.',
      'Merge objects field by field, at each level.',
      'RFC 7396 §2',
    ),
    weight: promised,
  },
  'state.differs': {
    title: 'After the run each resource has the values that it had before.',
    why: 'The check wrote to this resource, and no update puts the old value back.',
    source: 'Safety of --writes noop and roundtrip; Interface description §4.1, §4.2',
    weight: violation,
    advice: 'Put the value back by hand, then run undo, which verifies it. Find out why the update does not store it.',
  },
  'state.unknown': {
    title: 'After the run a read proves that each resource has the values that it had before.',
    why: 'The check wrote to this resource, and no read returns its values now.',
    source: 'Safety of --writes noop and roundtrip',
    weight: violation,
    advice: 'Look at the resource by hand, and run undo when the server can be read again.',
  },
  'state.changed-by-others': {
    title: 'While the run writes to a resource, nobody else changes it.',
    why: 'The check does not overwrite the changes of others, so it could not put the old value back.',
    source: 'Safety of --writes noop and roundtrip',
    weight: observation,
    advice: 'Nothing is wrong with the server. Find out whether the other writer meant this value.',
  },
} as const satisfies Rules;
