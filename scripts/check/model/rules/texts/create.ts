import type { RuleTexts } from './text.js';

/** Rules for creations, deletions and actions. All of them need --writes. */
export const createTexts = {
  'create.no-id': {
    means: 'The response to a creation lacks the id that its schema lists and that the paths of the resource need.',
    wrong: `
      > POST …/entries/partners/
      > {"title": "Check-a1b2"}
      < 201 Created
      < {"title": "Check-a1b2"}
    `,
    right: `
      < 201 Created
      < {"id": "c07ef43e-…", "title": "Check-a1b2"}
    `,
    at: 'createPartnerEntry /id',
    says: 'The response to a creation does not contain the id of the resource.',
    contract: 'If only Location names the new resource, list that header as required, and no body.',
  },
  'create.not-shown': {
    means:
      'A field of the request is in the schema of the response, and the response has another value in it, or none.',
    wrong: `
      > POST …/entries/partners/
      > {"title": "Check-a1b2"}
      < 201 Created
      < {"id": "c07ef43e-…", "title": ""}
    `,
    right: `
      < 201 Created
      < {"id": "c07ef43e-…", "title": "Check-a1b2"}
    `,
    at: 'createPartnerEntry /title',
    says: 'The response to a creation does not contain the value sent for "title".',
    contract: 'If the service sets the field itself, mark it readOnly, or leave it out of the request.',
  },
  'create.not-stored': {
    means: 'The response to a creation is right, and the read after it has another value in a field, or none.',
    wrong: `
      > POST …/entries/partners/
      > {"title": "Check-a1b2"}
      < 201 Created
      > GET …/entries/partners/c07e…/
      < 200 OK
      < {"id": "c07ef43e-…", "title": ""}
    `,
    right: `
      < 200 OK
      < {"id": "c07ef43e-…", "title": "Check-a1b2"}
    `,
    at: 'createPartnerEntry /title',
    says: 'The next read does not contain the value that a creation sent for "title".',
    contract: 'If the service sets the field itself, mark it readOnly, or leave it out of the request.',
  },
  'create.not-found': {
    means: 'The id of the response to a creation leads to a 404, also after --settle.',
    wrong: `
      > POST …/entries/partners/
      < 201 Created
      < {"id": "c07ef43e-…"}
      > GET …/entries/partners/c07e…/
      < 404 Not Found
    `,
    right: '< 200 OK',
    at: 'createPartnerEntry',
    says: 'A created resource cannot be read.',
    contract: 'If the creation is finished later, list 202 in place of 201.',
  },
  'create.not-listed': {
    means: 'A created resource can be read, and is on no page of its list, also after --settle.',
    wrong: `
      > POST …/entries/partners/
      < 201 Created
      < {"id": "c07ef43e-…"}
      > GET …/entries/partners/
      < 200 OK
      < []
    `,
    right: `
      < 200 OK
      < [{"id": "c07ef43e-…"}]
    `,
    at: 'createPartnerEntry',
    says: 'A created resource is not in the list.',
    contract: 'Say which resources the list leaves out, such as drafts.',
  },
  'create.listed-twice': {
    means: 'After one creation the list has two new resources with the values of the request.',
    wrong: `
      > POST …/entries/partners/
      > {"title": "Check-a1b2"}
      < 201 Created
      > GET …/entries/partners/
      < 200 OK
      < [{"id": "c07ef43e-…", "title": "Check-a1b2"},
      < {"id": "bc16f299-…", "title": "Check-a1b2"}]
    `,
    right: `
      < 200 OK
      < [{"id": "c07ef43e-…", "title": "Check-a1b2"}]
    `,
    at: 'createPartnerEntry',
    says: 'A creation creates more than one resource.',
    contract: 'If the operation creates several resources by design, describe them in its response.',
  },
  'create.elsewhere': {
    means:
      'The check creates resources of the same kind and around it, looks at them before and after another creation, ' +
      'and finds a change or a loss. It does so a second time before it reports this.',
    wrong: `
      > POST …/entries/partners/
      > {"title": "Check-a1b2"}
      < 201 Created
      > GET …/entries/partners/bc16…/
      < 200 OK
      < {"id": "bc16f299-…", "title": "Check-a1b2"}
      # its title was "Check-c3d4" before
    `,
    at: 'createPartnerEntry /title',
    says: 'A creation changes "title" of another resource of the same kind: "bc16f299-cddb-46fc-92cc-d219074e316e".',
  },
  'location.dead': {
    means: 'The check reads the address in Location of a creation, with the key, and gets a 404 or 410.',
    wrong: `
      > POST …/entries/partners/
      < 201 Created
      < Location: /partners/c07ef43e-…
      > GET /partners/c07ef43e-…
      < 404 Not Found
    `,
    right: '< 200 OK',
    at: 'createPartnerEntry',
    says: 'Location does not lead to the created resource (RFC 9110 §10.2.2).',
  },
  'location.other': {
    means: 'The address in Location of a creation leads to another resource, or to something without an id.',
    wrong: `
      > POST …/entries/partners/
      < 201 Created
      < Location: /…/entries/partners/bc16f299-…/
      < {"id": "c07ef43e-…"}
      > GET /…/entries/partners/bc16f299-…/
      < 200 OK
      < {"id": "bc16f299-…"}
    `,
    right: `
      < 200 OK
      < {"id": "c07ef43e-…"}
    `,
    at: 'createPartnerEntry',
    says: 'Location leads to a different resource.',
  },
  'delete.kept': {
    means:
      'After a successful deletion the resource can still be read, and no field that means deleted, archived or ' +
      'inactive has changed. After a 202 this is right.',
    wrong: `
      > DELETE …/entries/partners/c07e…/
      < 204 No Content
      > GET …/entries/partners/c07e…/
      < 200 OK
      < {"id": "c07ef43e-…", "title": "Check-a1b2"}
    `,
    right: '< 404 Not Found',
    at: 'deletePartnerEntry',
    says: 'A deleted resource can still be read.',
    contract: 'If deleted resources stay readable, describe the field that says so, or list 202.',
  },
  'delete.listed': {
    means: 'After a successful deletion the list still has the resource, with nothing that marks it as deleted.',
    wrong: `
      > DELETE …/entries/partners/c07e…/
      < 204 No Content
      > GET …/entries/partners/
      < 200 OK
      < [{"id": "c07ef43e-…"}]
    `,
    right: `
      < 200 OK
      < []
    `,
    at: 'deletePartnerEntry',
    says: 'A deleted resource is still in the list.',
    contract: 'If the list keeps deleted resources, describe the field that marks them.',
  },
  'delete.takes-others': {
    means:
      'The check creates two resources and deletes one; the list no longer has the other, and a read of it fails as ' +
      'well.',
    wrong: `
      > DELETE …/entries/partners/c07e…/
      < 204 No Content
      > GET …/entries/partners/bc16…/
      < 404 Not Found
      # bc16… was not deleted
    `,
    right: '< 200 OK',
    at: 'deletePartnerEntry',
    says: 'A deletion also removes another resource.',
    contract: 'If the other resource is a part of the deleted one, show that in its path or in a field.',
  },
  'delete.elsewhere': {
    means:
      'A deletion changes a field of another resource that the check has created and watches, other than a reference ' +
      'to the deleted one, a count or a position.',
    wrong: `
      > DELETE …/entries/partners/c07e…/
      < 204 No Content
      > GET …/entries/partners/bc16…/
      < 200 OK
      < {"id": "bc16f299-…", "title": ""}
      # its title was "Check-c3d4" before
    `,
    at: 'deletePartnerEntry /title',
    says: 'A deletion changes "title" of another resource of the same kind: "bc16f299-cddb-46fc-92cc-d219074e316e".',
  },
  'action.elsewhere': {
    means:
      'An action, such as approving the edits of one entry, changes or removes another resource of its kind that ' +
      'the check has ' +
      'created and watches.',
    wrong: `
      > POST …/entries/partners/c07e…/edits/approve/
      < 200 OK
      > GET …/entries/partners/bc16…/
      < 200 OK
      < {"id": "bc16f299-…", "status": "public"}
      # its status was "hidden" before, and nobody approved it
    `,
    at: 'approvePartnerEntryReview /status',
    says: 'An action changes "status" of another resource of the same kind: "bc16f299-cddb-46fc-92cc-d219074e316e".',
    contract: 'If the action is about several resources, describe which, and let its response list them.',
  },
} as const satisfies RuleTexts;
