import { randomUUID } from 'node:crypto';
import type { JsonObject } from './service/contract.js';
import { documentOf, integer, listOf, type OperationRow, object, text } from './service/document.js';
import { type Act, pathOf, type ResourceOptions } from './service/resources.js';
import { reply } from './service/service.js';

const sent = (name: string): JsonObject => object({ [name]: text }, name);
/** Every name has a level, so no operation lists 404. */
const level: OperationRow = { shows: object({ level: text }, 'level'), refusals: [400, 401, 409, 422] };
const label = object({ text }, 'text');
const box = object({ id: text, name: text }, 'id', 'name');
const digits = { name: 'digits', in: 'query', schema: { ...integer, minimum: 0, maximum: 9 } };

/** The document of a service that leaves out many of its rules. */
export const depotDocument = documentOf({
  title: 'Depot',
  key: 'bearer',
  schemas: { Box: box },
  parameters: { unit: { ...text, enum: ['kg', 'lb'] } },
  refusals: [400, 401, 404, 409, 422],
  operations: {
    // It needs a code that no response shows.
    'GET /boxes/{code} getBoxByCode': { shows: 'Box' },
    'POST /sites openSite': { takes: sent('name'), status: 201, shows: { type: 'object' } },
    'GET /sites/{site_name} getSite': { shows: object({ name: text }, 'name') },
    'DELETE /sites/{site_name} closeSite': {},
    'GET /sites/{site}/boxes listBoxes': { shows: listOf(box) },
    'POST /sites/{site}/boxes addBox': { takes: sent('name'), status: 201, shows: 'Box' },
    'GET /sites/{site}/boxes/{box} getBox': { shows: box },
    'DELETE /sites/{site}/boxes/{box} removeBox': {},
    'GET /sites/{site}/boxes/{box}/weight getWeight': { shows: object({ grams: integer }) },
    'POST /sites/{site}/boxes/{box}/seal sealBox': { shows: object({ sealed: { type: 'boolean' } }) },
    'GET /sites/{site}/labels/{label} getLabel': { shows: label },
    'PUT /sites/{site}/labels/{label} putLabel': { takes: sent('text'), shows: label },
    'DELETE /sites/{site}/labels/{label} removeLabel': {},
    'GET /levels/{name} getLevel': level,
    'PUT /levels/{name} setLevel': { ...level, takes: sent('level') },
    'DELETE /levels/{name} resetLevel': { refusals: level.refusals ?? [] },
    'GET /units/{unit} getUnit': {
      shows: object({ unit: text, factor: integer }, 'unit', 'factor'),
      more: { parameters: [digits] },
    },
  },
});

/** Creates a site or a box by its name, which must be a lower-case word. */
const create =
  (shown: (resource: JsonObject) => JsonObject, more: () => JsonObject): Act =>
  (call, whole, resources) => {
    const { name } = call.body as { name: string };
    if (!/^[a-z0-9][a-z0-9-]{2,}$/.test(name)) return whole.refuse(call, 422, 'The name is no word.');
    const path = `${pathOf(call)}/${name}`;
    if (resources.has(path)) return whole.refuse(call, 409, 'It exists.');
    const resource = { ...more(), name };
    resources.set(path, resource);
    return reply(201, shown(resource));
  };

const acts: Record<string, Act> = {
  getBoxByCode: (call, whole) => whole.refuse(call, 400, 'The code is unknown.'),
  openSite: create(
    () => ({}),
    () => ({}),
  ),
  addBox: create(
    (resource) => resource,
    () => ({ id: randomUUID() }),
  ),
  getWeight: () => reply(200, { grams: 12 }),
  sealBox: () => reply(200, { sealed: true }),
  putLabel(call, _, resources) {
    const path = pathOf(call);
    const status = resources.has(path) ? 200 : 201;
    resources.set(path, { text: (call.body as JsonObject)['text'] ?? '' });
    return reply(status, resources.get(path));
  },
  getLevel: (call, _, resources) => reply(200, { level: 'info', ...resources.get(pathOf(call)) }),
  setLevel: (call, _, resources) => reply(200, resources.set(pathOf(call), call.body as JsonObject).get(pathOf(call))),
  // The factor has the wrong type only in responses to a request with digits.
  getUnit: ({ query, parameters }) =>
    reply(200, { unit: parameters['unit'] ?? '', factor: query['digits'] === undefined ? 1 : '1.0' }),
};

/**
 * A service whose habits are not documented: names are lower-case words, a creation returns nothing, paths below a box
 * take its id although the path of the box takes its name, and a PUT that lists no 201 creates labels.
 */
export const depot: ResourceOptions = {
  acts,
  change: (before, resources) => ({
    resource(call) {
      const { operation: { id = '' } = {}, parameters, template = '' } = call;
      if (/^\/(?:levels|boxes)\//.test(template)) return undefined;
      if (id === 'getUnit')
        return /^(?:kg|lb)$/.test(parameters['unit'] ?? '') ? undefined : before.refuse(call, 404, 'No such unit.');
      if (id === 'putLabel') return before.resource({ ...call, template: '/sites/{site}' });
      if (id !== 'getWeight' && id !== 'sealBox') return before.resource(call);
      const boxes = [...resources].filter(([path]) => path.startsWith(`/sites/${parameters['site']}/boxes/`));
      const isFound = boxes.some(([, each]) => each['id'] === parameters['box']);
      return isFound ? undefined : before.refuse(call, 404, 'No such box.');
    },
  }),
};
