import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ownContract } from '../../../scripts/check/engine/own-contract.js';
import { createEvidence, type Evidence } from '../../../scripts/check/evidence/index.js';
import { createPresence, type Presence } from '../../../scripts/check/evidence/presence.js';
import type { CaseKind, Expectation } from '../../../scripts/check/model/case.js';
import type { CheckedContract } from '../../../scripts/check/model/contract.js';
import type { KeyUse } from '../../../scripts/check/model/exchange.js';
import type { EvidenceEntry } from '../../../scripts/check/model/report.js';
import type { OpenApiDocument } from '../../../scripts/contract/document.js';
import { pathParameters } from '../../../scripts/contract/examples.js';
import { createSandbox, defaultKey } from '../../../scripts/sandbox/sandbox.js';

let contract: CheckedContract;
beforeAll(() => {
  contract = ownContract();
});

let presence: Presence;
let evidence: Evidence;
beforeEach(() => {
  presence = createPresence(contract.resolve, contract.operations);
  evidence = createEvidence(contract.document, presence);
});

interface Told {
  kind?: CaseKind;
  expect?: Expectation;
  pointer?: string;
  path?: string;
  sent?: unknown;
  key?: KeyUse;
  status?: number;
  headers?: Record<string, string>;
  /** The JSON body of the answer. */
  value?: unknown;
  /** The body where it is no JSON. */
  text?: string;
  exists?: boolean;
}

/** Tells both of an answer, as the check does. */
function see(operationId: string, told: Told = {}): void {
  const operation = contract.operation(operationId);
  if (!operation) throw new RangeError(operationId);
  const {
    kind = 'read',
    expect: expectation = 'success',
    sent,
    value,
    status = 200,
    key = 'right',
    headers = {},
  } = told;
  const body = sent === undefined || typeof sent === 'string' ? sent : JSON.stringify(sent);
  const path = told.path ?? operation.path.replace(/\{\w+\}/g, '1');
  const request = { method: operation.method.toUpperCase(), path, headers: {}, body, key };
  const text = told.text ?? (value === undefined ? '' : JSON.stringify(value));
  const type: Record<string, string> = value === undefined ? {} : { 'content-type': 'application/json' };
  const schema = operation.success?.bodies[0]?.schema;
  if (status < 300 && schema) presence.see(schema, value);
  evidence.see({
    case: {
      id: `${operationId}/${kind}`,
      operationId,
      kind,
      about: 'x',
      request,
      expect: expectation,
      ...(told.pointer !== undefined && { pointer: told.pointer }),
    },
    operation,
    exchange: {
      request,
      response: { status, headers: { ...type, ...headers }, bytes: Buffer.from(text) },
      milliseconds: 1,
      attempts: 1,
    },
    value,
    exists: told.exists ?? true,
  });
}

function entryOf(unknown: string): EvidenceEntry | undefined {
  return evidence.entries().find((entry) => entry.unknown === unknown);
}

const sentences = (unknown: string): string[] | undefined => entryOf(unknown)?.seen;

describe('evidence', () => {
  it('is none before anything was seen, and for a document without open questions', () => {
    expect(evidence.entries()).toEqual([]);
    const { 'x-unknowns': _, ...rest } = contract.document;
    evidence = createEvidence(rest as OpenApiDocument, presence);
    see('listTiers', { value: [{ id: '1' }] });
    expect(evidence.entries()).toEqual([]);
  });

  it('repeats question and assumption of the register, in its order, and counts answers', () => {
    see('listTiers', { value: [{ id: '1' }, { id: '2' }] });
    see('getTier', { kind: 'no-key', status: 401, key: 'none' });
    const entries = evidence.entries();
    const register = contract.document['x-unknowns'] ?? [];
    expect(entries.map(({ unknown }) => unknown)).toEqual(
      register.map(({ id }) => id).filter((id) => entries.some(({ unknown }) => unknown === id)),
    );
    expect(entryOf('lists.envelope')).toEqual({
      unknown: 'lists.envelope',
      question: 'Does a list come as a bare array, or inside an object with paging?',
      assumed: 'A bare array with all items.',
      seen: ['1 list comes as a bare array.'],
      answers: 1,
    });
  });

  it('does not break where no answer came', () => {
    const operation = contract.operation('listTiers');
    if (!operation) throw new RangeError();
    const request = { method: 'GET', path: '/', headers: {}, key: 'right' as const };
    const exchange = {
      request,
      failure: { code: 'transport.reset' as const, message: 'x' },
      milliseconds: 1,
      attempts: 1,
    };
    evidence.see({
      case: { id: 'a', operationId: 'listTiers', kind: 'read', about: 'x', request, expect: 'success' },
      operation,
      exchange,
      exists: true,
    });
    expect(evidence.entries()).toEqual([]);
  });
});

