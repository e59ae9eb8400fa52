import { randomUUID } from 'node:crypto';
import { blank, isJson, isShown, isUuid, type Json, kindOfItems, Refusal, readFields, shownFields } from './fields.js';
import { fill, idOf, type Row, reviewState, root, Store } from './store.js';

/** A request to an operation. */
export interface Call {
  /** The resources that the ids in the path name, in the order of the ids. */
  rows: readonly Row[];
  body: unknown;
  /** The value of the header `Accept`. */
  accept: string;
}

/** The response to a request that is not refused: a list, one resource, a text, or nothing. */
export type Reply =
  | { items: Json[] }
  | { value: Json; isNew?: boolean }
  | { text: string; media: string }
  | { isDeleted: true };

type Handler = (call: Call) => Reply;

/** Lists whose names are not simply the kind with an s. */
const plurals: Readonly<Record<string, string>> = {
  Directory: 'Directories',
  PartnerEntry: 'PartnerEntries',
  MatchmakingRequest: 'DirectoryMatchmakingRequests',
};

/**
 * The directory service of interface.md: its state, and the effect of each operation. It does not know HTTP, so that a
 * style can send its replies in any form. It fills gaps of the interface in the simplest way: unknown fields of
 * requests are ignored, and no field is required.
 */
export class DirectoryService {
  readonly #store = new Store();
  /** The handlers by the ids of the operations. */
  readonly #handlers: Readonly<Record<string, Handler>>;

