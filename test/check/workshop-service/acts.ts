import { createHash } from 'node:crypto';
import type { Json, JsonObject } from '../service/contract.js';
import { archiveActs, habits } from './archive/acts.js';
import type { Behaviour, Call, Habits, Reply } from './behaviour.js';
import type { Aged, StoredKiln, Studio } from './house.js';
import { plain, refuse, reply } from './responses.js';
import { fieldsOf } from './stages.js';

type Acting = (call: Call, behaviour: Behaviour) => Reply;

const noStudio = 'Studio not found';
const noKiln = 'Kiln not found';
const noGlaze = 'Glaze not found';
const has = (object: object, name: string): boolean => Object.hasOwn(object, name);

const studioOf = ({ store, parameters }: Call): Studio | undefined =>
  store.studios.get(Number(parameters['studio_id']));
const kilnOf = (call: Call): StoredKiln | undefined => studioOf(call)?.kilns.get(call.parameters['kiln_name'] ?? '');
const glazeOf = ({ store, parameters }: Call): JsonObject | undefined =>
  store.glazes.get((parameters['key'] ?? '').toLowerCase());

const inStudio =
  (act: (studio: Studio, call: Call, behaviour: Behaviour) => Reply): Acting =>
  (call, behaviour) => {
    const studio = studioOf(call);
    return studio ? act(studio, call, behaviour) : behaviour.refuse(call, 404, noStudio);
  };

const inKiln =
  (act: (kiln: StoredKiln, call: Call, behaviour: Behaviour) => Reply): Acting =>
  (call, behaviour) => {
    const kiln = kilnOf(call);
    return kiln ? act(kiln, call, behaviour) : behaviour.refuse(call, 404, studioOf(call) ? noKiln : noStudio);
  };

const ofGlaze =
  (act: (glaze: JsonObject, call: Call, behaviour: Behaviour) => Reply): Acting =>
  (call, behaviour) => {
    const glaze = glazeOf(call);
    return glaze ? act(glaze, call, behaviour) : behaviour.refuse(call, 404, noGlaze);
  };

const titleIsTaken = ({ store }: Call, title: Json | undefined, except?: Json): boolean =>
  [...store.studios.values()].some(({ fields }) => fields['title'] === title && fields['id'] !== except);

const studioActs: Record<string, Acting> = {
  'studios.list'(call, whole) {
    const { cursor, count, open } = call.query;
    const after = cursor === undefined ? 0 : Number(String(cursor).replace(/^c/, ''));
    if (!Number.isSafeInteger(after)) return whole.refuse(call, 422, [{ at: ['query', 'cursor'], text: 'is unknown' }]);
    const allStudios = [...call.store.studios.values()]
      .filter(({ fields }) => open === undefined || fields['open'] === open)
      .filter(({ fields }) => Number(fields['id']) > after);
    const page = allStudios.slice(0, Number(count));
    const next = allStudios.length > page.length ? `c${String(page.at(-1)?.fields['id'])}` : null;
    return reply(200, { data: page.map(({ fields }) => whole.show(call, 'studio', fields)), next });
  },
  'studios.create'(call, whole) {
    if (titleIsTaken(call, fieldsOf(call)['title'])) return whole.refuse(call, 409, 'The title is taken');
    const { title = '', city = null, open = true, seats = 8, labels = {} } = fieldsOf(call);
    const { fields } = call.store.addStudio({ title, city, open, seats, labels });
    return reply(201, { data: whole.show(call, 'studio', fields) }, { Location: `/studios/${String(fields['id'])}` });
  },
  'studios.read': inStudio(({ fields }, call, behaviour) => {
    fields['last_seen'] = new Date().toISOString();
    return reply(200, { data: behaviour.show(call, 'studio', fields) });
  }),
  // A null means that the field is absent, unless the field itself may be null.
  'studios.update': inStudio(({ fields }, call, behaviour) => {
    const sentFields = fieldsOf(call);
    if (titleIsTaken(call, sentFields['title'], fields['id'])) return behaviour.refuse(call, 409, 'The title is taken');
    for (const name of ['title', 'open', 'seats']) fields[name] = sentFields[name] ?? fields[name] ?? null;
    if (has(sentFields, 'city')) fields['city'] = sentFields['city'] ?? null;
    return reply(200, { data: behaviour.show(call, 'studio', fields) });
  }),
  'studios.delete': inStudio(({ fields }, { store }) => {
    store.studios.delete(Number(fields['id']));
    return reply(204);
  }),
  'get /studios/{studio_id}/sign': inStudio(({ sign }, call, behaviour) =>
    sign === undefined ? behaviour.refuse(call, 404, 'No sign') : plain(sign),
  ),
  'put /studios/{studio_id}/sign': inStudio((studio, { body }) => {
    studio.sign = String(body);
    return reply(204);
  }),
  upload_photo_studios__studio_id__photos_post: inStudio((_, call) => {
    const { file = '', caption = null } = fieldsOf(call);
    return reply(201, { photo_id: call.store.next('photo'), caption, bytes: Buffer.byteLength(String(file)) });
  }),
};