describe('evidence on fields', () => {
  it('tells which fields every entry has', () => {
    see('getPartnerEntry', { value: { id: '1', title: 'a', tier: {} } });
    see('listPartnerEntries', {
      value: [
        { id: '1', title: 'a' },
        { id: '2', title: '' },
      ],
    });
    expect(entryOf('partner-entry.required')).toMatchObject({ answers: 2 });
    expect(sentences('partner-entry.required')?.slice(0, 2)).toEqual([
      'All 3 partner entries read have id, title (2 of 33 fields).',
      'Left out by some of the 3: tier (there in 1).',
    ]);
    expect(sentences('partner-entry.required')?.[2]).toMatch(/^In none of the 3: href, headline, .*"the service"/);
  });

  it('tells where null was seen, against the contract and with it', () => {
    see('getPartnerEntry', {
      value: { id: '1', title: null, custom_slug: null, resources: [{ file: null, title: null }, { file: 'x' }] },
    });
    expect(sentences('partner-entry.nullability')).toEqual([
      'Null, though the contract does not allow it: title (1 of 1), EntryResource.title (1 of 2).',
      'Null, as the contract allows: custom_slug (1 of 1), EntryResource.file (1 of 2).',
      'No other documented field was null in 1 partner entry.',
    ]);
  });

  it('tells whether the field with a space is there, and which URLs have other names', () => {
    see('getPartnerEntry', { value: { id: '1', service: 'https://a.example.com/', note: 'x' } });
    expect(sentences('the-service.name')).toEqual([
      'None of 1 partner entry has the field "the service".',
      'A URL stands under names that the contract does not list: service.',
    ]);
    see('getPartnerEntry', { value: { 'the service': 'https://a.example.com/' } });
    expect(sentences('the-service.name')?.[0]).toBe('1 of 2 partner entries has the field "the service".');
  });

  it('tells the fields of options and of other resources', () => {
    see('listFilters', {
      value: [{ filterOptions: [{ id: '1', title: 'a' }, { id: '2', title: 'b', order: 1 }, 'odd'] }],
    });
    see('listBadges', {
      value: [
        { id: '1', title: 'a', color: 'x' },
        { id: '2', title: 'b', color: 'y', icon: 'z' },
      ],
    });
    expect(sentences('filter.option-shape')).toEqual([
      'All 2 filter options read have id, title; some have order (1).',
    ]);
    see('listOrganizationMatches', { value: [{ name: 'a' }, { name: 'b' }] });
    expect(sentences('resources.fields')?.[1]).toBe(
      'All 2 organization matches read have name; the contract does not list name.',
    );
    see('getDirectorySettings', { value: { language: 'en' } });
    expect(sentences('resources.fields')?.[1]).toBe(
      'The one directory settings read has language; the contract does not list language.',
    );
    expect(sentences('resources.fields')?.slice(0, 1)).toEqual([
      'All 2 badges read have id, title, color; the contract does not list color; some have icon (1).',
    ]);
  });

  it('quotes and cuts names that a server made up', () => {
    see('getBadge', { value: { 'a\n::error::b': 1, ['x'.repeat(500)]: 1 } });
    const [sentence = ''] = sentences('resources.fields') ?? [];
    expect(sentence).toContain('"a\\n::error::b"');
    expect(sentence).not.toContain('\n');
    expect(sentence.length).toBeLessThan(500);
  });
});

