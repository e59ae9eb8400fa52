import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { yamlBeside } from '../yaml-beside.js';
import type { Json } from './fields.js';
import type { World } from './serve.js';

/** An answer that a file would have. */
export interface Claim {
  value: unknown;
  except?: Readonly<Record<string, unknown>>;
}

type Truth = (value: never, world: World) => boolean;

type Truths = Readonly<Record<string, Truth>>;

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);

/** Types whose resources are inside those of another: in its fields with these names. */
const inside = yamlBeside<Record<string, [owner: string, ...fields: string[]]>>(import.meta.url, 'inside.yaml');

function shownOf(type: string, { shown }: World): unknown[] {
  const [owner = '', ...fields] = inside[type] ?? [];
  const nested = (shown.get(owner) ?? []).flatMap((each) => fields.flatMap((field) => each[field]));
  return [...(shown.get(type) ?? []), ...nested];
}

interface Fields {
  properties?: Json;
  required?: string[];
  nullable?: string[];
}

/** Whether all resources of a type that the world ever showed have fields as a claim says. */
function areShownWith(type: string, { properties = {}, required = [], nullable = [] }: Fields, world: World): boolean {
  const known = Object.entries(properties).map(([name, schema]) => [
    name,
    nullable.includes(name) ? { anyOf: [schema, { type: 'null' }] } : schema,
  ]);
  const isValid = ajv.compile({ type: 'object', properties: Object.fromEntries(known), required });
  const resources = shownOf(type, world);
  const isShown = (name: string): boolean => resources.some((each) => Object.hasOwn(each as object, name));
  return resources.length > 0 && resources.every((each) => isValid(each)) && Object.keys(properties).every(isShown);
}

/** The statuses with which the service refuses requests. */
const refusals: readonly unknown[] = [400, 401, 404, 405, 409, 415, 429, 503];

const codesOf = (value: unknown): unknown[] => [value].flat();

/**
 * What is true of all worlds, unless `ofStyle` or `by-hand.yaml` says something else, by the question that asks for it.
 * A question that is not here has no true answer that reads or writes could show.
 */
const usual: Truths = {
  'auth.scheme-prefix': (prefix: string) => prefix === '',
  'auth.refusal-status': (status: unknown) => status === 401,
  'lists.envelope': (envelope: unknown) => envelope === 'bare',
  'errors.body': (schema: Json, { refusal }) => ajv.validate(schema, refusal),
  'errors.other-statuses': (statuses: Record<string, unknown[]>) =>
    Object.values(statuses).every((each) => codesOf(each).every((status) => refusals.includes(status))),
  'media.type-values': (values: string[]) => values.every((value) => ['P', 'V'].includes(value)),
  'filter.option-shape': (fields: Fields, world) => areShownWith('FilterOption', fields, world),
  'resources.fields': (types: Record<string, Fields>, world) =>
    Object.entries(types).every(([type, fields]) => areShownWith(type, fields, world)),
  'partner-entry.required': (names: string[], world) =>
    names.every((name) => {
      const [type = '', field = ''] = name.includes('.') ? name.split('.') : ['PartnerEntry', name];
      return areShownWith(type, { required: [field] }, world);
    }),
  'updates.null': (names: string[]) => names.every((name) => name === 'customSlug'),
  'filter.required': (names: string[], world) =>
    names.every((name) => areShownWith('Filter', { required: [name] }, world)),
};

/** What is true of a style beside the usual, or instead of it. */
const ofStyle: Readonly<Record<string, Truths>> = {
  'alternating-statuses': {
    'operations.success-status': (statuses: Json) =>
      Object.entries(statuses).every(([operationId, value]) => {
        const expected = operationId.startsWith('create')
          ? [200, 201]
          : operationId.startsWith('delete')
            ? [204]
            : [200];
        return String(codesOf(value).sort()) === String(expected);
      }),
  },
  // The body after a deletion is an object without fields.
  google: {
    'operations.payloads': (bodies: Record<string, Json>) =>
      Object.entries(bodies).every(
        ([id, { response }]) => /^(delete|reset)/.test(id) && ajv.validate(response as Json, {}),
      ),
  },
  // No envelope is that of both directories.
  'two-tenants': { 'lists.envelope': () => false },
};

/** Whether an answer is true of a world whenever one looks. */
export function isAlwaysTrue(style: string, question: string, { value, except = {} }: Claim, world: World): boolean {
  const truth = { ...usual, ...ofStyle[style] }[question];
  return truth !== undefined && [value, ...Object.values(except)].every((each) => truth(each as never, world));
}
