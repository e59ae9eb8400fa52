import type { Json, JsonObject } from '../../contract/json.js';
import { isObject } from '../../contract/json.js';
import type { Fault, RequestContext } from '../behaviour/behaviour.js';
import {
  changed,
  changedItems,
  hashOf,
  type Replacement,
  renamed,
  showing,
  showingWrongly,
  without,
  wrong,
} from './parts.js';

const entry = (edit: (entry: JsonObject, exchange: RequestContext) => JsonObject): Replacement =>
  showingWrongly('PartnerEntry', edit);

const numberText = (value: Json): Json => (typeof value === 'number' ? String(value) : value);

/** One of ten classes of ids; it includes some entries of the sandbox's initial data. */
const absentAt = 4;

/** Changes the order at each reading of an entry; the first reading has the right order. */
const shuffled: Replacement = (behaviour) => {
  const readings = new Map<string, number>();
  return showing('PartnerEntry', (resource) => {
    const id = String(resource['id']);
    const before = readings.get(id) ?? 0;
    readings.set(id, before + 1);
    return changed(resource, 'certifications', (items) => {
      if (!Array.isArray(items) || items.length < 2) return items;
      const by = before % items.length;
      return [...items.slice(by), ...items.slice(0, by)];
    });
  })(behaviour);
};

/** Tiers have a count of their entries, and entries include their tier. */
const countAsString: Replacement = (behaviour) => {
  const inTier = (tier: JsonObject): JsonObject => changed(tier, 'entriesCount', numberText);
  const inEntry = (resource: JsonObject): JsonObject =>
    changed(resource, 'tier', (tier) => (isObject(tier) ? inTier(tier) : tier));
  const tiers = showingWrongly('Tier', inTier)(behaviour);
  return { ...tiers, ...showingWrongly('PartnerEntry', inEntry)({ ...behaviour, ...tiers }) };
};

/** Fields of responses that break the contract. */
export const responseFaults: readonly Fault[] = [
  wrong(
    'wrong-type',
    'An entry has `featured` as a string.',
    entry((it) => changed(it, 'featured', (value) => (typeof value === 'boolean' ? String(value) : value))),
  ),

  wrong(
    'nested-wrong-type',
    'An entry has the `order` of its media as a string.',
    entry((it) => changedItems(it, 'media', (item) => changed(item, 'order', numberText))),
  ),

  wrong(
    'null-leak',
    'An entry has null as its `title`.',
    entry((it) => changed(it, 'title', () => null)),
  ),

  wrong(
    'bad-uuid',
    'An entry has an `owner` that is not a UUID.',
    entry((it) => changed(it, 'owner', (value) => (typeof value === 'string' ? `user-${value.slice(0, 8)}` : value))),
  ),

  wrong(
    'bad-url',
    'An entry has `n/a` in `award`, which must be a URL.',
    entry((it) => changed(it, 'award', () => 'n/a')),
  ),

  wrong(
    'bad-email',
    'An entry has a `support_email` that is not an email address.',
    entry((it) => changed(it, 'support_email', () => 'none given')),
  ),

  wrong(
    'colour-with-hash',
    'An entry has a hash sign in the `textColor` of its callouts.',
    entry((it) => changedItems(it, 'callouts', (item) => changed(item, 'textColor', (colour) => `#${String(colour)}`))),
  ),

  wrong(
    'media-type-word',
    'An entry has a word as the `type` of its media.',
    entry((it) => changedItems(it, 'media', (item) => changed(item, 'type', () => 'image'))),
  ),

  wrong(
    'request-names-in-response',
    'An entry has `customSlug`, the name of the field in requests.',
    entry((it) => renamed(it, 'custom_slug', 'customSlug')),
  ),

  wrong(
    'snake-in-camel',
    'An entry has `text_color` in its callouts, the name of the field in requests.',
    entry((it) => changedItems(it, 'callouts', (item) => renamed(item, 'textColor', 'text_color'))),
  ),

  wrong(
    'field-absent',
    'No entry has `tracking`.',
    entry((it) => without(it, 'tracking')),
  ),

  wrong(
    'field-absent-sometimes',
    'One entry in ten has no `tracking`.',
    entry((it) => (hashOf(String(it['id'])) % 10 === absentAt ? without(it, 'tracking') : it)),
  ),

  wrong(
    'extra-field',
    'An entry has an undocumented field.',
    entry((it) => ({ ...it, internal_score: 0.7 })),
  ),

  wrong(
    'extra-field-deep',
    'The tier of an entry has an undocumented field.',
    entry((it) => changed(it, 'tier', (tier) => (isObject(tier) ? { ...tier, legacyId: 7 } : tier))),
  ),

  wrong(
    'owner-object',
    'An entry has an object as its owner.',
    entry((it) => changed(it, 'owner', (id) => ({ id }))),
  ),

  wrong(
    'tier-id-only',
    'An entry has the id of its tier in place of the tier object.',
    entry((it) => changed(it, 'tier', (tier) => (isObject(tier) ? (tier['id'] ?? null) : tier))),
  ),

  wrong(
    'array-as-object',
    'An entry without use cases has an empty object in place of an empty array.',
    entry((it) => changed(it, 'use_cases', (items) => (Array.isArray(items) && items.length === 0 ? {} : items))),
  ),

  wrong(
    'absolute-href',
    'An entry has an absolute URL as its `href`.',
    entry((it, { request }) => changed(it, 'href', (href) => new URL(request.url).origin + String(href))),
  ),

  wrong(
    'dead-href',
    'The `href` of an entry leads to 404.',
    entry((it) => changed(it, 'href', (href) => String(href).replace('/entries/partners/', '/entries/'))),
  ),

  wrong('shuffled-certifications', 'The certifications of an entry have a different order at each reading.', shuffled),

  wrong(
    'order-not-integer',
    'An entry has use cases whose `order` is not an integer.',
    entry((it) => changedItems(it, 'use_cases', (item) => changed(item, 'order', (order) => Number(order) + 0.5))),
  ),

  wrong('count-as-string', 'The `entriesCount` of a tier is a string, also in the tier of an entry.', countAsString),
];