describe('evidence on values', () => {
  it('tells the values that were read, accepted and refused', () => {
    see('listPartnerEntries', {
      value: [
        { id: '1', status: 'public' },
        { id: '2', status: 'draft' },
      ],
    });
    see('updatePartnerEntry', { kind: 'field', sent: { status: 'hidden' }, value: { id: '1', status: 'hidden' } });
    see('updatePartnerEntry', { kind: 'field', sent: { status: 'gold' }, status: 400, value: {} });
    see('updatePartnerEntry', { kind: 'field', sent: { type: 'agency' }, value: { id: '1' } });
    see('updatePartnerEntry', { kind: 'field', sent: { type: 'x', title: 'y' }, status: 400 });
    see('updatePartnerEntry', { kind: 'no-key', sent: { type: 'secret' }, status: 400, key: 'none' });
    see('updatePartnerEntry', { kind: 'unknown-id', sent: { type: 'nowhere' }, status: 400 });
    expect(sentences('partner-entry.status-values')).toEqual([
      'Values of status in 4 partner entries read: draft, hidden, public.',
      'Updates were accepted with hidden.',
      'Updates were refused with gold.',
    ]);
    expect(sentences('partner-entry.type-values')).toEqual(['Updates were accepted with agency.']);
  });

  it('tells types of media and filters, and digits of colours', () => {
    see('listPartnerEntryMedia', { value: [{ type: 'v' }, { type: 'i' }] });
    see('getFilter', { value: { type: 'user' } });
    see('listCallouts', {
      value: [
        { textColor: 'FFF', backgroundColor: '1A7F5A' },
        { textColor: '#000000', backgroundColor: 'red' },
      ],
    });
    expect(sentences('media.type-values')).toEqual(['Values of type in 2 entry media read: i, v.']);
    expect(sentences('filter.type-values')).toEqual(['Values of type in 1 filter read: user.']);
    expect(sentences('colour.digits')).toEqual([
      'The 3 colours in answers have these numbers of digits: 6 (2), 3 (1).',
      'Some begin with #.',
      'No hexadecimal digits: red.',
    ]);
    expect(entryOf('colour.digits')?.answers).toBeGreaterThan(0);
  });
});

describe('evidence on entries', () => {
  it('tells whether an array keeps its order, and which fields look like a position', () => {
    const one = { id: 'a', title: 'A' };
    const two = { id: 'b', title: 'B' };
    see('getPartnerEntry', { value: { id: '1', certifications: [one, two] } });
    see('getPartnerEntry', { value: { id: '1', certifications: [one, two] } });
    expect(sentences('certifications.position')).toEqual([
      'An array was read again 1 time, always in the same order.',
      'Its items show no field that is called like a position.',
    ]);
    see('getPartnerEntry', { value: { id: '1', certifications: [two, { ...one, position: 2 }] } });
    expect(sentences('certifications.position')).toEqual([
      'An array was read again 2 times, 1 of them not in the same order.',
      'Its items show position.',
    ]);
  });

  it('tells the changes of status that were accepted and refused', () => {
    const path = '/api/directory/private/v1alpha/directories/9/entries/partners/1/';
    see('updatePartnerEntry', { path, sent: { status: 'public' }, value: { id: '1', status: 'public' } });
    expect(entryOf('entry.transitions')).toBeUndefined();
    see('updatePartnerEntry', { path, sent: { status: 'hidden' }, value: { id: '1', status: 'hidden' } });
    see('updatePartnerEntry', { path, sent: { status: 'draft' }, status: 409 });
    see('updatePartnerEntry', { path, sent: { status: 'draft', title: 'x' }, status: 409 });
    expect(entryOf('entry.transitions')).toMatchObject({
      answers: 2,
      seen: ['Accepted: from public to hidden (1).', 'Refused: from hidden to draft (1).'],
    });
  });

  it('tells what the four operations of approval answer', () => {
    see('submitPartnerEntryReview', { kind: 'action', value: { id: '1', status: 'submitted' } });
    see('approvePartnerEntryReview', { kind: 'action', status: 404 });
    see('approvePartnerEntryReview', { kind: 'unknown-id', status: 404, exists: false });
    expect(sentences('approval.states')).toEqual([
      'approvePartnerEntryReview answered 404 (1).',
      'submitPartnerEntryReview answered 200 (1) and shows the state submitted.',
    ]);
  });
});

