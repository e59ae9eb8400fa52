import type { RuleTexts } from './text.js';

/** Rules for replacements by PUT, for read-only fields, and for what is left after a run. All need --writes. */
export const replaceTexts = {
  'replace.elsewhere': {
    means: 'A PUT changes or removes another resource that the check has created and watches. It is confirmed once.',
    wrong: `
      > PUT …/forms/contact-request/
      > {"title": "Check-a1b2"}
      < 200 OK
      > GET /…/directories/91d0…/forms/contact-request/
      < 200 OK
      < {"title": "Check-a1b2"}
      # its title was "Check-c3d4" before
    `,
    at: 'setContactRequestForm /title',
    says: 'A replacement changes "title" of another resource of the same kind: "91d0c2f4-77a1-4c19-8a53-0d2f5f1c7b3e".',
  },
  'replace.touches': {
    means:
      'A PUT changes a field that no request can set and that was set once, such as a time of creation or an owner; ' +
      'or the same PUT twice gives such a field two values.',
    wrong: `
      > PUT …/forms/contact-request/
      > {"title": "Check-a1b2"}
      < 200 OK
      > GET …/forms/contact-request/
      < 200 OK
      < {"title": "Check-a1b2", "created": "2026-11-24T02:15:00Z"}
      # created was "2025-03-01T08:00:00Z" before
    `,
    at: 'setContactRequestForm /created',
    says: 'A write changes "created", which it did not send.',
    contract: 'If a replacement makes a new record by design, say so in the description of the field.',
  },
  'replace.not-stored': {
    means: 'A read after a PUT has another value in a field that the PUT sent, or none.',
    wrong: `
      > PUT …/forms/contact-request/
      > {"title": "Check-a1b2", "order": 3}
      < 200 OK
      > GET …/forms/contact-request/
      < 200 OK
      < {"title": "Check-a1b2", "order": 1}
    `,
    right: `
      < 200 OK
      < {"title": "Check-a1b2", "order": 3}
    `,
    at: 'setContactRequestForm /order',
    says: 'The next read does not contain the value that PUT sent for "order".',
    contract: 'If the service sets the field itself, mark it readOnly, or leave it out of the request.',
  },
  'replace.not-idempotent': {
    means:
      'The check sends the same PUT twice, and a read after the second has another value than one after the first.',
    wrong: `
      > PUT …/forms/contact-request/
      > {"benefits": ["sea"]}
      # sent twice
      > GET …/forms/contact-request/
      < 200 OK
      < {"benefits": ["sea", "sea"]}
    `,
    right: `
      < 200 OK
      < {"benefits": ["sea"]}
    `,
    at: 'setContactRequestForm /benefits',
    says: 'The same PUT sent twice results in a different "benefits" than sent once.',
    contract: 'If each call adds something, describe it as POST.',
  },
  'replace.keeps': {
    means:
      'A PUT with only the required fields leaves another field as the PUT before it had set it. Booleans and short ' +
      'texts do not count: they may be defaults.',
    wrong: `
      > PUT …/forms/contact-request/
      > {"title": "Check-a1b2"}
      < 200 OK
      > GET …/forms/contact-request/
      < 200 OK
      < {"title": "Check-a1b2", "description": "Sent by the PUT before"}
    `,
    right: `
      < 200 OK
      < {"title": "Check-a1b2", "description": null}
    `,
    at: 'setContactRequestForm /description',
    says: 'PUT keeps "description", which it did not send.',
    contract: 'If the operation changes only the fields that it sends, describe it as PATCH.',
  },
  'read-only.taken': {
    means: 'A write sends a value for a field with readOnly: true, and a later read returns that value.',
    schema: 'created: { type: string, format: date-time, readOnly: true }',
    wrong: `
      > PATCH …/tiers/bc47…/
      > {"created": "1999-12-31T00:00:00Z"}
      < 200 OK
      > GET …/tiers/bc47…/
      < 200 OK
      < {"created": "1999-12-31T00:00:00Z"}
    `,
    right: `
      < 200 OK
      < {"created": "2025-03-01T08:00:00Z"}
    `,
    at: 'updateTier /created',
    says: 'A request sets "created", which is read-only.',
    contract: 'If callers may set the field, remove readOnly.',
  },
  'read-only.changed': {
    means: 'A field with readOnly: true that was set once, such as an id, has another value after a write.',
    schema: 'created: { type: string, format: date-time, readOnly: true }',
    wrong: `
      > PATCH …/tiers/bc47…/
      > {"title": "Check-a1b2"}
      < 200 OK
      > GET …/tiers/bc47…/
      < 200 OK
      < {"created": "2026-11-24T02:15:00Z"}
      # created was "2025-03-01T08:00:00Z" before
    `,
    at: 'updateTier /created',
    says: 'A write changes "created", which is read-only.',
    contract: 'If the field follows each write, such as a time of change, name it so: "updated".',
  },
  'state.differs': {
    means:
      'With --writes noop or roundtrip, a last read after the run shows another value than before it, and writing ' +
      'the old value back has not changed that. The exit code is 5, and the journal is kept.',
    wrong: `
      > PATCH …/entries/partners/c07e…/
      > {"keywords": ["sea"]}
      < 200 OK
      > GET …/entries/partners/c07e…/
      < 200 OK
      < {"keywords": ["sea", "check-a1b2", "sea"]}
      # keywords was ["sea"] before the run
    `,
    at: 'updatePartnerEntry /keywords',
    says: '/…/entries/partners/c07e…/ differs from its state before the run, and no update restores it.',
  },
  'state.unknown': {
    means:
      'With --writes noop or roundtrip, a resource that the run wrote to cannot be read at its end, so that nothing ' +
      'proves that it is as before. The exit code is 5, and the journal is kept.',
    wrong: `
      > PATCH …/entries/partners/c07e…/
      > {"title": "Check-a1b2"}
      < 200 OK
      > GET …/entries/partners/c07e…/
      # the server closes the connection, each time
    `,
    at: 'updatePartnerEntry',
    says:
      'The state of /…/entries/partners/c07e…/ is unknown. Expected a response, but the server closed the connection ' +
      'without one.',
  },
  'state.changed-by-others': {
    means:
      'A field that the run wrote to holds a value that is neither the old one nor one that the run has sent. The ' +
      'check leaves it alone, and ends with exit code 4.',
    wrong: `
      > PATCH …/entries/partners/c07e…/
      > {"title": "Check-a1b2"}
      < 200 OK
      > GET …/entries/partners/c07e…/
      < 200 OK
      < {"title": "Fjordline Cargo"}
      # the title was "Fjordline" before the run
    `,
    at: 'updatePartnerEntry /title',
    says: 'Somebody else changed /…/entries/partners/c07e…/ during the run. That change was kept.',
  },
} as const satisfies RuleTexts;