const kilnActs: Record<string, Acting> = {
  'List the kilns of a studio': inStudio(({ kilns }, call, behaviour) => {
    const views = [...kilns].map(([name, { kiln }]) => [name, behaviour.show(call, 'kiln', kiln)] as const);
    return enveloped(call, 200, Object.fromEntries(views));
  }),
  'Read a kiln': inKiln(({ kiln }, call, behaviour) => enveloped(call, 200, behaviour.show(call, 'kiln', kiln))),
  'Put a kiln': inStudio((studio, call, behaviour) => {
    const name = call.parameters['kiln_name'] ?? '';
    const status = studio.kilns.has(name) ? 200 : 201;
    const { fuel = '', max_temperature = 1200, note = null } = fieldsOf(call);
    const kiln = call.store.putKiln(studio, name, { fuel, max_temperature, note });
    return enveloped(call, status, behaviour.show(call, 'kiln', kiln));
  }),
  'Delete a kiln': inKiln(({ kiln }, call) => {
    studioOf(call)?.kilns.delete(kiln.name);
    return reply(204);
  }),
  'firings.list': inKiln(({ firings }, call, behaviour) =>
    reply(200, { data: firings.map((firing) => behaviour.show(call, 'firing', ofFiring(call, firing))) }),
  ),
  'firings.start': inKiln(({ firings }, call, behaviour) => {
    const { programme = '', peak = 1000, glaze = null } = fieldsOf(call);
    if (glaze !== null && !call.store.glazes.has(String(glaze).toLowerCase()))
      return behaviour.refuse(call, 422, [{ at: ['body', 'glaze'], text: 'names no glaze' }]);
    const firing_no = firings.length + 1;
    const firing = { fields: { firing_no, programme, peak, glaze }, since: call.store.seconds };
    firings.push(firing);
    const path = new URL(call.target, call.origin).pathname;
    const headers = { Location: `${path}/${firing_no}` };
    return reply(202, { data: behaviour.show(call, 'firing', ofFiring(call, firing)) }, headers);
  }),
  'firings.read': inKiln(({ firings }, call, behaviour) => {
    const item = firings.find(({ fields }) => fields['firing_no'] === Number(call.parameters['firing_no']));
    if (!item) return behaviour.refuse(call, 404, 'Firing not found');
    return reply(200, { data: behaviour.show(call, 'firing', ofFiring(call, item)) });
  }),
};

const glazeActs: Record<string, Acting> = {
  GlazesController_findAll: (call, behaviour) =>
    reply(
      200,
      [...call.store.glazes.values()]
        .filter(({ archived }) => archived === false || call.query['archived'] === true)
        .map((glaze) => behaviour.show(call, 'glaze', glaze)),
    ),
  GlazesController_create(call, behaviour) {
    const { key = '', colour = '', gloss = false, recipe = [] } = fieldsOf(call);
    if (call.store.glazes.has(String(key).toLowerCase())) return behaviour.refuse(call, 409, 'The key is taken');
    return reply(201, behaviour.show(call, 'glaze', call.store.addGlaze({ key, colour, gloss, recipe })));
  },
  GlazesController_findOne: ofGlaze((glaze, call, behaviour) => reply(200, behaviour.show(call, 'glaze', glaze))),
  GlazesController_update: ofGlaze((glaze, call, behaviour) => {
    for (const name of ['colour', 'gloss', 'recipe']) glaze[name] = fieldsOf(call)[name] ?? glaze[name] ?? null;
    return reply(200, behaviour.show(call, 'glaze', glaze));
  }),
  GlazesController_remove: ofGlaze((glaze, call, behaviour) => {
    glaze['archived'] = true;
    return reply(200, behaviour.show(call, 'glaze', glaze));
  }),
};

