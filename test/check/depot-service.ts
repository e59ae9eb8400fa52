import { randomUUID } from 'node:crypto';
import type { JsonObject } from './service/contract.js';
import { documentNamed } from './service/document.js';
import { type Act, pathOf, type ResourceOptions } from './service/resources.js';
import { reply } from './service/service.js';

export const depotDocument = documentNamed('depot');

/** Creates a site or a box by its name, which must be a lower-case word. */
const create =
  (show: (resource: JsonObject) => JsonObject, more: () => JsonObject): Act =>
  (call, behaviour, resources) => {
    const { name } = call.body as { name: string };
    if (!/^[a-z0-9][a-z0-9-]{2,}$/.test(name)) return behaviour.refuse(call, 422, 'The name is no word.');
    const path = `${pathOf(call)}/${name}`;
    if (resources.has(path)) return behaviour.refuse(call, 409, 'It exists.');
    const resource = { ...more(), name };
    resources.set(path, resource);
    return reply(201, show(resource));
  };

const acts: Record<string, Act> = {
  getBoxByCode: (call, behaviour) => behaviour.refuse(call, 400, 'The code is unknown.'),
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
 * A service with undocumented habits: names are lower-case words, a creation returns nothing, paths below a box contain
 * its id although the path of the box contains its name, and a PUT that lists no 201 creates labels.
 */
export const depot: ResourceOptions = {
  acts,
  change: (base, resources) => ({
    resource(call) {
      const { operation: { id = '' } = {}, parameters, template = '' } = call;
      if (/^\/(?:levels|boxes)\//.test(template)) return undefined;
      if (id === 'getUnit')
        return /^(?:kg|lb)$/.test(parameters['unit'] ?? '') ? undefined : base.refuse(call, 404, 'No such unit.');
      if (id === 'putLabel') return base.resource({ ...call, template: '/sites/{site}' });
      if (id !== 'getWeight' && id !== 'sealBox') return base.resource(call);
      const boxes = [...resources].filter(([path]) => path.startsWith(`/sites/${parameters['site']}/boxes/`));
      const isFound = boxes.some(([, each]) => each['id'] === parameters['box']);
      return isFound ? undefined : base.refuse(call, 404, 'No such box.');
    },
  }),
};