describe('evidence on updates', () => {
  it('tells which fields are accepted alone, and whether the answer shows them', () => {
    see('updatePartnerEntry', { kind: 'field', sent: { customSlug: 'a' }, value: { custom_slug: 'a' } });
    see('updatePartnerEntry', { kind: 'field', sent: { internalDescription: 'b' }, value: {} });
    see('updatePartnerEntry', { kind: 'field', sent: { title: 'c' }, status: 400 });
    see('updatePartnerEntry', { kind: 'wrong-type', expect: 'refusal', sent: { slug: 5 }, status: 400 });
    see('updatePartnerEntry', { kind: 'field', sent: { location: 'd', slug: 'e' }, value: {} });
    see('updateFilter', { kind: 'field', sent: { name: 'f' }, value: { name: 'f' } });
    expect(entryOf('partner-entry-update.required')).toMatchObject({
      answers: 3,
      seen: [
        'An update of one field alone is accepted for 2 of 32 fields: customSlug, internalDescription.',
        'Refused alone: title.',
        'The answer shows the value that was sent for 1 of these, not for internalDescription.',
      ],
    });
    expect(sentences('filter-update.request')).toEqual([
      'An update of one field alone is accepted for 1 of 10 fields: name.',
      'The answer shows the value that was sent for 1 of these.',
    ]);
  });

  it('tells what becomes of a field that is not listed', () => {
    for (const status of [200, 200, 400, 404])
      see('updatePartnerEntry', { kind: 'extra-field', expect: 'either', sent: { x: 1 }, status, value: {} });
    see('updatePartnerEntry', { kind: 'field', sent: { title: 'a' }, value: {} });
    expect(sentences('request.extra-fields')).toEqual([
      'Of 3 requests with a field that is not listed 2 were accepted; the statuses are 200 (2), 400 (1).',
    ]);
  });
});

describe('evidence on operations', () => {
  it('tells which paths answer, and which do not though their ids exist', () => {
    see('listTiers', { value: [] });
    see('listBadges', { status: 404 });
    see('listCallouts', { status: 404, exists: false });
    see('updateTier', { status: 400 });
    see('listCustomForms', { status: 401 });
    expect(sentences('operations.paths')).toEqual([
      '2 of 115 operations answered other than 404 at their paths.',
      'Only 404 or 405, though the ids are those of things that exist: listBadges.',
    ]);
  });

  it('tells success statuses by verb, and who differs', () => {
    see('createTier', { status: 201, value: {} });
    see('createBadge', { status: 201, value: {} });
    see('createFilter', { status: 200, value: {} });
    see('deleteTier', { status: 204 });
    see('updatePartnerEntry', { status: 200, value: {} });
    expect(sentences('operations.success-status')).toEqual([
      'create succeeds with 201 (2 operations), 200 (createFilter).',
      'delete succeeds with 204 (1 operation).',
    ]);
  });

  it('tells lists in an envelope from bare ones, and finds what is inside', () => {
    see('listTiers', { value: { count: 1, results: [{ id: '1', title: 'a' }] } });
    see('listBadges', { value: [] });
    expect(sentences('lists.envelope')).toEqual([
      '1 list comes as a bare array.',
      'listTiers answers with an object that has count, results.',
    ]);
    expect(sentences('resources.fields')).toEqual(['The one tier read has id, title.']);
  });

  it('tells shapes of bodies, and who refused what the contract shows', () => {
    see('listTiers', { value: [] });
    see('createTier', { kind: 'create', sent: { title: 'a' }, status: 201, value: {} });
    see('createBadge', { kind: 'create', sent: { title: 'a' }, status: 400 });
    see('deleteTier', { status: 204 });
    expect(sentences('operations.payloads')).toEqual([
      'Success was seen of 3 of 115 operations; the bodies are: 1 array, 1 empty body, 1 object.',
      '1 operation accepted a body in the form of the contract.',
      'Every body in the form of the contract was refused by createBadge.',
    ]);
  });

  it('tells of undeclared query parameters, methods, and the format of the export', () => {
    see('listTiers', { kind: 'recorded', path: '/v1/tiers/?page=1&limit=2', value: [] });
    see('listBadges', { kind: 'undeclared-method', status: 405, headers: { allow: 'GET, POST, PUT, HEAD, OPTIONS' } });
    see('bulkUpsertPartnerEntries', { kind: 'undeclared-method', status: 405, headers: { allow: 'POST, GET, PATCH' } });
    see('exportReviews', { headers: { 'content-type': 'text/csv; charset=utf-8' }, text: 'a,b' });
    expect(sentences('operations.parameters')).toEqual([
      'listTiers succeeded with query parameters that the contract does not list: limit (1), page (1).',
    ]);
    expect(sentences('groups.operations')).toEqual([
      'Allow at /api/directory/private/v1alpha/directories/{directory_id}/badges/ ' +
        'names PUT, which the contract does not list there.',
    ]);
    expect(sentences('review-export.format')).toEqual(['The export comes as "text/csv; charset=utf-8" (1).']);
  });

  it('tells which form of matchmaking paths answers', () => {
    see('listMatchmakingRequests', { status: 404 });
    see('listDirectoryMatchmakingRequests', { value: [] });
    expect(sentences('matchmaking.scope')).toEqual([
      'listDirectoryMatchmakingRequests answered 200 (1).',
      'listMatchmakingRequests answered 404 (1).',
    ]);
  });
});

