import type { RuleId } from '../../../scripts/check/model/rules/index.js';
import type { Behaviour, Call, Replacement, Reply, Variant } from './behaviour.js';
import { isObject } from './house.js';
import { reply } from './responses.js';

/** A behaviour that breaks the contract, with the rule and the operation that report it. */
export interface WorkshopFault extends Variant {
  rule: RuleId;
  operationId: string;
  /** `d` shows in the default mode; `w` needs real writes. */
  mode: 'd' | 'w';
}

type Replacing = (before: Behaviour, isIt: (call: Call) => boolean) => Partial<Behaviour>;

/** Mode, name and sentence, then the operation, the rule, and the replacement. */
type Row = readonly [heading: `${'d' | 'w'} ${string}: ${string}`, operationId: string, RuleId, Replacing];

const responding =
  (edit: (response: Reply, call: Call) => Reply): Replacing =>
  (before, isIt) => ({
    send: (call, response) => {
      const sent = before.send(call, response);
      return isIt(call) ? edit(sent, call) : sent;
    },
  });

/** Performs the operation, then changes its effect or its response. */
const acting =
  (after: (done: Reply, call: Call, kept: string) => Reply): Replacing =>
  (before, isIt) => ({
    act(call) {
      const kept = JSON.stringify(call.house.studios.get(Number(call.parameters['studio_id']))?.fields ?? null);
      const done = before.act(call);
      return isIt(call) && done.status < 300 ? after(done, call, kept) : done;
    },
  });

const rows: readonly Row[] = [
  [
    'd seats-as-text: The number of seats in an envelope is a text.',
    'studios.read',
    'schema.type',
    responding((sent) =>
      sent.status === 200
        ? { ...sent, text: JSON.stringify(sent.body).replace(/"seats":(\d+)/, '"seats":"$1"') }
        : sent,
    ),
  ],
  [
    'd kiln-fuel-coal: A fuel in a map is none of the listed ones.',
    'List the kilns of a studio',
    'schema.enum',
    responding((sent) =>
      sent.status === 200 ? { ...sent, text: JSON.stringify(sent.body).replaceAll('"wood"', '"coal"') } : sent,
    ),
  ],
  [
    'd no-place-of-mistake: A validation error does not say where the mistake is.',
    'studios.read',
    'schema.required',
    responding((sent) =>
      sent.status === 422 ? { ...sent, text: '{"detail":[{"msg":"not an integer","type":"int_parsing"}]}' } : sent,
    ),
  ],
  [
    'd version-as-html: The version is a page.',
    'get /version',
    'media-type.undeclared',
    responding((sent) => ({ ...sent, headers: { ...sent.headers, 'Content-Type': 'text/html' } })),
  ],
  [
    'd log-203: A page of the log returns 203.',
    'log',
    'status.undeclared',
    responding((sent) => (sent.status === 200 ? { ...sent, status: 203 } : sent)),
  ],
  [
    'd queue-without-key: The state of a queue needs no key.',
    'queue state',
    'auth.no-key-accepted',
    (before, isIt) => ({
      key: (call) => (isIt(call) && call.headers['x-api-key'] === undefined ? undefined : before.key(call)),
    }),
  ],
  [
    'd any-key: Glazes can be listed with any key.',
    'GlazesController_findAll',
    'auth.wrong-key-accepted',
    (before, isIt) => ({ key: (call) => (isIt(call) && call.headers['x-api-key'] ? undefined : before.key(call)) }),
  ],
  [
    'd bad-number-500: The number of a firing that is no number returns 500.',
    'firings.read',
    'status.server-error',
    (before, isIt) => ({
      query(call) {
        const refused = before.query(call);
        return refused && isIt(call) ? before.refuse(call, 500, 'Internal Server Error') : refused;
      },
    }),
  ],
  [
    'd unknown-kiln-first: An unknown kiln shows the first one.',
    'Read a kiln',
    'refusal.unknown-id-accepted',
    (before, isIt) => ({
      act(call) {
        const studio = call.house.studios.get(Number(call.parameters['studio_id']));
        const [first] = studio?.kilns.keys() ?? [];
        const isUnknown = isIt(call) && first !== undefined && !studio?.kilns.has(call.parameters['kiln_name'] ?? '');
        return before.act(isUnknown ? { ...call, parameters: { ...call.parameters, kiln_name: first } } : call);
      },
    }),
  ],
  [
    'w search-for-nothing: A search without words finds everything.',
    'search',
    'refusal.missing-part-accepted',
    (before, isIt) => ({
      taken: (call, body) => (isIt(call) && isObject(body) ? { words: '', ...body } : before.taken(call, body)),
    }),
  ],
  [
    'w temperature-hot: A temperature that is a word is stored as the usual one.',
    'Put a kiln',
    'refusal.wrong-type-accepted',
    (before, isIt) => ({
      taken: (call, body) =>
        isIt(call) && isObject(body) && typeof body['max_temperature'] === 'string'
          ? { ...body, max_temperature: 1200 }
          : before.taken(call, body),
    }),
  ],
  [
    'w priority-500: A form with a priority that is no number returns 500.',
    'queue add',
    'status.server-error',
    (before, isIt) => ({
      schema(call) {
        const refused = before.schema(call);
        return refused?.status === 422 && isIt(call) ? before.refuse(call, 500, 'Internal error') : refused;
      },
    }),
  ],
  [
    'w studio-without-city: A new studio has no city.',
    'studios.create',
    'create.not-shown',
    acting((done, { house }) => {
      const [fields] = [...house.studios.values()].map((studio) => studio.fields).slice(-1);
      if (fields) fields['city'] = null;
      return { ...done, body: { data: fields ?? null } };
    }),
  ],
  [
    'w update-ignored: An update of a studio changes nothing.',
    'studios.update',
    'update.not-shown',
    acting((done, { house, parameters }, kept) => {
      const studio = house.studios.get(Number(parameters['studio_id']));
      if (studio) studio.fields = JSON.parse(kept);
      return { ...done, body: { data: studio?.fields ?? null } };
    }),
  ],
  [
    'w delete-keeps-kiln: A deleted kiln is still there.',
    'Delete a kiln',
    'delete.kept',
    (before, isIt) => ({ act: (call) => (isIt(call) ? reply(204) : before.act(call)) }),
  ],
  [
    'w studio-still-there: A deleted studio can still be read.',
    'studios.delete',
    'delete.kept',
    (before, isIt) => ({ act: (call) => (isIt(call) ? reply(204) : before.act(call)) }),
  ],
  [
    'w put-keeps-note: A replaced kiln keeps its note.',
    'Put a kiln',
    'replace.keeps',
    (before, isIt) => ({
      taken(call, body) {
        const studio = call.house.studios.get(Number(call.parameters['studio_id']));
        const note = studio?.kilns.get(call.parameters['kiln_name'] ?? '')?.kiln.note ?? null;
        return isIt(call) && isObject(body) && note !== null ? { note, ...body } : before.taken(call, body);
      },
    }),
  ],
];

export const workshopFaults: readonly WorkshopFault[] = rows.map(([heading, operationId, rule, replacing]) => {
  const [, mode, name = '', about = ''] = /^([dw]) (\S+): (.+)$/.exec(heading) ?? [];
  const change: Replacement = (before) => replacing(before, ({ operation }) => operation?.id === operationId);
  return { name, about, mode: mode as WorkshopFault['mode'], operationId, rule, change };
});