  constructor() {
    fill(this.#store);
    const kinds =
      'Directory Callout Badge Certification Verification Filter FilterOption FilterOptionMapping Tier AppEntry ' +
      'PartnerEntry ContactRequest ContactRequestAttachment MatchmakingRequest Review CustomForm CurrencyFieldOption';
    this.#handlers = {
      ...Object.assign({}, ...kinds.split(' ').map((kind) => this.#resources(kind))),
      ...this.#forms(),
      ...this.#listsOfDirectories(),
      ...this.#contentOfEntries(),
      ...this.#entries(),
      ...this.#approval(),
      ...this.#matchmaking(),
    };
  }

  /**
   * Returns the resources that the path of an operation names.
   * @param ids the ids in the path, in order, each with the name of its parameter
   * @throws Refusal 404
   */
  find(operationId: string, ids: readonly (readonly [name: string, id: string])[]): Row[] {
    const rows: Row[] = [];
    for (const [name, id] of ids) {
      const row = this.#store.get(kindOf(name, operationId), id);
      if (rows.length > 0 && row.parent !== rows.at(-1)?.id) throw new Refusal(404, 'No record has this identifier.');
      rows.push(row);
    }
    return rows;
  }

  /** Returns the id of the first resource that a parameter of an operation can name. */
  idFor(parameter: string, operationId: string): string {
    return this.#store.list(kindOf(parameter, operationId))[0]?.id ?? '';
  }

  /** Calls an operation. @throws Refusal with a status from 400 on */
  call(operationId: string, call: Call): Reply {
    const handler = this.#handlers[operationId];
    if (!handler) throw new Error(`The service has no operation ${operationId}.`);
    return handler(call);
  }

  /** Returns the directory that a resource belongs to, directly or through its parents. */
  directoryOf(row: Row | undefined): string | undefined {
    return row?.kind === 'Directory' ? row.id : row && this.directoryOf(this.#store.find(row.parent));
  }

  /** Returns all resources of a kind in the form of responses. */
  all(kind: string): Json[] {
    return this.#store.list(kind).map((row) => this.#show(row));
  }

  #show(row: Row): Json {
    const { kind, id, parent, value } = row;
    if (kind === 'Filter') {
      const filterOptions = this.#store.list('FilterOption', id).map((otherRow) => this.#show(otherRow));
      return { ...value, href: `${root}/filters/${id}/`, filterOptions, genericDirectory: parent };
    }
    if (kind === 'Tier')
      return { ...value, entriesCount: this.#entriesOf(id).length, entriesListUrl: `${root}/tiers/${id}/entries/` };
    if (kind !== 'PartnerEntry') return { ...value };
    const tier = this.#show(this.#store.get('Tier', String(value['tier'])));
    return { ...value, href: `${root}/directories/${parent}/entries/partners/${id}/`, tier };
  }

  #reply = (rows: readonly Row[]): Reply => ({ items: rows.map((row) => this.#show(row)) });

  #entriesOf(tier: string): Row[] {
    return this.#store.list('PartnerEntry').filter(({ value }) => value['tier'] === tier);
  }

  /** Returns the usual operations on a kind: list, get, create, update and delete. */
  #resources(kind: string): Record<string, Handler> {
    return {
      [`list${plurals[kind] ?? `${kind}s`}`]: ({ rows }) => this.#reply(this.#store.list(kind, rows.at(-1)?.id)),
      [`get${kind}`]: ({ rows }) => ({ value: this.#show(lastOf(rows)) }),
      [`create${kind}`]: ({ rows, body }) => ({
        value: this.#show(this.#create(kind, rows.at(-1), body)),
        isNew: true,
      }),
      [`update${kind}`]: ({ rows, body }) => {
        const row = lastOf(rows);
        if (isJson(body) && (body['id'] ?? row.id) !== row.id) throw new Refusal(400, 'id is not that of the path.');
        this.#change(row, body);
        return { value: this.#show(row) };
      },
      [`delete${kind}`]: ({ rows }) => {
        const row = lastOf(rows);
        if (kind === 'Tier' && this.#entriesOf(row.id).length > 0) throw new Refusal(409, 'The tier has entries.');
        this.#store.delete(row);
        return { isDeleted: true };
      },
    };
  }

  #create(kind: string, parent: Row | undefined, body: unknown): Row {
    const givenFields = readFields(kind, body);
    const hidden = kind === 'PartnerEntry' ? { keywords: [] } : {};
    const draft = kind === 'PartnerEntry' ? this.#newEntry(parent as Row) : blank(kind);
    const more = { Review: newReview(givenFields['status']), MatchmakingRequest: { owner: idOf('owner') } }[kind];
    const row = this.#store.add(kind, parent?.id, { ...draft, ...more, id: randomUUID() }, hidden);
    try {
      this.#change(row, body);
    } catch (refusal) {
      this.#store.delete(row);
      throw refusal;
    }
    if (kind === 'Directory')
      this.#store.add('DirectorySettings', row.id, { ...blank('DirectorySettings'), id: randomUUID() });
    return row;
  }

  /** Returns the initial fields of a partner entry: the fields that requests can set, and those that they cannot. */
  #newEntry(directory: Row): Json {
    const [tier] = this.#store.list('Tier', directory.id);
    const image = 'https://images.example.com/default.png';
    return {
      ...shownFields(blank('PartnerEntry')),
      ...{ icon: image, image, award: image, owner: idOf('owner'), metadata: { external_id: '' }, status: 'hidden' },
      ...{ use_cases: [], special_offers: [], clients: [], testimonials: [], certifications: [] },
      tracking: { tracker_website_id: '', tracker_share_id: '' },
      tier: (tier ?? this.#create('Tier', directory, {})).id,
    };
  }

  /** Sets the fields of a request, and leaves other fields unchanged. @throws Refusal 400 */
  #change(row: Row, body: unknown): void {
    const given = readFields(row.kind, body);
    if (row.kind === 'Review' && 'status' in given) Object.assign(given, reviewState(given['status']));
    if (row.kind !== 'PartnerEntry') return void Object.assign(row.value, given);
    const { external_id, owner, tier, ...fields } = given;
    if (tier !== undefined && this.#store.find(String(tier))?.parent !== row.parent)
      throw new Refusal(400, 'tier is no tier of the directory.');
    const [id] = isJson(owner) ? Object.values(owner).filter(isUuid) : [];
    for (const [name, value] of Object.entries(fields)) {
      const target = isShown(name) ? row.value : row.hidden;
      const kind = kindOfItems(name);
      target[name] = kind === undefined ? value : itemsAfter(kind, target[name], value as Json[]);
    }
    if (external_id !== undefined) row.value['metadata'] = { external_id };
    if (id !== undefined) row.value['owner'] = id;
    if (tier !== undefined) row.value['tier'] = tier;
  }

  /** The operations on settings and contact request forms, of which a directory has one each. */
  #forms(): Record<string, Handler> {
    const only = (kind: string, rows: readonly Row[]): Row | undefined => this.#store.list(kind, lastOf(rows).id)[0];
    const general = (): Row => this.#store.list('ContactRequestForm').find(({ parent }) => parent === undefined) as Row;
    return {
      getDirectorySettings: ({ rows }) => ({ value: settingsIn(only('DirectorySettings', rows)) }),
      updateDirectorySettings: ({ rows, body }) => {
        const row = only('DirectorySettings', rows) as Row;
        this.#change(row, body);
        return { value: settingsIn(row) };
      },
      getDefaultContactRequestForm: () => ({ value: this.#show(general()) }),
      listContactRequestForms: ({ rows }) => {
        const ownRow = only('ContactRequestForm', rows);
        return this.#reply([general(), ...(ownRow ? [ownRow] : [])]);
      },
      setContactRequestForm: ({ rows, body }) => {
        const row = only('ContactRequestForm', rows) ?? this.#create('ContactRequestForm', lastOf(rows), {});
        this.#change(row, body);
        return { value: this.#show(row) };
      },
      resetContactRequestForm: ({ rows }) => {
        const row = only('ContactRequestForm', rows);
        if (row) this.#store.delete(row);
        return { isDeleted: true };
      },
    };
  }

  /** The operations on lists of a directory or a tier that select by a field, and the export. */
  #listsOfDirectories(): Record<string, Handler> {
    const where =
      (kind: string, field: string): Handler =>
      ({ rows }) =>
        this.#reply(this.#store.list(kind, lastOf(rows).id).filter(({ value }) => value[field] === true));
    return {
      listInternalFilters: where('Filter', 'displayInInternalDirectory'),
      listExternalDirectoryFilters: where('Filter', 'displayInDirectory'),
      listExternalDirectoryFilterOptionMappings: where('FilterOptionMapping', 'external'),
      listEntries: ({ rows }) =>
        this.#reply(['AppEntry', 'PartnerEntry'].flatMap((kind) => this.#store.list(kind, lastOf(rows).id))),
      listTierEntries: ({ rows }) => this.#reply(this.#entriesOf(lastOf(rows).id)),
      assignTierEntries: ({ rows, body }) => {
        const tier = lastOf(rows);
        const [first] = this.#store.list('Tier', tier.parent);
        for (const [field, target] of [
          ['assign', tier],
          ['unassign', first],
        ] as const)
          for (const entry of this.#entriesIn(body, field, tier.parent)) entry.value['tier'] = target?.id;
        return this.#reply(this.#entriesOf(tier.id));
      },
      exportReviews: ({ rows, accept }) => {
        const reviews = this.#store.list('Review', lastOf(rows).id);
        // An export is a file, not a page of a list: it has the same form in each style.
        const shownValues = reviews.map((row) => this.#show(row));
        if (!/csv/.test(accept)) return { text: JSON.stringify(shownValues), media: 'application/json' };
        const lines = reviews.map(({ id, value }) => `${id},${value['title']},${value['rating']}\r\n`);
        return { text: `id,title,rating\r\n${lines.join('')}`, media: 'text/csv' };
      },
    };
  }

  /** Returns the partner entries of a directory whose ids are in a field of a request. @throws Refusal 400 */
  #entriesIn(body: unknown, field: string, directory: string | undefined): Row[] {
    const ids = isJson(body) ? (body[field] ?? []) : undefined;
    if (!Array.isArray(ids)) throw new Refusal(400, `${field} must be a list of ids of entries.`);
    return ids.map((id) => {
      const row = this.#store.find(String(id));
      if (row?.kind !== 'PartnerEntry' || row.parent !== directory)
        throw new Refusal(400, `${field} has an unknown id.`);
      return row;
    });
  }

  /** The operations on the content of an entry, by the names of its fields. */
  #contentOfEntries(): Record<string, Handler> {
    const lists =
      'Callouts Certifications IndustryCertifications SegmentCertifications Clients Keywords Locations ' +
      'Media Resources InternalResources SpecialOffers Testimonials InternalTestimonials UseCases InternalUseCases ' +
      'Verifications';
    const content = lists.split(' ').map((list): [string, Handler] => {
      const field = list.replace(/(?<!^)[A-Z]/g, '_$&').toLowerCase();
      const read: Handler = ({ rows }) => {
        const { value, hidden } = lastOf(rows);
        return { items: (value[field] ?? hidden[field] ?? []) as Json[] };
      };
      return [`listPartnerEntry${list}`, read];
    });
    const idsIn = ({ hidden }: Row): string[] => (hidden['badges'] ?? []) as string[];
    return {
      ...Object.fromEntries(content),
      listPartnerEntryBadges: ({ rows }) =>
        this.#reply(this.#store.list('Badge').filter(({ id }) => idsIn(lastOf(rows)).includes(id))),
      listAppEntryCallouts: ({ rows }) => ({ items: (lastOf(rows).hidden['callouts'] ?? []) as Json[] }),
      getPartnerEntryContactInformation: ({ rows }) => {
        const { support_email, external_url } = lastOf(rows).value;
        return { value: { email: support_email, website: external_url, telephone: '+47 55 00 00 00' } };
      },
      listOrganizationMatches: ({ rows }) => {
        const { developer_name, title } = lastOf(rows).value;
        return { items: [developer_name, title].map((name, index) => ({ id: idOf(`match ${index}`), name })) };
      },
    };
  }

  /** The operations on entries besides the usual ones. */
  #entries(): Record<string, Handler> {
    const invite =
      (about: string): Handler =>
      ({ rows, body }) => {
        const value = { ...blank('Invite'), ...readFields('Invite', body), id: randomUUID(), about, status: 'sent' };
        return { value: this.#show(this.#store.add('Invite', lastOf(rows).id, value)) };
      };
    const putAt: Handler = ({ rows, body }) => {
      if (!isJson(body)) throw new Refusal(400, 'The body must be an object.');
      const row = lastOf(rows);
      if (Number.isInteger(body['order'])) row.hidden['recommended_order'] = body['order'];
      return { value: this.#show(row) };
    };
    return {
      inviteOwnerOrganization: invite('owner organization'),
      inviteOwnerUsers: invite('owner users'),
      inviteOrganization: invite('organization'),
      inviteUsers: invite('users'),
      updateAppEntryRecommendedOrder: putAt,
      updatePartnerEntryRecommendedOrder: putAt,
      bulkUpsertPartnerEntries: ({ rows, body }) => {
        if (!Array.isArray(body)) throw new Refusal(400, 'The body must be a list of entries.');
        const directory = lastOf(rows);
        for (const value of body) readFields('PartnerEntry', value);
        const entries = body.map((value: Json) => {
          const knownRow = this.#store.find(String(value['id']));
          if (knownRow?.kind !== 'PartnerEntry' || knownRow.parent !== directory.id)
            return this.#create('PartnerEntry', directory, value);
          this.#change(knownRow, value);
          return knownRow;
        });
        return this.#reply(entries);
      },
    };
  }

  /** The approval of edits: only one edit waits at a time, and an approved edit changes the entry. */
  #approval(): Record<string, Handler> {
    const end =
      (status: string): Handler =>
      ({ rows }) => {
        const row = lastOf(rows);
        const edit = this.#store.list('Edit', row.id).find(({ value }) => value['status'] === 'submitted');
        if (!edit) throw new Refusal(409, 'No edit waits for a review.');
        if (status === 'approved') this.#change(row, edit.hidden['changes']);
        edit.value['status'] = status;
        return { value: this.#show(edit) };
      };
    return {
      submitPartnerEntryReview: ({ rows, body }) => {
        readFields('PartnerEntry', body);
        const row = lastOf(rows);
        const waits = this.#store.list('Edit', row.id).find(({ value }) => value['status'] === 'submitted');
        if (waits) this.#store.delete(waits);
        const edit = { id: randomUUID(), status: 'submitted' };
        return { value: this.#show(this.#store.add('Edit', row.id, edit, { changes: body })) };
      },
      approvePartnerEntryReview: end('approved'),
      rejectPartnerEntryChanges: end('rejected'),
      discardPartnerEntryReview: end('discarded'),
    };
  }

  #matchmaking(): Record<string, Handler> {
    const partnersOf = ({ hidden }: Row): Row[] =>
      ((hidden['partners'] ?? []) as string[]).flatMap((id) => this.#store.find(id) ?? []);
    return {
      listMatchmakingRequests: () => this.#reply(this.#store.list('MatchmakingRequest')),
      listMatchmakingRequestPartners: ({ rows }) => this.#reply(partnersOf(lastOf(rows))),
      setMatchmakingRequestPartners: ({ rows, body }) => {
        const row = lastOf(rows);
        row.hidden['partners'] = this.#entriesIn(body, 'partners', row.parent).map(({ id }) => id);
        return this.#reply(partnersOf(row));
      },
      assignMatchmakingRequestOwner: ({ rows, body }) => {
        if (!isJson(body) || !isUuid(body['owner'])) throw new Refusal(400, 'owner must be an id.');
        const row = lastOf(rows);
        row.value['owner'] = body['owner'];
        return { value: this.#show(row) };
      },
    };
  }
}

/** Returns the kind of the resource that a parameter names: `FilterOption` for `filter_option_id`. */
function kindOf(parameter: string, operationId: string): string {
  if (parameter === 'entry_id') return operationId.includes('AppEntry') ? 'AppEntry' : 'PartnerEntry';
  if (parameter === 'attachment_id') return 'ContactRequestAttachment';
  return parameter.replace(/_id$/, '').replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function lastOf(rows: readonly Row[]): Row {
  return rows.at(-1) as Row;
}

/** Returns settings without an id, since settings have none of their own. */
function settingsIn(row: Row | undefined): Json {
  const { id: _, ...settings } = row?.value ?? {};
  return settings;
}

/** Returns the items of a list after an update, which replaces them all, and may name existing items. */
function itemsAfter(kind: string, before: unknown, newItems: readonly Json[]): Json[] {
  const byId = new Map((before as Json[] | undefined)?.map((item) => [item['id'], item]));
  return newItems.map((item) => ({ ...blank(kind), ...byId.get(item['id']), ...item, id: item['id'] ?? randomUUID() }));
}

function newReview(status: unknown): Json {
  const entry = { id: idOf('no entry'), owner: '', title: '' };
  return {
    entry,
    entryType: 'partner',
    shortSummary: '',
    created: new Date().toISOString(),
    ...reviewState(status ?? ''),
  };
}
