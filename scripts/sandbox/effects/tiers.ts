import { bodyObject, type Call, type Effect, namedResource, reading } from '../model/call.js';
import { Refusal } from '../model/response.js';
import type { Change, Stored } from '../model/store.js';

const kinds = ['PartnerEntry', 'AppEntry'] as const;

function* entriesOf(call: Call, tier: string): Iterable<[collection: string, record: Stored]> {
  for (const collection of kinds) for (const record of call.store.list(collection, tier)) yield [collection, record];
}

function moved(record: Stored, tier: string | undefined): Stored {
  const { tier: _, ...hidden } = record.hidden ?? {};
  return { ...record, hidden: tier === undefined ? hidden : { ...hidden, tier } };
}

/** Entries of a deleted tier stay, without a tier. */
const deleteTier: Effect = (call, byConvention) => {
  const tier = namedResource(call).id;
  const without = [...entriesOf(call, tier)].map(
    ([collection, record]): Change => ['put', collection, moved(record, undefined)],
  );
  const outcome = byConvention(call);
  return { ...outcome, changes: [...without, ...outcome.changes] };
};

const listTierEntries = reading((call) =>
  [...entriesOf(call, namedResource(call).id)].map(([collection, record]) => call.present(collection, record)),
);

const assignTierEntries: Effect = (call) => {
  const tier = namedResource(call);
  const body = bodyObject(call);
  const find = (field: string): [string, Stored][] =>
    (Array.isArray(body[field]) ? body[field] : []).map((id, index) => {
      for (const collection of kinds) {
        const record = call.store.get(collection, String(id).toLowerCase());
        if (record?.parents['directory_id'] === tier.parents['directory_id'] && record) return [collection, record];
      }
      const mistake = { pointer: `/${field}/${index}`, message: `names no entry of the directory: ${String(id)}` };
      throw new Refusal(400, 'The directory has no such entry.', [mistake]);
    });
  const incoming = find('assign');
  const outgoing = find('unassign').filter(([, record]) => record.hidden?.['tier'] === tier.id);
  const after = new Map<string, [string, Stored]>();
  for (const [collection, record] of entriesOf(call, tier.id)) after.set(record.id, [collection, record]);
  for (const [collection, record] of incoming) after.set(record.id, [collection, moved(record, tier.id)]);
  for (const [, record] of outgoing) after.delete(record.id);
  return {
    changes: [
      ...incoming.map(([collection, record]): Change => ['put', collection, moved(record, tier.id)]),
      ...outgoing.map(([collection, record]): Change => ['put', collection, moved(record, undefined)]),
    ],
    show: () => [...after.values()].map(([collection, record]) => call.present(collection, record)),
  };
};

export const tiers: Record<string, Effect> = { deleteTier, listTierEntries, assignTierEntries };
