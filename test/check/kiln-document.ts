const text = { type: 'string' };
const object = (properties: object, ...required: string[]): object => ({ type: 'object', required, properties });
const listOf = (items: object): object => ({ type: 'array', items });
const json = (schema: object): object => ({ content: { 'application/json': { schema } } });
const named = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const inPath = (...names: string[]): object[] =>
  names.map((name) => ({ name, in: 'path', required: true, schema: text }));
const inQuery = (name: string, schema: object): object => ({ name, in: 'query', schema });
const refusals = Object.fromEntries(
  [400, 404, 409, 422].map((status) => [status, { description: 'No.', ...json(object({ reason: text })) }]),
);
const done = (schema?: object): object =>
  schema ? { 200: { description: 'Done.', ...json(schema) } } : { 204: { description: 'Done.' } };
const success = (schema?: object): object => ({ responses: { ...done(schema), ...refusals } });
const sent = (schema: object): object => ({ requestBody: { required: true, ...json(schema) } });

const rule = { name: 'rule', in: 'path', required: true, schema: named('RuleType') };
const fired = { plan: named('Plan'), mode: { type: 'string', enum: ['quick', 'even', 'slow'] } };

/** The document of the service. */
export const kilnDocument = {
  openapi: '3.1.0',
  info: { title: 'Kiln', version: '1' },
  components: {
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
      Rule: {
        ...object({ config: text, type: named('RuleType') }, 'config'),
        example: { config: 'FULL', type: 'HEAT' },
      },
      RuleType: { type: 'string', enum: ['HEAT', 'TIME', 'AIR'] },
      Script: object({ id: text, title: text }, 'id', 'title'),
      Setting: object({ name: text, value: text }, 'name', 'value'),
      Trial: object({ id: text, name: text, load: text }, 'id', 'name'),
      Version: object({ id: text, text }, 'id', 'text'),
    },
  },
  paths: {
    '/rules': {
      get: { operationId: 'listRules', ...success(listOf(named('RuleType'))) },
      post: { operationId: 'createRule', ...sent(named('Rule')), ...success() },
    },
    '/rules/{rule}': {
      parameters: [rule],
      get: { operationId: 'getRule', ...success(named('Rule')) },
      put: { operationId: 'updateRule', ...sent(named('Rule')), ...success(named('Rule')) },
      delete: { operationId: 'deleteRule', ...success() },
    },
    '/recipes': {
      get: { operationId: 'listRecipes', ...success(listOf(object({ id: text }, 'id'))) },
      post: {
        operationId: 'createRecipe',
        requestBody: {
          required: true,
          content: {
            '*/*': {
              schema: { type: 'string', format: 'binary' },
              examples: { one: { value: { recipe: { clay: 2 } } } },
            },
            'application/x.recipe+json': { schema: object({ content: text }, 'content') },
          },
        },
        ...success(object({ id: text, recipeNumber: text }, 'id', 'recipeNumber')),
      },
    },
    '/recipes/{recipe_id}': {
      parameters: inPath('recipe_id'),
      get: { operationId: 'getRecipe', ...success({ type: 'object' }) },
      delete: { operationId: 'deleteRecipe', ...success() },
    },
    '/numbers/{recipeNumber}': {
      parameters: inPath('recipeNumber'),
      get: { operationId: 'getRecipeByNumber', ...success({ type: 'object' }) },
    },
    '/labels': {
      get: { operationId: 'listLabels', ...success(listOf(named('Label'))) },
      post: { operationId: 'createLabel', ...sent(object({ name: text }, 'name')), ...success(named('Label')) },
    },
    '/labels/{label_id}': {
      parameters: inPath('label_id'),
      get: { operationId: 'getLabel', ...success(named('Label')) },
      delete: { operationId: 'deleteLabel', ...success() },
    },
    '/loads': { get: { operationId: 'listLoads', ...success(object({ data: listOf(named('Load')) }, 'data')) } },
    '/loads/upload': {
      post: {
        operationId: 'uploadLoad',
        parameters: [inQuery('sync', { type: 'boolean', default: false })],
        ...sent(object({ name: text }, 'name')),
        ...success({ anyOf: [object({ data: object({ load_id: text }, 'load_id') }, 'data'), { type: 'null' }] }),
      },
    },
    '/loads/{id}': {
      parameters: inPath('id'),
      get: { operationId: 'getLoad', ...success(object({ data: named('Load') }, 'data')) },
      delete: { operationId: 'deleteLoad', ...success() },
    },
    '/loads/{load_id}/notes': {
      parameters: inPath('load_id'),
      get: {
        operationId: 'listNotes',
        parameters: [inQuery('ids', { anyOf: [listOf(text), { type: 'null' }] }), inQuery('author', text)],
        ...success(listOf({ type: 'object' })),
      },
      delete: { operationId: 'clearNotes', parameters: [inQuery('all', { type: 'boolean' })], ...success() },
    },
    '/loads/{load_id}/labels': {
      parameters: inPath('load_id'),
      get: { operationId: 'listLabelsOfLoad', ...success(listOf(object({ id: text }, 'id'))) },
    },
    '/loads/{load_id}/labels/{label_id}': {
      parameters: inPath('load_id', 'label_id'),
      put: { operationId: 'labelLoad', ...success(named('Label')) },
      delete: { operationId: 'unlabelLoad', ...success() },
    },
    '/loads/{load_id}/trials': {
      parameters: inPath('load_id'),
      get: { operationId: 'listTrials', ...success(object({ data: listOf(named('Trial')) }, 'data')) },
      post: {
        operationId: 'createTrial',
        ...sent(object({ name: text }, 'name')),
        ...success(object({ data: named('Trial') }, 'data')),
      },
    },
    '/trials/{trial_id}': {
      parameters: inPath('trial_id'),
      get: { operationId: 'getTrial', ...success(object({ data: named('Trial') }, 'data')) },
      delete: { operationId: 'deleteTrial', ...success() },
    },
    '/scripts': {
      get: { operationId: 'listScripts', ...success(listOf(named('Script'))) },
      post: {
        operationId: 'createScript',
        ...sent(object({ script: object({ title: text }, 'title') }, 'script')),
        ...success(named('Version')),
      },
    },
    '/scripts/{script_id}': {
      parameters: inPath('script_id'),
      delete: { operationId: 'deleteScript', ...success() },
    },
    '/firings': {
      get: { operationId: 'listFirings', ...success(listOf(object({ id: text, ...fired }, 'id'))) },
      post: {
        operationId: 'createFiring',
        ...sent(object(fired, 'plan', 'mode')),
        ...success(object({ id: text, ...fired }, 'id')),
      },
    },
    '/firings/{firing_id}': {
      parameters: inPath('firing_id'),
      get: { operationId: 'getFiring', ...success(object({ id: text, ...fired }, 'id')) },
      delete: { operationId: 'deleteFiring', ...success() },
    },
    '/settings': { get: { operationId: 'listSettings', ...success(listOf(named('Setting'))) } },
    '/settings/{name}': {
      parameters: inPath('name'),
      get: { operationId: 'getSetting', ...success(named('Setting')) },
      put: { operationId: 'setSetting', ...sent(object({ value: text }, 'value')), ...success(named('Setting')) },
    },
    '/levels/{logger}': {
      parameters: inPath('logger'),
      get: { operationId: 'getLevel', responses: done(named('Level')) },
      put: { operationId: 'setLevel', ...sent(named('Level')), responses: done(named('Level')) },
      delete: { operationId: 'resetLevel', responses: done(named('Level')) },
    },
  },
};

/** The allowed methods of a path, for the header Allow; GET includes HEAD. */
export function allowedIn(path: string): string[] {
  const parts = path.split('/');
  const fits = (template: string): boolean => {
    const own = template.split('/');
    return own.length === parts.length && own.every((part, index) => part.startsWith('{') || part === parts[index]);
  };
  const [, methods = {}] = Object.entries(kilnDocument.paths).find(([template]) => fits(template)) ?? [];
  const names = Object.keys(methods).filter((name) => name !== 'parameters');
  return names.flatMap((name) => (name === 'get' ? ['GET', 'HEAD'] : [name.toUpperCase()]));
}
