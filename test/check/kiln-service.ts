import type { Json, JsonObject } from './service/contract.js';
import { documentNamed } from './service/document.js';
import { type Act, pathOf, type ResourceOptions } from './service/resources.js';
import { reply } from './service/service.js';

export const kilnDocument = documentNamed('kiln');

const create: Act = (call, behaviour) => reply(200, behaviour.create(call));
const refuse = (status: number) => reply(status, { reason: 'No.' });
const fieldsOf = ({ body }: { body: Json }): JsonObject => body as JsonObject;
const under = (resources: ReadonlyMap<string, JsonObject>, prefix: string): JsonObject[] =>
  [...resources].filter(([path]) => path.startsWith(prefix)).map(([, each]) => each);

const acts: Record<string, Act> = {
  createLabel: create,
  listRules: (_, __, resources) =>
    reply(
      200,
      under(resources, '/rules/').map(({ type }) => type ?? null),
    ),
  createRule({ body }, _, resources) {
    const { type } = fieldsOf({ body });
    if (typeof type !== 'string') return refuse(400);
    if (resources.has(`/rules/${type}`)) return refuse(409);
    resources.set(`/rules/${type}`, fieldsOf({ body }));
    return reply(204);
  },
  updateRule(call, _, resources) {
    const { config } = fieldsOf(call);
    return reply(200, Object.assign(resources.get(pathOf(call)) ?? {}, { config }));
  },
  createRecipe(call, behaviour, resources) {
    // While a rule with a meaningless value exists, the service refuses every recipe.
    if (under(resources, '/rules/').some(({ config }) => config !== 'FULL')) return refuse(422);
    const { recipe: sentRecipe } = JSON.parse(call.bytes.toString()) as JsonObject;
    if (typeof sentRecipe !== 'object') return refuse(400);
    const { id = '' } = behaviour.create(call, {});
    return reply(200, { id, recipeNumber: `n${String(id)}` });
  },
  listLoads: (_, __, resources) => reply(200, { data: under(resources, '/loads/').filter(({ label }) => !label) }),
  uploadLoad(call, behaviour, resources) {
    const id = behaviour.idFor(call, resources.size);
    resources.set(`/loads/${id}`, { id, ...fieldsOf(call) });
    // Without `sync`, the upload is queued, and its id is not known yet.
    return reply(200, call.query['sync'] === true ? { data: { load_id: id } } : null);
  },
  getLoad: (call, _, resources) => reply(200, { data: resources.get(pathOf(call)) ?? null }),
  listNotes: ({ query }) => ('author' in query || 'ids' in query ? reply(200, []) : refuse(422)),
  clearNotes: ({ query }) => (query['all'] === true ? reply(204) : refuse(422)),
  labelLoad(call, _, resources) {
    const id = call.parameters['label_id'] ?? '';
    resources.set(pathOf(call), { id, label: true });
    return reply(200, resources.get(`/labels/${id}`));
  },
  listTrials: ({ parameters: { load_id } }, _, resources) =>
    reply(200, {
      data: under(resources, '/trials/').flatMap(({ load, ...trial }) => (load === load_id ? [trial] : [])),
    }),
  createTrial(call, behaviour, resources) {
    const id = behaviour.idFor(call, resources.size);
    const trial = { ...fieldsOf(call), id };
    resources.set(`/trials/${id}`, { ...trial, load: call.parameters['load_id'] ?? '' });
    return reply(200, { data: trial });
  },
  getTrial: (call, _, resources) => reply(200, { data: resources.get(pathOf(call)) ?? null }),
  createScript(call, behaviour) {
    const { id } = behaviour.create(call, fieldsOf(call)['script'] as JsonObject);
    // The id in the response is that of the first version, not of the script.
    return reply(200, { id: `version-${String(id)}`, text: '' });
  },
  createFiring(call, behaviour) {
    const { plan, mode } = fieldsOf(call);
    return (plan as JsonObject)['kind'] === 'own' || mode !== 'slow' ? refuse(422) : reply(200, behaviour.create(call));
  },
  setSetting(call, _, resources) {
    const { value } = fieldsOf(call);
    if (value !== 'true' && value !== 'false') return refuse(400);
    return reply(200, Object.assign(resources.get(pathOf(call)) ?? {}, { value }));
  },
  getLevel: (call, _, resources) => reply(200, { level: 'info', ...resources.get(pathOf(call)) }),
  setLevel: (call, _, resources) => reply(200, resources.set(pathOf(call), fieldsOf(call)).get(pathOf(call))),
  resetLevel(call, _, resources) {
    resources.delete(pathOf(call));
    return reply(200, { level: 'info' });
  },
};

/** The behaviour of the service. */
export const kiln: ResourceOptions = {
  resources: { '/settings/alarm': { name: 'alarm', value: 'false' } },
  acts,
  change: (base) => ({
    idFor: ({ template = '' }, count) => `${template.split('/').at(-1)}-${count}`,
    schema: (call) => (call.operation?.id === 'createRecipe' ? undefined : base.schema(call)),
    resource(call) {
      const { parameters, operation } = call;
      const at = (template: string) => base.resource({ ...call, template });
      // A level exists for every name.
      if (operation?.path.startsWith('/levels/')) return undefined;
      if (operation?.id === 'labelLoad') return at('/loads/{load_id}') ?? at('/labels/{label_id}');
      if (operation?.id !== 'getRecipeByNumber') return base.resource(call);
      const [, id = ''] = /^n(.*)$/.exec(parameters['recipeNumber'] ?? '') ?? [];
      return base.resource({ ...call, template: '/recipes/{id}', parameters: { id } });
    },
  }),
};
