import type { RuleId } from '../../../scripts/check/model/rules/index.js';
import { isObject, type JsonObject } from '../../../scripts/contract/json.js';
import { defaultKey, type Sandbox } from '../../../scripts/sandbox/sandbox.js';

const directory = '0fd4340a-c3c4-4d8b-815a-f5be26abedae';
const root = '/api/directory/private/v1alpha';
const inDirectory = (kind: string): string => `/directories/${directory}/${kind}/`;

/** An accepted write, with functions to change other resources as well. */
export interface Write {
  method: string;
  /** The path below the root, without the last slash. */
  path: string;
  id: string;
  body: JsonObject;
  call(method: string, path: string, body?: JsonObject): Promise<JsonObject>;
  list(kind: string): Promise<JsonObject[]>;
  /** Leaves a resource out of all lists from now on. */
  hide(id: string): void;
}

export interface Fault {
  rule: RuleId;
  operationId: string;
  pointer: string;
  /** Called after each accepted write. */
  effect(write: Write): Promise<unknown> | undefined;
}

const isEmpty = (body: JsonObject): boolean => Object.keys(body).length === 0;
const is = ({ method, path }: Write, wanted: string, kind: string): boolean =>
  method === wanted && path.startsWith(`/${kind}/`) && path.split('/').length === 3;

/** Returns the resource before this one in its list, or the last one. */
async function beside({ id, list }: Write, kind: string): Promise<JsonObject | undefined> {
  const all = await list(kind);
  return all[all.findIndex((each) => each['id'] === id) - 1] ?? all.at(-1);
}

/** Servers whose writes have a hidden side effect. */
export const faults: Record<string, Fault> = {
  'an empty update of a callout clears its colours': {
    rule: 'update.touches',
    operationId: 'updateCallout',
    pointer: '/textColor',
    effect: (write) =>
      is(write, 'PATCH', 'callouts') && isEmpty(write.body)
        ? write.call('PATCH', `${write.path}/`, { text_color: '000000' })
        : undefined,
  },
  'an update of a filter empties the options that it did not name': {
    rule: 'update.elsewhere',
    operationId: 'updateFilter',
    pointer: '',
    async effect(write) {
      if (!is(write, 'PATCH', 'filters') || isEmpty(write.body)) return;
      const filter = await write.call('GET', `${write.path}/`);
      for (const option of (filter['filterOptions'] ?? []) as JsonObject[])
        await write.call('DELETE', `/filter-options/${String(option['id'])}/`);
    },
  },
  'an update of a filter renames the filter beside it': {
    rule: 'update.elsewhere',
    operationId: 'updateFilter',
    pointer: '/name',
    async effect(write) {
      if (!is(write, 'PATCH', 'filters') || write.body['name'] === undefined) return;
      const other = await beside(write, 'filters');
      if (other) await write.call('PATCH', `/filters/${String(other['id'])}/`, { name: `${String(other['name'])}+` });
    },
  },
  'a deletion of a certification takes the one before it': {
    rule: 'delete.takes-others',
    operationId: 'deleteCertification',
    pointer: '',
    async effect(write) {
      if (!is(write, 'DELETE', 'certifications')) return;
      const other = (await write.list('certifications')).at(-1);
      if (other) await write.call('DELETE', `/certifications/${String(other['id'])}/`);
    },
  },
  'an update of the title of a tier moves the tier beside it': {
    rule: 'update.elsewhere',
    operationId: 'updateTier',
    pointer: '/order',
    async effect(write) {
      if (!is(write, 'PATCH', 'tiers') || write.body['title'] === undefined || 'order' in write.body) return;
      const other = await beside(write, 'tiers');
      if (other)
        await write.call('PATCH', `/tiers/${String(other['id'])}/`, { order: Number(other['order'] ?? 0) + 1 });
    },
  },
  'an update of a filter option renames its filter': {
    rule: 'update.elsewhere',
    operationId: 'updateFilterOption',
    pointer: '/name',
    async effect(write) {
      if (!is(write, 'PATCH', 'filter-options')) return;
      for (const filter of await write.list('filters'))
        if (JSON.stringify(filter['filterOptions']).includes(write.id))
          await write.call('PATCH', `/filters/${String(filter['id'])}/`, { name: `${String(filter['name'])}+` });
    },
  },
  'a deletion of a badge removes a callout': {
    rule: 'delete.takes-others',
    operationId: 'deleteBadge',
    pointer: '',
    async effect(write) {
      if (!is(write, 'DELETE', 'badges')) return;
      const callout = (await write.list('callouts')).at(-1);
      if (callout) await write.call('DELETE', `/callouts/${String(callout['id'])}/`);
    },
  },
  'an entry that is created hides the one before it': {
    rule: 'create.elsewhere',
    operationId: 'createPartnerEntry',
    pointer: '',
    async effect(write) {
      if (write.method !== 'POST' || write.path !== `/directories/${directory}/entries/partners`) return;
      const other = (await write.list('entries/partners')).at(-2);
      if (other) write.hide(String(other['id']));
    },
  },
  'an empty update of a filter disables it': {
    rule: 'update.touches',
    operationId: 'updateFilter',
    pointer: '/userEnabled',
    async effect(write) {
      if (!is(write, 'PATCH', 'filters') || !isEmpty(write.body)) return;
      await write.call('PATCH', `${write.path}/`, { userEnabled: false });
    },
  },
};

/** A sandbox in which each accepted write has these side effects. */
export function faulty(sandbox: Sandbox, chosen: readonly Fault[]): Sandbox {
  const send = async (method: string, path: string, body?: JsonObject): Promise<unknown> => {
    const response = await sandbox.fetch(
      new Request(`http://sandbox${root}${path}`, {
        method,
        headers: { 'x-api-key': defaultKey, authorization: defaultKey, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      }),
    );
    return response.status === 204 ? {} : ((await response.json()) as unknown);
  };
  const hidden = new Set<unknown>();
  return {
    ...sandbox,
    async fetch(request) {
      const { pathname } = new URL(request.url);
      const { method } = request;
      const path = pathname.replace(root, '').replace(/\/$/, '');
      const hasBody = /^(?:POST|PUT|PATCH|DELETE)$/.test(method);
      const bytes = hasBody ? await request.arrayBuffer() : undefined;
      const { headers } = request;
      const response = await sandbox.fetch(
        !hasBody
          ? request
          : new Request(request.url, { method, headers, ...(bytes && bytes.byteLength > 0 && { body: bytes }) }),
      );
      if (method === 'GET' && response.ok && hidden.size > 0) {
        const items: unknown = await response.clone().json();
        const shown = Array.isArray(items) ? items.filter((item) => !hidden.has((item as JsonObject)?.['id'])) : items;
        return new Response(JSON.stringify(shown), { status: response.status, headers: response.headers });
      }
      if (!hasBody || !response.ok) return response;
      let body: unknown;
      try {
        body = JSON.parse(new TextDecoder().decode(bytes));
      } catch {
        body = {};
      }
      const write: Write = {
        method,
        path,
        id: path.split('/').at(-1) ?? '',
        body: isObject(body) ? (body as JsonObject) : {},
        hide: (id) => hidden.add(id),
        call: async (...parts) => (await send(...parts)) as JsonObject,
        list: async (kind) => {
          const items = await send('GET', inDirectory(kind));
          return Array.isArray(items) ? (items as JsonObject[]) : [];
        },
      };
      for (const { effect } of chosen) await effect(write);
      return response;
    },
  };
}
