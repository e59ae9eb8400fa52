import type { RuleId } from '../../../scripts/check/model/rules/index.js';
import { isObject, type JsonObject } from '../../../scripts/contract/json.js';
import { defaultKey, type Sandbox } from '../../../scripts/sandbox/sandbox.js';

const directory = '0fd4340a-c3c4-4d8b-815a-f5be26abedae';
const root = '/api/directory/private/v1alpha';

/** An accepted write, with functions to change other resources as well. */
export interface Write {
  /** The method, and the path below the root without the last slash and without ids: `PATCH filters`. */
  what: string;
  path: string;
  id: string;
  body: JsonObject;
  get(path: string): Promise<JsonObject>;
  patch(path: string, body: JsonObject): Promise<unknown>;
  remove(path: string): Promise<unknown>;
  list(kind: string): Promise<JsonObject[]>;
  /** Leaves a resource out of all lists from now on. */
  hide(id: string): void;
}

export interface Fault {
  finding: [rule: RuleId, operationId: string, pointer: string];
  /** The writes that have the effect. */
  of: string;
  /** Called after each accepted write. */
  effect(write: Write): Promise<unknown>;
}

const isEmpty = (body: JsonObject): boolean => Object.keys(body).length === 0;
const idOf = (resource: JsonObject | undefined): string => String(resource?.['id']);
const longer = (text: unknown): string => `${String(text)}+`;

/** Servers whose writes have a hidden side effect. */
export const faults: Record<string, Fault> = {
  'an empty update of a callout clears its colours': {
    finding: ['update.touches', 'updateCallout', '/textColor'],
    of: 'PATCH callouts',
    async effect({ body, path, patch }) {
      if (isEmpty(body)) await patch(path, { text_color: '000000' });
    },
  },
  'an empty update of a filter disables it': {
    finding: ['update.touches', 'updateFilter', '/userEnabled'],
    of: 'PATCH filters',
    async effect({ body, path, patch }) {
      if (isEmpty(body)) await patch(path, { userEnabled: false });
    },
  },
  'an update of a filter empties the options that it did not name': {
    finding: ['update.elsewhere', 'updateFilter', ''],
    of: 'PATCH filters',
    async effect({ body, path, get, remove }) {
      const { filterOptions = [] } = isEmpty(body) ? {} : await get(path);
      for (const option of filterOptions as JsonObject[]) await remove(`/filter-options/${idOf(option)}`);
    },
  },
  'an update of a filter renames the filter beside it': {
    finding: ['update.elsewhere', 'updateFilter', '/name'],
    of: 'PATCH filters',
    async effect({ body, id, list, patch }) {
      const all = await list('filters');
      const other = all[all.findIndex((each) => each['id'] === id) - 1] ?? all.at(-1);
      if (body['name'] !== undefined && other) await patch(`/filters/${idOf(other)}`, { name: longer(other['name']) });
    },
  },
  'an update of a filter option renames its filter': {
    finding: ['update.elsewhere', 'updateFilterOption', '/name'],
    of: 'PATCH filter-options',
    async effect({ id, list, patch }) {
      for (const filter of await list('filters'))
        if (JSON.stringify(filter['filterOptions']).includes(id))
          await patch(`/filters/${idOf(filter)}`, { name: longer(filter['name']) });
    },
  },
  'a deletion of a certification takes the one before it': {
    finding: ['delete.takes-others', 'deleteCertification', ''],
    of: 'DELETE certifications',
    effect: async ({ list, remove }) => remove(`/certifications/${idOf((await list('certifications')).at(-1))}`),
  },
  'a deletion of a badge removes a callout': {
    finding: ['delete.takes-others', 'deleteBadge', ''],
    of: 'DELETE badges',
    effect: async ({ list, remove }) => remove(`/callouts/${idOf((await list('callouts')).at(-1))}`),
  },
  'an entry that is created hides the one before it': {
    finding: ['create.elsewhere', 'createPartnerEntry', ''],
    of: `POST directories/${directory}/entries`,
    effect: async ({ list, hide }) => hide(idOf((await list('entries/partners')).at(-2))),
  },
};

/** A sandbox in which each accepted write has these side effects. */
export function faulty(sandbox: Sandbox, chosen: readonly Fault[]): Sandbox {
  const send = async (method: string, path: string, body?: JsonObject): Promise<unknown> => {
    const headers = { 'x-api-key': defaultKey, authorization: defaultKey, 'content-type': 'application/json' };
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const response = await sandbox.fetch(new Request(`http://sandbox${root}${path}/`, init));
    return response.status === 204 ? {} : ((await response.json()) as unknown);
  };
  const hidden = new Set<unknown>();
  return {
    ...sandbox,
    async fetch(request) {
      const { method, headers, url } = request;
      const hasBody = /^(?:POST|PUT|PATCH|DELETE)$/.test(method);
      const text = hasBody ? await request.text() : '';
      const response = await sandbox.fetch(
        hasBody ? new Request(url, { method, headers, ...(text !== '' && { body: text }) }) : request,
      );
      if (method === 'GET' && response.ok && hidden.size > 0) {
        const items: unknown = await response.clone().json();
        const shown = Array.isArray(items) ? items.filter((item) => !hidden.has((item as JsonObject)?.['id'])) : items;
        return new Response(JSON.stringify(shown), { status: response.status, headers: response.headers });
      }
      if (!hasBody || !response.ok) return response;
      const path = new URL(url).pathname.replace(root, '').replace(/\/$/, '');
      const parts = path.split('/').slice(1);
      const id = parts.pop() ?? '';
      const write: Write = {
        what: `${method} ${parts.join('/')}`,
        path,
        id,
        body: bodyIn(text),
        hide: (other) => hidden.add(other),
        get: async (other) => (await send('GET', other)) as JsonObject,
        patch: (other, body) => send('PATCH', other, body),
        remove: (other) => send('DELETE', other),
        async list(kind) {
          const items = await send('GET', `/directories/${directory}/${kind}`);
          return Array.isArray(items) ? (items as JsonObject[]) : [];
        },
      };
      for (const { of, effect } of chosen) if (of === write.what) await effect(write);
      return response;
    },
  };
}

/** Returns the object in a text; an empty one if there is none. */
function bodyIn(text: string): JsonObject {
  try {
    const body = JSON.parse(text) as unknown;
    return isObject(body) ? (body as JsonObject) : {};
  } catch {
    return {};
  }
}
