import type { Json, JsonObject } from './service/contract.js';
import { documentOf, listOf, type OperationRow, object, text } from './service/document.js';
import { type Act, pathOf, type ResourceOptions } from './service/resources.js';
import { reply } from './service/service.js';

const wrapped = (schema: JsonObject | string): JsonObject => object({ data: schema }, 'data');
const inQuery = (name: string, schema: JsonObject): JsonObject => ({ name, in: 'query', schema });
const named = object({ name: text }, 'name');
const firing = { plan: 'Plan', mode: { ...text, enum: ['quick', 'even', 'slow'] } };
const level: OperationRow = { shows: 'Level', refusals: [] };
const recipe: JsonObject = {
  required: true,
  content: {
    '*/*': { schema: { ...text, format: 'binary' }, examples: { one: { value: { recipe: { clay: 2 } } } } },
    'application/x.recipe+json': { schema: object({ content: text }, 'content') },
  },
};

/** The document of a service whose creations require values that it shows or offers, but no schema demands. */
export const kilnDocument = documentOf({
  title: 'Kiln',
  parameters: { rule: { $ref: '#/components/schemas/RuleType' } },
  refusals: [400, 404, 409, 422],
  schemas: {
    Load: object({ id: text, name: text }, 'id', 'name'),
    Label: object({ id: text, name: text }, 'id'),
    Level: object({ level: text }, 'level'),
    Plan: {
      oneOf: [
        object({ kind: { const: 'own' }, oven: text }, 'kind', 'oven'),
        object({ kind: { const: 'usual' }, degrees: { type: 'integer' } }, 'kind', 'degrees'),
      ],
    },
    Rule: { ...object({ config: text, type: 'RuleType' }, 'config'), example: { config: 'FULL', type: 'HEAT' } },
    RuleType: { ...text, enum: ['HEAT', 'TIME', 'AIR'] },
    Script: object({ id: text, title: text }, 'id', 'title'),
    Setting: object({ name: text, value: text }, 'name', 'value'),
    Trial: object({ id: text, name: text, load: text }, 'id', 'name'),
    Version: object({ id: text, text }, 'id', 'text'),
  },
  operations: {
    'GET /rules listRules': { shows: listOf('RuleType') },
    'POST /rules createRule': { takes: 'Rule' },
    'GET /rules/{rule} getRule': { shows: 'Rule' },
    'PUT /rules/{rule} updateRule': { takes: 'Rule', shows: 'Rule' },
    'DELETE /rules/{rule} deleteRule': {},
    'GET /recipes listRecipes': { shows: listOf(object({ id: text }, 'id')) },
    'POST /recipes createRecipe': {
      shows: object({ id: text, recipeNumber: text }, 'id', 'recipeNumber'),
      more: { requestBody: recipe },
    },
    'GET /recipes/{recipe_id} getRecipe': { shows: { type: 'object' } },
    'DELETE /recipes/{recipe_id} deleteRecipe': {},
    'GET /numbers/{recipeNumber} getRecipeByNumber': { shows: { type: 'object' } },
    'GET /labels listLabels': { shows: listOf('Label') },
    'POST /labels createLabel': { takes: named, shows: 'Label' },
    'GET /labels/{label_id} getLabel': { shows: 'Label' },
    'DELETE /labels/{label_id} deleteLabel': {},
    'GET /loads listLoads': { shows: wrapped(listOf('Load')) },
    'POST /loads/upload uploadLoad': {
      takes: named,
      shows: { anyOf: [wrapped(object({ load_id: text }, 'load_id')), { type: 'null' }] },
      more: { parameters: [inQuery('sync', { type: 'boolean', default: false })] },
    },
    'GET /loads/{id} getLoad': { shows: wrapped('Load') },
    'DELETE /loads/{id} deleteLoad': {},
    'GET /loads/{load_id}/notes listNotes': {
      shows: listOf({ type: 'object' }),
      more: { parameters: [inQuery('ids', { anyOf: [listOf(text), { type: 'null' }] }), inQuery('author', text)] },
    },
    'DELETE /loads/{load_id}/notes clearNotes': { more: { parameters: [inQuery('all', { type: 'boolean' })] } },
    'GET /loads/{load_id}/labels listLabelsOfLoad': { shows: listOf(object({ id: text }, 'id')) },
    'PUT /loads/{load_id}/labels/{label_id} labelLoad': { shows: 'Label' },
    'DELETE /loads/{load_id}/labels/{label_id} unlabelLoad': {},
    'GET /loads/{load_id}/trials listTrials': { shows: wrapped(listOf('Trial')) },
    'POST /loads/{load_id}/trials createTrial': { takes: named, shows: wrapped('Trial') },
    'GET /trials/{trial_id} getTrial': { shows: wrapped('Trial') },
    'DELETE /trials/{trial_id} deleteTrial': {},
    'GET /scripts listScripts': { shows: listOf('Script') },
    'POST /scripts createScript': {
      takes: object({ script: object({ title: text }, 'title') }, 'script'),
      shows: 'Version',
    },
    'DELETE /scripts/{script_id} deleteScript': {},
    'GET /firings listFirings': { shows: listOf(object({ id: text, ...firing }, 'id')) },
    'POST /firings createFiring': {
      takes: object(firing, 'plan', 'mode'),
      shows: object({ id: text, ...firing }, 'id'),
    },
    'GET /firings/{firing_id} getFiring': { shows: object({ id: text, ...firing }, 'id') },
    'DELETE /firings/{firing_id} deleteFiring': {},
    'GET /settings listSettings': { shows: listOf('Setting') },
    'GET /settings/{name} getSetting': { shows: 'Setting' },
    'PUT /settings/{name} setSetting': { takes: object({ value: text }, 'value'), shows: 'Setting' },
    'GET /levels/{logger} getLevel': level,
    'PUT /levels/{logger} setLevel': { ...level, takes: 'Level' },
    'DELETE /levels/{logger} resetLevel': level,
  },
});

