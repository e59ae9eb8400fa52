import type { Json, JsonObject } from '../../contract/json.js';
import { isObject } from '../../contract/json.js';
import type { Fault, RequestContext } from '../behaviour/behaviour.js';
import {
  changed,
  changedItems,
  hashOf,
  misshowing,
  type Replacement,
  renamed,
  showing,
  without,
  wrong,
} from './parts.js';

const entry = (edit: (entry: JsonObject, exchange: RequestContext) => JsonObject): Replacement =>
  misshowing('PartnerEntry', edit);

const numberText = (value: Json): Json => (typeof value === 'number' ? String(value) : value);

/** Which tenth of the ids it is; of the entries that a sandbox begins with, some are in it. */
const absentAt = 4;

/** Another order at each reading of an entry, the right one at the first. */
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

/** Tiers count their entries, and entries show the tier. */
const countAsString: Replacement = (behaviour) => {
  const inTier = (tier: JsonObject): JsonObject => changed(tier, 'entriesCount', numberText);
  const inEntry = (resource: JsonObject): JsonObject =>
    changed(resource, 'tier', (tier) => (isObject(tier) ? inTier(tier) : tier));
  const tiers = misshowing('Tier', inTier)(behaviour);
  return { ...tiers, ...misshowing('PartnerEntry', inEntry)({ ...behaviour, ...tiers }) };
};

/** Fields of answers that are not what the contract says. */
export const responseFaults: readonly Fault[] = [
  wrong(
    'wrong-type',
    'An entry shows `featured` as a text.',
    entry((it) => changed(it, 'featured', (value) => (typeof value === 'boolean' ? String(value) : value))),
  ),

  wrong(
    'nested-wrong-type',
    'An entry shows the `order` of its media as texts.',
    entry((it) => changedItems(it, 'media', (item) => changed(item, 'order', numberText))),
  ),

  wrong(
    'null-leak',
    'An entry shows null for its `title`.',
    entry((it) => changed(it, 'title', () => null)),
  ),

  wrong(
    'bad-uuid',
    'An entry shows an `owner` that is no UUID.',
    entry((it) => changed(it, 'owner', (value) => (typeof value === 'string' ? `user-${value.slice(0, 8)}` : value))),
  ),

  wrong(
    'bad-url',
    'An entry shows `n/a` for the URL `award`.',
    entry((it) => changed(it, 'award', () => 'n/a')),
  ),

  wrong(
    'bad-email',
    'An entry shows a `support_email` that is no address.',
    entry((it) => changed(it, 'support_email', () => 'none given')),
  ),

  wrong(
    'colour-with-hash',
    'An entry shows the `textColor` of its callouts with a hash sign.',
    entry((it) => changedItems(it, 'callouts', (item) => changed(item, 'textColor', (colour) => `#${String(colour)}`))),
  ),

  wrong(
    'media-type-word',
    'An entry shows the `type` of its media as a word.',
    entry((it) => changedItems(it, 'media', (item) => changed(item, 'type', () => 'image'))),
  ),

  wrong(
    'request-names-in-response',
    'An entry shows `customSlug`, as requests have it.',
    entry((it) => renamed(it, 'custom_slug', 'customSlug')),
  ),

  wrong(
    'snake-in-camel',
    'An entry shows `text_color` in its callouts, as requests have it.',
    entry((it) => changedItems(it, 'callouts', (item) => renamed(item, 'textColor', 'text_color'))),
  ),

  wrong(
    'field-absent',
    'No entry shows `tracking`.',
    entry((it) => without(it, 'tracking')),
  ),

  wrong(
    'field-absent-sometimes',
    'One entry in ten does not show `tracking`.',
    entry((it) => (hashOf(String(it['id'])) % 10 === absentAt ? without(it, 'tracking') : it)),
  ),

  wrong(
    'extra-field',
    'An entry shows a field that is not documented.',
    entry((it) => ({ ...it, internal_score: 0.7 })),
  ),

  wrong(
    'extra-field-deep',
    'An entry shows a field in its tier that is not documented.',
    entry((it) => changed(it, 'tier', (tier) => (isObject(tier) ? { ...tier, legacyId: 7 } : tier))),
  ),

  wrong(
    'owner-object',
    'An entry shows its owner as an object.',
    entry((it) => changed(it, 'owner', (id) => ({ id }))),
  ),

  wrong(
    'tier-id-only',
    'An entry shows the id of its tier in place of the tier.',
    entry((it) => changed(it, 'tier', (tier) => (isObject(tier) ? (tier['id'] ?? null) : tier))),
  ),

  wrong(
    'array-as-object',
    'An entry without use cases shows an empty object.',
    entry((it) => changed(it, 'use_cases', (items) => (Array.isArray(items) && items.length === 0 ? {} : items))),
  ),

  wrong(
    'absolute-href',
    'An entry shows its `href` with scheme and host.',
    entry((it, { request }) => changed(it, 'href', (href) => new URL(request.url).origin + String(href))),
  ),

  wrong(
    'dead-href',
    'An entry shows an `href` that leads to 404.',
    entry((it) => changed(it, 'href', (href) => String(href).replace('/entries/partners/', '/entries/'))),
  ),

  wrong('shuffled-certifications', 'An entry shows its certifications in another order at each reading.', shuffled),

  wrong(
    'order-not-integer',
    'An entry shows its use cases with an `order` between two integers.',
    entry((it) => changedItems(it, 'use_cases', (item) => changed(item, 'order', (order) => Number(order) + 0.5))),
  ),

  wrong('count-as-string', 'A tier shows its `entriesCount` as a text, and so does an entry.', countAsString),
];