describe('evidence on refusals', () => {
  it('tells how requests without the right key are refused, and that the bare key is enough', () => {
    see('listTiers', { value: [] });
    expect(entryOf('auth.scheme-prefix')).toBeUndefined();
    see('listTiers', { kind: 'no-key', key: 'none', status: 401 });
    see('listTiers', { kind: 'empty-key', key: 'empty', status: 401 });
    see('listTiers', { kind: 'wrong-key', key: 'wrong', status: 403 });
    see('listTiers', { kind: 'recorded', value: [] });
    expect(sentences('auth.refusal-status')).toEqual([
      'With an empty key: 401 (1).',
      'Without a key: 401 (1).',
      'With a wrong key: 403 (1).',
    ]);
    expect(sentences('auth.scheme-prefix')).toEqual([
      'The bare key is enough: 1 request with it was accepted, 1 request with a wrong one refused.',
    ]);
    expect(entryOf('auth.permissions')).toBeUndefined();
    see('listTiers', { kind: 'wrong-key', key: 'wrong', value: [] });
    expect(entryOf('auth.scheme-prefix')).toBeUndefined();
  });

  it('tells what a key that others accept may not do', () => {
    see('listTiers', { value: [] });
    see('listBadges', { status: 403 });
    expect(sentences('auth.permissions')).toEqual(['403 to a key that 1 operation accepts: listBadges.']);
  });

  it('tells what the bodies of refusals have in common', () => {
    see('getTier', { status: 404, value: { detail: 'x' } });
    see('updateTier', { status: 400, value: { detail: 'x', code: 'y' } });
    see('getBadge', { status: 500, text: '<h1>', headers: { 'content-type': 'Text/HTML; charset=x' } });
    expect(sentences('errors.body')).toEqual([
      'The bodies of 2 refusals are JSON objects; all of them have detail, some have code (1).',
      'The bodies of 1 refusal are no JSON objects.',
      'Media types of refusals: application/json (2), text/html (1).',
    ]);
    expect(sentences('errors.other-statuses')).toEqual([
      'Refusals have the statuses 400 (1), 404 (1).',
      'Failures of the server have the statuses 500 (1).',
    ]);
  });

  it('tells which updates of a filter are refused with 400', () => {
    see('updateFilter', { kind: 'malformed-json', sent: '{', status: 400 });
    see('updateFilter', { kind: 'wrong-type', sent: { order: 'x' }, status: 422 });
    see('updateFilter', { kind: 'extra-field', sent: { x: 1 }, value: {} });
    see('updateFilter', { kind: 'no-key', key: 'none', sent: {}, status: 400 });
    see('updateTier', { kind: 'wrong-type', sent: {}, status: 400 });
    expect(sentences('errors.filter-400-conditions')).toEqual([
      'Refused with 400: malformed-json (1).',
      'Accepted: extra-field (1).',
      'Refused with 422: wrong-type (1).',
    ]);
  });

  it('tells of limits only where there are any', () => {
    see('createTier', { status: 201, sent: { title: 'x'.repeat(100) }, value: {} });
    expect(
      evidence
        .entries()
        .map(({ unknown }) => unknown)
        .filter((id) => id.startsWith('limits')),
    ).toEqual([]);
    see('listTiers', { status: 429, headers: { 'retry-after': '7', 'x-ratelimit-limit': '100' } });
    see('createTier', { status: 413, sent: { title: 'x'.repeat(1_986) } });
    see('updatePartnerEntry', { kind: 'long', pointer: '/title', sent: { title: 'x'.repeat(10_000) }, value: {} });
    see('updatePartnerEntry', { kind: 'long', pointer: '/slug', sent: { slug: 'x'.repeat(10_000) }, status: 400 });
    expect(sentences('limits.rate')).toEqual([
      '1 answer was 429, with Retry-After 7 (1).',
      'Answers carry x-ratelimit-limit (as 100).',
    ]);
    expect(sentences('limits.size')).toEqual([
      '1 request was refused with 413, the smallest with a body of 1,998 bytes.',
      'The largest body that was accepted has 10,012 bytes.',
    ]);
    expect(sentences('limits.field-lengths')).toEqual([
      'Long texts of 10,000 characters or more were accepted in 1 field: updatePartnerEntry/title.',
      'Refused with 400: updatePartnerEntry/slug.',
    ]);
  });
});

