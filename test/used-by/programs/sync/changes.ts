import type { DirectoryCall, EntryResourceUpdate, PartnerEntryUpdate } from 'directory-contract';
import type { Link, Partner, StoredPartner } from './partner.js';

/** The fields of an update that the CRM owns. Editors of the directory own all others. */
export type OwnedUpdate = Pick<
  PartnerEntryUpdate,
  'title' | 'headline' | 'customSlug' | 'status' | 'externalUrl' | 'supportEmail' | 'featured' | 'resources'
>;

export type NewEntry = DirectoryCall<'createPartnerEntry'>['body'];

/** The part of an update that brings an entry to the state of the CRM; undefined if there is nothing to send. */
export function toUpdate(partner: Partner, stored?: StoredPartner): OwnedUpdate | undefined {
  const update: OwnedUpdate = {
    ...(partner.title !== stored?.title && { title: partner.title }),
    ...(partner.headline !== stored?.headline && { headline: partner.headline }),
    ...(partner.slug !== stored?.slug && { customSlug: partner.slug }),
  };
  if (partner.visibility !== stored?.visibility) update.status = partner.visibility === 'shown' ? 'public' : 'hidden';
  if (partner.website && partner.website !== stored?.website) update.externalUrl = `https://${partner.website}/`;
  if (partner.supportEmail !== stored?.supportEmail) assignMail(update, partner.supportEmail);
  if (partner.isFeatured !== (stored?.isFeatured ?? false)) update.featured = partner.isFeatured;
  if (!hasSameLinks(partner.links, stored?.links ?? [])) update.resources = partner.links.map(toResource);
  return Object.keys(update).length > 0 ? update : undefined;
}

export function toNewEntry(partner: Partner, tierId: string | undefined): NewEntry {
  const { status = 'hidden', ...fields } = toUpdate(partner) ?? {};
  const body: NewEntry = { ...fields, status, displayOnInternalDirectory: true };
  if (partner.crmId) body.externalId = partner.crmId;
  if (tierId) body.tier = tierId;
  return body;
}

function assignMail(update: Pick<PartnerEntryUpdate, 'supportEmail'>, mail: string | undefined): void {
  if (mail?.includes('@')) update.supportEmail = mail;
}

const toResource = ({ label, address }: Link, order: number): EntryResourceUpdate => ({
  title: label,
  url: address,
  order,
});

function hasSameLinks(links: readonly Link[], others: readonly Link[]): boolean {
  const texts = others.map(({ label, address }) => `${label} ${address}`);
  return links.length === texts.length && links.every(({ label, address }) => texts.includes(`${label} ${address}`));
}
