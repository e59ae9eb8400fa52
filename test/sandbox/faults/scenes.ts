import type { Ask } from './ask.js';
import { ids } from './state.js';

export const base = '/api/directory/private/v1alpha/';
export const partners = `${base}directories/${ids.directory}/entries/partners/`;
export const rich = `${partners}${ids.rich}/`;
export const plain = `${partners}${ids.plain}/`;
export const third = `${partners}${ids.third}/`;
export const filter = `${base}filters/${ids.filter}/`;
export const filters = `${base}directories/${ids.directory}/filters/`;
const reviews = `${base}reviews/directory/${ids.directory}/`;
const unknown = `${partners}${ids.nobody}/`;

const get = (path: string, headers: Ask['headers'] = {}): Ask => ({ path, headers });
const patch = (path: string, body: unknown, headers: Ask['headers'] = {}): Ask => ({
  method: 'PATCH',
  path,
  body,
  headers,
});
const times = (count: number, what: Ask): Ask[] => Array.from({ length: count }, () => what);

export const long = 'x'.repeat(10_000);
export const link = { title: 'New guide', url: 'https://guides.example/new', order: 7 };

/** Short sequences of requests, each for a new sandbox. */
export const scenes = {
  'reads an entry': [get(rich)],
  'reads a plain entry': [get(plain)],
  'reads an entry three times': times(3, get(rich)),
  'requests the head of an entry': [{ method: 'HEAD', path: rich }],
  'lists partner entries': [get(partners)],
  'lists all entries': [get(`${base}directories/${ids.directory}/entries/`)],
  'reads a tier': [get(`${base}tiers/${ids.gold}/`)],
  'lists tiers': [get(`${base}directories/${ids.directory}/tiers/`)],
  'lists the entries of a tier': [get(`${base}tiers/${ids.gold}/entries/`)],
  'reads a filter': [get(filter)],
  'lists filters': [get(filters)],
  'reads a review': [get(`${reviews}${ids.review}/`)],
  'lists reviews': [get(reviews)],
  'lists directories': [get(`${base}directories/`)],
  'has no key': [get(rich, { authorization: null })],
  'has no key for an update': [patch(rich, {}, { authorization: null })],
  'has another key': [get(rich, { authorization: 'another-key' })],
  'has an empty key': [get(rich, { authorization: '' })],
  'reads an unknown entry': [get(unknown)],
  'updates an unknown entry': [patch(unknown, { title: 'New' }), get(unknown), get(rich)],
  'reads an entry whose id is not a UUID': [get(`${partners}17/`)],
  'reads a filter whose id is not a UUID': [get(`${base}filters/17/`)],
  'reads an entry in another directory': [get(rich.replace(ids.directory, ids.otherDirectory))],
  'updates an entry in another directory': [
    patch(rich.replace(ids.directory, ids.otherDirectory), { location: 'Oslo' }),
    get(rich),
  ],
  'requests an unknown path': [get(`${base}nothing/`)],
  'requests a path in capitals': [get(`${base.toUpperCase()}directories/`)],
  'requests a path without its slash': [get(filters.slice(0, -1))],
  'reads with a query': [get(`${rich}?colour=red`)],
  'puts an entry': [{ method: 'PUT', path: rich, body: {} }],
  'puts an unknown entry': [{ method: 'PUT', path: unknown, body: {} }],
  'sends malformed JSON': [patch(rich, '{"title":')],
  'sends malformed JSON to an unknown entry': [patch(unknown, '{"title":')],
  'sends malformed JSON to a filter': [patch(filter, '{"name":')],
  'sends a form': [patch(rich, 'title=New', { 'content-type': 'application/x-www-form-urlencoded' })],
  'sends a word for a boolean': [patch(rich, { featured: 'yes' }), get(rich)],
  'sends a word for a tier': [patch(rich, { tier: 'gold' }), get(rich)],
  'sends a word for a URL': [patch(rich, { externalUrl: 'nope' }), get(rich)],
  'sends a word for a boolean, and a title': [patch(rich, { title: 'New', featured: 'yes' }), get(rich)],
  'sends a number for the name of a filter': [patch(filter, { name: 7 }), get(filter)],
  'sends an unknown field': [patch(rich, { colour: 'red' }), get(rich)],
  'sends unknown fields of a tier': [patch(`${base}tiers/${ids.gold}/`, { title: 'Best', colour: 'red' })],
  'sends a long text': [patch(rich, { description: long }), get(rich)],
  'sends two megabytes': [patch(rich, { description: 'x'.repeat(2_000_000) })],
  'sends emoji': [patch(rich, { title: 'Fjordline 🌊' }), get(rich)],
  'sends a null': [patch(rich, { title: null }), get(rich)],
  'sends spaces around a title': [patch(rich, { title: '  Cafe\u0301 ' }), get(rich)],
  'sends ids in capitals': [
    patch(rich, { verifications: [{ id: ids.owner.toUpperCase(), title: 'Insured' }] }),
    get(rich),
  ],
  'updates the title': [patch(rich, { title: 'New' }), get(rich), get(plain), get(partners)],
  'updates the title, and back': [
    patch(rich, { title: 'New' }),
    patch(rich, { title: 'Fjordline Data' }),
    get(rich),
    get(partners),
  ],
  'updates the flag of internal display': [patch(rich, { displayOnInternalDirectory: true }), get(rich), get(plain)],
  'updates the status': [patch(rich, { status: 'public' }), get(rich)],
  'updates the external id': [patch(rich, { externalId: 'CRM-2' }), get(rich)],
  'updates the headline with a long one': [
    patch(rich, { headline: 'A headline that has more characters than fifty in it' }),
    get(rich),
  ],
  'updates the slugs': [patch(rich, { slug: 'Fjord-Line', customSlug: 'Fjord-Line' }), get(rich)],
  'updates the tier': [patch(rich, { tier: ids.silver }), get(rich)],
  'updates the resources': [patch(rich, { resources: [link] }), get(rich)],
  'updates the resources twice': [patch(rich, { resources: [link] }), patch(rich, { resources: [link] }), get(rich)],
  'updates the media': [patch(rich, { media: [{ title: 'Only', order: 1, type: 'P' }] }), get(rich)],
  'updates a filter': [patch(filter, { displayInDirectory: false }), get(filter)],
  'creates an entry': [{ method: 'POST', path: partners, body: { title: 'New' } }, get(partners)],
  'deletes an entry': [{ method: 'DELETE', path: third }, get(third), { method: 'DELETE', path: third }],
  'lists directories five times': times(5, get(`${base}directories/`)),
  'lists directories fourteen times': times(14, get(`${base}directories/`)),
  'accepts gzip': [get(rich, { 'accept-encoding': 'gzip' })],
  'accepts no gzip': [get(rich, { 'accept-encoding': 'identity, gzip;q=0' })],
} as const satisfies Record<string, readonly Ask[]>;

export type Scene = keyof typeof scenes;