describe('evidence from a whole server', () => {
  it('answers the questions that reads can answer', async () => {
    const sandbox = createSandbox();
    const reads = contract.operations.filter(({ method }) => method === 'get');
    const lists = reads.filter(({ success }) => success?.bodies[0]?.schema.type === 'array');
    for (const operation of reads) {
      const source = contract.document.paths[operation.path]?.get;
      const values = source ? pathParameters(contract.document, source) : {};
      const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
      for (const key of ['right', 'none'] as const) {
        const response = await sandbox.fetch(
          new Request(`http://sandbox.example${path}`, {
            headers: key === 'right' ? { authorization: defaultKey } : {},
          }),
        );
        const text = await response.text();
        const isJson = response.headers.get('content-type')?.includes('json') === true;
        see(operation.id, {
          kind: key === 'right' ? 'read' : 'no-key',
          key,
          path,
          status: response.status,
          headers: Object.fromEntries(response.headers),
          text,
          ...(isJson && { value: JSON.parse(text) as unknown }),
        });
      }
    }
    expect(sentences('operations.paths')).toEqual([
      `${reads.length} of 115 operations answered other than 404 at their paths.`,
    ]);
    expect(sentences('lists.envelope')).toEqual([`${lists.length} lists come as a bare array.`]);
    expect(sentences('auth.refusal-status')).toEqual([`Without a key: 401 (${reads.length}).`]);
    expect(sentences('partner-entry.required')?.[0]).toMatch(
      /^All \d+ partner entries read have id, href, title, .* \(32 of 33 fields\)\.$/,
    );
    expect(sentences('review-export.format')).toEqual([expect.stringContaining('text/csv')]);
    expect(evidence.entries().length).toBeGreaterThanOrEqual(19);
  });

  it('stays bounded, however many different things a server says', () => {
    for (let index = 0; index < 20_000; index += 1) {
      see('getBadge', {
        value: { id: '1', [`field${index}`]: index },
        status: index % 2 ? 200 : 400,
        headers: { 'content-type': `type/${index}`, [`x-ratelimit-${index}`]: '1' },
      });
    }
    const text = JSON.stringify(evidence.entries());
    expect(text.length).toBeLessThan(20_000);
    expect(text).toContain('field1');
    expect(text).toContain('and 179 more');
  });
});