const otherActs: Record<string, Acting> = {
  health_health_get: ({ store }) => reply(200, { status: 'ok', now: new Date().toISOString(), uptime: store.seconds }),
  'get /version': () => plain('kilnhouse 0.7.2\n'),
  queues: ({ store }) => reply(200, [...store.queues.keys()]),
  'queue state'({ store, parameters }) {
    const queueState = store.queues.get(parameters['queue'] ?? '');
    if (queueState) queueState.hits += 1;
    const ages = (queueState?.items ?? []).map(({ since }) => store.seconds - since);
    return reply(200, { waiting: ages.length, age_seconds: Math.max(0, ...ages), hits: queueState?.hits ?? 1 });
  },
  'queue add'(call, behaviour) {
    const { text = '', priority = 0, urgent = false } = fieldsOf(call);
    const [item, position] = call.store.enqueue(call.parameters['queue'] ?? '', { text, priority, urgent });
    return reply(201, behaviour.show(call, 'queue item', ofItem(call, item, position)));
  },
  'queue take'(call, behaviour) {
    const item = call.store.queues.get(call.parameters['queue'] ?? '')?.items.shift();
    return item ? reply(200, behaviour.show(call, 'queue item', ofItem(call, item, 0))) : reply(204);
  },
  search(call) {
    const { words = '', kinds = ['studio', 'glaze'], top = 10 } = fieldsOf(call);
    const [first = ''] = String(words).toLowerCase().split(/\s+/);
    const titles = [
      ...[...call.store.studios.values()].map(({ fields }) => ['studio', String(fields['title'])] as const),
      ...[...call.store.glazes.keys()].map((key) => ['glaze', key] as const),
    ];
    const hits = titles
      .filter(([kind, title]) => (kinds as Json[]).includes(kind) && title.toLowerCase().includes(first))
      .map(([kind, title]) => ({ kind, title, score: first.length / (title.length + 1) }));
    return reply(200, { hits: hits.slice(0, Number(top)), took_ms: performance.now() % 7 });
  },
  materials({ store, query }) {
    const allValues = [...store.glazes.values()]
      .flatMap(({ recipe }) => recipe as JsonObject[])
      .map(({ material }) => String(material))
      .sort();
    return reply(200, allValues.slice(Number(query['offset']), Number(query['offset']) + Number(query['limit'])));
  },
  log(call, behaviour) {
    const from = Number(call.query['after'] ?? 0);
    if (!Number.isSafeInteger(from)) return behaviour.refuse(call, 400, 'The cursor is unknown.');
    const next: JsonObject = from + 3 < call.store.log.length ? { next: String(from + 3) } : {};
    return reply(200, { entries: call.store.log.slice(from, from + 3), ...next });
  },
  'settings-read': ({ store }) => reply(200, store.settings, { ETag: tagOf(store.settings) }),
  'settings-write'(call, whole) {
    const tag = call.headers['if-match'];
    if (tag === undefined) return whole.refuse(call, 428, 'Send If-Match.');
    if (tag !== '*' && tag !== tagOf(call.store.settings)) return whole.refuse(call, 412, 'Somebody was faster.');
    call.store.settings = { ...fieldsOf(call) };
    return reply(200, call.store.settings, { ETag: tagOf(call.store.settings) });
  },
};

const acts: Readonly<Record<string, Acting>> = {
  ...studioActs,
  ...kilnActs,
  ...glazeActs,
  ...otherActs,
  ...archiveActs,
};

/** The operations of the usual service. `whole` is the complete behaviour, including the chosen variants. */
export function acting(behaviour: Behaviour): Pick<Behaviour, 'act' | 'show' | 'refuse' | 'send' | keyof Habits> {
  return {
    act: (call) => acts[call.operation?.id ?? '']?.(call, behaviour) ?? behaviour.refuse(call, 500, 'Not written'),
    // A passphrase is stored, and never shown.
    show: (_, __, { passphrase: _hidden, ...resource }) => resource,
    refuse,
    send: (_, response) => response,
    ...habits(behaviour),
  };
}

function enveloped({ store }: Call, status: number, result: JsonObject): Reply {
  return reply(status, { result, status: 'ok', time: store.seconds % 1 });
}

/** A firing first waits for a moment, then burns for a moment. */
function ofFiring({ store }: Call, { fields, since }: Aged): JsonObject {
  const age = store.seconds - since;
  return { ...fields, state: age < 0.2 ? 'waiting' : age < 0.6 ? 'burning' : 'done' };
}

function ofItem({ store }: Call, { fields, since }: Aged, position: number): JsonObject {
  return { ...fields, position, age_seconds: store.seconds - since };
}

export function tagOf(body: JsonObject): string {
  return `"${createHash('sha256').update(JSON.stringify(body)).digest('hex').slice(0, 16)}"`;
}
