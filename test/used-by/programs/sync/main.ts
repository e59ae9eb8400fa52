import type { DirectoryClient } from 'directory-contract';
import { toNewEntry, toUpdate } from './changes.js';
import { connect, readSettings, type SyncSettings } from './connect.js';
import { readAccounts } from './crm.js';
import { type Partner, type StoredPartner, toPartner } from './partner.js';
import { describe } from './report.js';
import { isUnchanged, type Outcome, sendDelete, sendNew, sendUpdate } from './send.js';
import { TierTable } from './tiers.js';

const outcomes = new Map<Outcome, number>();
const count = (outcome: Outcome) => outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);

async function readStored(client: DirectoryClient, { directoryId }: SyncSettings) {
  const stored = new Map<string, StoredPartner>();
  const lines: string[] = [];
  const call = { path: { directory_id: directoryId }, extraQuery: { ordering: 'title' }, timeout: 60_000 };
  for await (const entry of client.pages.listPartnerEntries(call)) {
    const partner = toPartner(entry);
    if (partner.crmId) stored.set(partner.crmId, partner);
    else lines.push(...(await describe(client, directoryId, entry)));
  }
  return { stored, lines };
}

async function applyAccount(client: DirectoryClient, directoryId: string, partner: Partner, old?: StoredPartner) {
  const tiers = await new TierTable(client, directoryId).load();
  const tierId = await tiers.idOf(partner.tier);
  if (!old) {
    const [outcome, id] = await sendNew(client, directoryId, toNewEntry(partner, tierId));
    if (id && tierId) await tiers.assign(tierId, [id]);
    return outcome;
  }
  if (tierId && partner.tier !== old.tier) await tiers.assign(tierId, [old.id]);
  const body = toUpdate(partner, old);
  return body ? sendUpdate(client, { directory_id: directoryId, entry_id: old.id }, body) : undefined;
}

async function main(file: string): Promise<void> {
  const settings = readSettings(process.env);
  const { directoryId, isDryRun } = settings;
  const client = await connect(settings);
  const [accounts, { stored, lines }] = await Promise.all([readAccounts(file), readStored(client, settings)]);
  for (const [crmId, partner] of accounts) {
    const outcome = isDryRun ? undefined : await applyAccount(client, directoryId, partner, stored.get(crmId));
    if (outcome) count(outcome);
  }
  for (const [crmId, { id, title }] of stored) {
    const path = { directory_id: directoryId, entry_id: id };
    if (accounts.has(crmId) || isDryRun || !(await isUnchanged(client, path, title))) continue;
    count(await sendDelete(client, path));
  }
  const tiers = await new TierTable(client, directoryId).load();
  console.log([...lines, ...tiers.counts()].join('\n'));
  console.log(Object.fromEntries(outcomes));
}

await main(process.argv[2] ?? 'accounts.json');