const create: Act = (call, whole) => reply(200, whole.create(call));
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
  createRecipe(call, whole, resources) {
    // While a rule without a meaning exists, the service refuses every recipe.
    if (under(resources, '/rules/').some(({ config }) => config !== 'FULL')) return refuse(422);
    const { recipe: sent } = JSON.parse(call.bytes.toString()) as JsonObject;
    if (typeof sent !== 'object') return refuse(400);
    const { id = '' } = whole.create(call, {});
    return reply(200, { id, recipeNumber: `n${String(id)}` });
  },
  listLoads: (_, __, resources) => reply(200, { data: under(resources, '/loads/').filter(({ label }) => !label) }),
  uploadLoad(call, whole, resources) {
    const id = whole.idFor(call, resources.size);
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
  createTrial(call, whole, resources) {
    const id = whole.idFor(call, resources.size);
    const trial = { ...fieldsOf(call), id };
    resources.set(`/trials/${id}`, { ...trial, load: call.parameters['load_id'] ?? '' });
    return reply(200, { data: trial });
  },
  getTrial: (call, _, resources) => reply(200, { data: resources.get(pathOf(call)) ?? null }),
  createScript(call, whole) {
    const { id } = whole.create(call, fieldsOf(call)['script'] as JsonObject);
    // The id in the response is that of the first version, not of the script.
    return reply(200, { id: `version-${String(id)}`, text: '' });
  },
  createFiring(call, whole) {
    const { plan, mode } = fieldsOf(call);
    return (plan as JsonObject)['kind'] === 'own' || mode !== 'slow' ? refuse(422) : reply(200, whole.create(call));
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
  change: (before) => ({
    idFor: ({ template = '' }, count) => `${template.split('/').at(-1)}-${count}`,
    schema: (call) => (call.operation?.id === 'createRecipe' ? undefined : before.schema(call)),
    resource(call) {
      const { parameters, operation } = call;
      const at = (template: string) => before.resource({ ...call, template });
      // Every name has a level.
      if (operation?.path.startsWith('/levels/')) return undefined;
      if (operation?.id === 'labelLoad') return at('/loads/{load_id}') ?? at('/labels/{label_id}');
      if (operation?.id !== 'getRecipeByNumber') return before.resource(call);
      const [, id = ''] = /^n(.*)$/.exec(parameters['recipeNumber'] ?? '') ?? [];
      return before.resource({ ...call, template: '/recipes/{id}', parameters: { id } });
    },
  }),
};
