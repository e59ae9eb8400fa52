import { beforeEach, describe, expect, it } from 'vitest';
import { contract } from '../../generated/contract.js';
import type { OpenApiDocument, OpenApiOperation } from '../../scripts/contract/document.js';
import { createSandboxFor, type Sandbox } from '../../scripts/sandbox/sandbox.js';
import { root as base, ids, requestOf } from './fixture.js';

const widgets = `${base}/directories/${ids.directory}/widgets/`;

const json = (schema: object) => ({ 'application/json': { schema: schema as Record<string, unknown> } });
const object = (properties: object) => ({ type: 'object', properties });
const string = { type: 'string' };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

function operation(operationId: string, status: number, response?: object, request?: object): OpenApiOperation {
  return {
    operationId,
    summary: operationId,
    tags: ['widgets'],
    'x-provenance': { section: '1', stated: [], inferred: {} },
    ...(request && { requestBody: { content: json(request) } }),
    responses: { [status]: { description: 'Done.', ...(response && { content: json(response) }) } },
  };
}

/** The contract with a further resource, whose fields have other names in requests than in responses. */
function withWidgets(): OpenApiDocument {
  const document = structuredClone(contract);
  document.components['schemas'] = {
    ...document.components['schemas'],
    Widget: object({ id: { type: 'string', format: 'uuid' }, display_name: string, size: { type: 'integer' } }),
    WidgetUpdate: object({
      displayName: { ...string, 'x-reflected-as': '/display_name' },
      size: { type: 'integer', 'x-reflected-as': '/size' },
      secret: string,
    }),
    WidgetStyle: { type: 'object', 'x-open': true, additionalProperties: true },
  };
  Object.assign(document.paths, {
    [`${base}/directories/{directory_id}/widgets/`]: {
      get: operation('listWidgets', 200, { type: 'array', items: ref('Widget') }),
      post: operation('createWidget', 201, ref('Widget'), ref('WidgetUpdate')),
    },
    [`${base}/widgets/{widget_id}/`]: {
      get: operation('getWidget', 200, ref('Widget')),
      patch: operation('updateWidget', 200, ref('Widget'), ref('WidgetUpdate')),
      delete: operation('deleteWidget', 204),
    },
    [`${base}/widgets/{widget_id}/style/`]: {
      get: operation('getWidgetStyle', 200, ref('WidgetStyle')),
      put: operation('setWidgetStyle', 200, ref('WidgetStyle'), ref('WidgetStyle')),
      delete: operation('resetWidgetStyle', 204),
    },
  });
  return document;
}

const createSandbox = createSandboxFor(withWidgets());

let sandbox: Sandbox;
beforeEach(() => {
  sandbox = createSandbox();
});

async function ask(method: string, path: string, body?: unknown): Promise<[status: number, json: unknown]> {
  const response = await sandbox.fetch(requestOf(method, path, body));
  const text = await response.text();
  return [response.status, text === '' ? undefined : JSON.parse(text)];
}

describe('an additional resource of the contract', () => {
  it('is created, listed, read, updated and deleted without any code for it', async () => {
    const [created, made] = await ask('POST', widgets, { displayName: 'A', secret: 's' });
    const { id } = made as { id: string };
    const url = `${base}/widgets/${id}/`;
    expect([created, made]).toEqual([201, { id: expect.stringMatching(/^[0-9a-f-]{36}$/), display_name: 'A' }]);
    expect(await ask('GET', widgets)).toEqual([200, [made]]);
    expect(await ask('PATCH', url, { size: 2 })).toEqual([200, { id, display_name: 'A', size: 2 }]);
    expect(await ask('GET', url)).toEqual([200, { id, display_name: 'A', size: 2 }]);
    expect(await ask('DELETE', url)).toEqual([204, undefined]);
    expect((await ask('GET', url))[0]).toBe(404);
    expect(await ask('GET', widgets)).toEqual([200, []]);
  });

  it('is validated by its schemas', async () => {
    expect(await ask('POST', widgets, { size: 'large' })).toMatchObject([400, { errors: [{ pointer: '/size' }] }]);
    expect(await ask('GET', widgets)).toEqual([200, []]);
  });

  it('belongs to the directory in which it was created', async () => {
    await ask('POST', widgets, {});
    expect(await ask('GET', widgets.replace(ids.directory, ids.appMarketplace))).toEqual([200, []]);
    expect((await ask('POST', widgets.replace(ids.directory, ids.nobody), {}))[0]).toBe(404);
  });

  it('can have a singleton below it, which is deleted with it', async () => {
    const { id } = (await ask('POST', widgets, {}))[1] as { id: string };
    const style = `${base}/widgets/${id}/style/`;
    expect(await ask('GET', style)).toEqual([200, {}]);
    await ask('PUT', style, { colour: 'red', bold: true });
    expect(await ask('PUT', style, { colour: 'blue' })).toEqual([200, { colour: 'blue' }]);
    expect(await ask('GET', style)).toEqual([200, { colour: 'blue' }]);
    expect(await ask('DELETE', style)).toEqual([204, undefined]);
    expect(await ask('GET', style)).toEqual([200, {}]);
    await ask('PUT', style, { colour: 'green' });
    await ask('DELETE', `${base}/widgets/${id}/`);
    expect((await ask('GET', style))[0]).toBe(404);
    expect(JSON.stringify(sandbox.snapshot())).not.toContain('green');
  });

  it('has a standing, and does not affect other resources', async () => {
    const response = await sandbox.fetch(requestOf('GET', widgets));
    expect(response.headers.get('x-contract-standing')).toBe('inferred');
    const { directory: id } = ids;
    expect(await ask('GET', `${base}/directories/${id}/`)).toEqual([200, { id, name: 'Solution partners' }]);
  });
});
