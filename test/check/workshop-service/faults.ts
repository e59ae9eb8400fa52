import type { RuleId } from '../../../scripts/check/model/rules/index.js';
import type { JsonObject } from '../service/contract.js';
import type { Behaviour, Call, Replacement, Reply, Variant } from './behaviour.js';
import { isObject } from './house.js';
import { reply } from './responses.js';

/** A behaviour that breaks the contract, with the rule and the operation that report it. */
export interface WorkshopFault extends Variant {
  rule: RuleId;
  operationId: string;
  /** `d` faults show in the default mode; `w` faults need real writes. */
  mode: 'd' | 'w';
}

export type Replacing = (before: Behaviour, isIt: (call: Call) => boolean) => Partial<Behaviour>;

/** Mode, name and sentence, then the operation, the rule, and the replacement. */
type Row = readonly [heading: `${'d' | 'w'} ${string}: ${string}`, operationId: string, RuleId, Replacing];

/** Edits the responses with this status, or all responses. */
export const responding =
  (edit: (response: Reply, call: Call) => Partial<Reply>, status?: number): Replacing =>
  (before, isIt) => ({
    send: (call, response) => {
      const sent = before.send(call, response);
      return isIt(call) && sent.status === (status ?? sent.status) ? { ...sent, ...edit(sent, call) } : sent;
    },
  });

const rewriting = (pattern: RegExp, by: string): Replacing =>
  responding(({ body }) => ({ text: JSON.stringify(body).replace(pattern, by) }), 200);

/** Performs the operation, then changes its effect or its response. */
const acting =
  (after: (result: Reply, call: Call, oldFields: string) => Reply): Replacing =>
  (before, isIt) => ({
    act(call) {
      const oldFields = JSON.stringify(studioOf(call)?.fields ?? null);
      const result = before.act(call);
      return isIt(call) && result.status < 300 ? after(result, call, oldFields) : result;
    },
  });

/** Accepts requests of this kind, whatever their key is. */
export const admitting =
  (isAdmitted: (key: string) => boolean): Replacing =>
  (before, isIt) => ({
    key: (call) => (isIt(call) && isAdmitted(String(call.headers['x-api-key'] ?? '')) ? undefined : before.key(call)),
  });

/** Edits the body before validation. */
export const taking =
  (edit: (body: JsonObject, call: Call) => JsonObject): Replacing =>
  (before, isIt) => ({
    acceptBody: (call, body) => before.acceptBody(call, isIt(call) && isObject(body) ? edit(body, call) : body),
  });

const studioOf = ({ store, parameters }: Call) => store.studios.get(Number(parameters['studio_id']));

const unknownKilnFirst: Replacing = (before, isIt) => ({
  act(call) {
    const kilns = studioOf(call)?.kilns ?? new Map<string, never>();
    const [first] = kilns.keys();
    const isUnknown = isIt(call) && first !== undefined && !kilns.has(call.parameters['kiln_name'] ?? '');
    return before.act(isUnknown ? { ...call, parameters: { ...call.parameters, kiln_name: first } } : call);
  },
});

const withoutCity = acting((result, { store }) => {
  const fields = [...store.studios.values()].at(-1)?.fields;
  if (fields) fields['city'] = null;
  return { ...result, body: { data: fields ?? null } };
});

const updateIgnored = acting((result, call, oldFields) => {
  const studio = studioOf(call);
  if (studio) studio.fields = JSON.parse(oldFields);
  return { ...result, body: { data: studio?.fields ?? null } };
});

const deletingNothing: Replacing = (before, isIt) => ({ act: (call) => (isIt(call) ? reply(204) : before.act(call)) });

const keptNote = taking((body, call) => {
  const note = studioOf(call)?.kilns.get(call.parameters['kiln_name'] ?? '')?.kiln.note ?? null;
  return note === null ? body : { note, ...body };
});

const asText = rewriting(/"seats":(\d+)/, '"seats":"$1"');
const asCoal = rewriting(/"wood"/g, '"coal"');
const placeless = responding(() => ({ text: '{"detail":[{"msg":"not an integer","type":"int_parsing"}]}' }), 422);
const noKey = admitting((key) => key === '');
const forNothing = taking((body) => ({ words: '', ...body }));
const lukewarm = taking((body) =>
  typeof body['max_temperature'] === 'string' ? { ...body, max_temperature: 1200 } : body,
);

const rows: readonly Row[] = [
  ['d seats-as-text: The seats in an envelope are a text.', 'studios.read', 'schema.type', asText],
  ['d kiln-fuel-coal: A fuel in a map is unknown.', 'List the kilns of a studio', 'schema.enum', asCoal],
  ['d no-place-of-mistake: A mistake has no place.', 'studios.read', 'schema.required', placeless],
  ['d queue-without-key: A queue needs no key.', 'queue state', 'auth.no-key-accepted', noKey],
  ['d unknown-kiln-first: It is the first.', 'Read a kiln', 'refusal.unknown-id-accepted', unknownKilnFirst],
  ['w search-for-nothing: It finds everything.', 'search', 'refusal.missing-part-accepted', forNothing],
  ['w temperature-hot: A word is the usual temperature.', 'Put a kiln', 'refusal.wrong-type-accepted', lukewarm],
  ['w studio-without-city: A new studio has no city.', 'studios.create', 'create.not-shown', withoutCity],
  ['w update-ignored: An update changes nothing.', 'studios.update', 'update.not-shown', updateIgnored],
  ['w delete-keeps-kiln: A deleted kiln is still there.', 'Delete a kiln', 'delete.kept', deletingNothing],
  ['w studio-still-there: A deleted studio is still there.', 'studios.delete', 'delete.kept', deletingNothing],
  ['w put-keeps-note: A replaced kiln keeps its note.', 'Put a kiln', 'replace.keeps', keptNote],
];

export const workshopFaults: readonly WorkshopFault[] = rows.map(([heading, operationId, rule, replacing]) => {
  const [, mode, name = '', description = ''] = /^([dw]) (\S+): (.+)$/.exec(heading) ?? [];
  const change: Replacement = (before) => replacing(before, ({ operation }) => operation?.id === operationId);
  return { name, about: description, mode: mode as WorkshopFault['mode'], operationId, rule, change };
});
