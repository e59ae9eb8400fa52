import { type Answer, type Call, type Item, type Part, partAt, type Shop } from './shop.js';

/** Changes the contract of the shop and the behaviour of its server in the same way. */
export interface Behaviour {
  contract?: (contract: Part) => void;
  answer?: (call: Call, shop: Shop) => Answer | undefined;
  /** Changes each resource before it is stored. */
  tidy?: (item: Item) => Item;
}

const schemaOf = (contract: Part, name: string): Part => partAt(contract, 'components', 'schemas', name);
export const operationOf = (contract: Part, path: string, method: string): Part =>
  partAt(contract, 'paths', path, method);
const listing = (contract: Part): Part => operationOf(contract, '/items', 'get');
const operationsOf = (contract: Part): Part[] =>
  Object.values(partAt(contract, 'paths') as Record<string, Part>).flatMap((item) =>
    ['get', 'post', 'patch', 'put', 'delete'].filter((method) => method in item).map((method) => partAt(item, method)),
  );
const withField =
  (name: string, schema: Part) =>
  (contract: Part): void => {
    for (const text of ['Item', 'NewItem', 'ItemPatch']) partAt(schemaOf(contract, text), 'properties')[name] = schema;
  };
const refuseWith = (status: number): Answer => ({ status, json: {} });
const refusal = { description: 'Refused.', content: { 'application/json': { schema: { type: 'object' } } } };

/** Adds these query parameters to the list. */
const asking =
  (...parameters: [name: string, schema: Part, required?: boolean][]) =>
  (contract: Part): void => {
    listing(contract)['parameters'] = parameters.map(([name, schema, required = false]) => ({
      name,
      in: 'query',
      required,
      schema,
    }));
  };

/** Returns the list that `choose` makes; if it makes none, the usual list. */
const answerList =
  (choose: (items: Item[], query: URLSearchParams) => Item[] | Answer | undefined): Behaviour['answer'] =>
  (call, shop) => {
    if (call.url.pathname !== '/items' || isWrite(call)) return undefined;
    const choice = choose([...shop.items.values()], call.url.searchParams);
    return Array.isArray(choice) ? { status: 200, json: choice } : choice;
  };

const isWrite = ({ method }: Call): boolean => !['GET', 'HEAD'].includes(method);

/** Accepts a creation without storing anything. */
function later(call: Call, shop: Shop): Answer {
  const answer = shop.usual(call);
  if (answer.status !== 201) return answer;
  shop.items.delete((answer.json as Item).id);
  return { ...answer, status: 202 };
}

/** Servers that follow their contract, each in a different way. */
export const behaviours: Record<string, Behaviour> = {
  'does what its contract says': {},
  'keeps fields that nobody documents': { answer: (call, shop) => shop.usual(call, { keepsAll: true }) },
  'documents answers by "default" alone': {
    contract: (contract) => {
      for (const operation of operationsOf(contract))
        operation['responses'] = { default: { description: 'Whatever.' } };
    },
  },
  'documents answers by ranges': {
    contract: (contract) => {
      for (const operation of operationsOf(contract)) {
        const { 200: read, 201: creation, 204: deletion } = operation['responses'] as Part;
        operation['responses'] = { '2XX': read ?? creation ?? deletion, '4XX': refusal };
      }
    },
  },
  'documents a media type without a schema': {
    contract: (contract) => {
      partAt(listing(contract), 'responses', '200', 'content')['application/json'] = {};
    },
  },
  'has patterns that only lenient engines read': {
    contract: withField('code', { type: 'string', pattern: '^[\\w\\-\\@]{3,12}$' }),
  },
  'has arrays whose places have schemas': {
    contract: withField('range', {
      type: 'array',
      prefixItems: [{ type: 'integer' }, { type: 'string' }],
      minItems: 2,
      maxItems: 2,
    }),
  },
  'asks for what no sample can be made for': {
    contract: (contract) => {
      for (const text of ['NewItem', 'ItemPatch']) schemaOf(contract, text)['not'] = { required: ['note'] };
    },
  },
  'has a field with a reference and more beside it': {
    contract: (contract) => {
      partAt(contract, 'components', 'schemas')['Name'] = { type: 'string', minLength: 2 };
      withField('nick', { $ref: '#/components/schemas/Name', maxLength: 20 })(contract);
    },
  },
  'requires a write-only field and never shows it': {
    contract: (contract) => {
      withField('secret', { type: 'string', minLength: 8, writeOnly: true })(contract);
      for (const text of ['Item', 'NewItem']) schemaOf(contract, text)['required'] = ['title', 'secret'];
    },
    tidy: ({ id, title, ...rest }) => ({ ...rest, id, title, secret: undefined }),
  },
  'brings links, addresses and numbers into one form': {
    contract: (contract) => {
      withField('site', { type: 'string', format: 'uri' })(contract);
      withField('phone', { type: 'string' })(contract);
      withField('price', { type: 'string', pattern: '^\\d{1,6}(\\.\\d\\d?)?$' })(contract);
    },
    tidy: (item) => {
      const { site, phone, price } = item;
      return {
        ...item,
        ...(typeof site === 'string' && { site: new URL(site).href.replace(/\/?$/, '/') }),
        ...(typeof phone === 'string' && { phone: phone.replace(/\D/g, '') }),
        ...(typeof price === 'string' && { price: Number(price).toFixed(2) }),
      };
    },
  },
  'has room for three things': {
    answer: (call, shop) => (call.method === 'POST' && shop.items.size >= 3 ? refuseWith(422) : undefined),
  },
  'says by 409 that it has room for no more': {
    answer: (call, shop) => (call.method === 'POST' && shop.items.size >= 3 ? refuseWith(409) : undefined),
  },
  'answers 428 to every write without a condition': {
    answer: (call, shop) => (isWrite(call) && shop.findItem(call) ? refuseWith(428) : undefined),
  },
  'accepts creations for later': {
    contract: (contract) => {
      const responses = partAt(operationOf(contract, '/items', 'post'), 'responses');
      responses['202'] = responses['201'];
      delete responses['201'];
    },
    answer: later,
  },
  'searches for a part of a text': {
    contract: asking(['title', { type: 'string' }]),
    answer: answerList((items, query) => {
      const wanted = query.get('title')?.toLowerCase();
      return wanted === undefined ? undefined : items.filter(({ title }) => title.toLowerCase().includes(wanted));
    }),
  },
  'wants query parameters of a certain form': {
    contract: asking(
      ['lang', { type: 'string', pattern: '^[a-z]{2}$' }, true],
      ['from', { type: 'string', format: 'date' }, true],
    ),
    answer: answerList((_, query) =>
      /^[a-z]{2}$/.test(query.get('lang') ?? '') && /^\d{4}-\d\d-\d\d$/.test(query.get('from') ?? '')
        ? undefined
        : refuseWith(400),
    ),
  },
  'lets this key read only': { answer: (call) => (isWrite(call) ? refuseWith(403) : undefined) },
  'asks for a key only of those who have one': {
    contract: (contract) => {
      contract['security'] = [{ Key: [] }, {}];
    },
    answer: (call, shop) => shop.usual(call, { isOpen: true }),
  },
  'takes tokens of OAuth': {
    contract: (contract) => {
      partAt(contract, 'components', 'securitySchemes')['Key'] = { type: 'oauth2', flows: {} };
    },
  },
};
