import type { EntryCertification, EntryMedia, EntryResource, PartnerEntry } from 'directory-contract';

export type Visibility = 'shown' | 'hidden' | 'unknown';

/** A partner as this job compares it, whatever the system that it comes from. */
export interface Partner {
  crmId: string | undefined;
  title: string;
  headline: string;
  slug: string;
  website: string | undefined;
  supportEmail: string | undefined;
  visibility: Visibility;
  isFeatured: boolean;
  tier: string | undefined;
  links: Link[];
}

export type StoredPartner = Partner & { readonly id: string; readonly pictures: readonly string[] };

export interface Link {
  label: string;
  address: string;
}

/** The card of a partner in the report. Nobody prints the developer, but mail templates may. */
export type ContactCard = Pick<PartnerEntry, 'title' | 'support_email' | 'developer_name'>;

type RankedResource = Required<Pick<EntryResource, 'url' | 'order'>> & Omit<EntryResource, 'url' | 'order'>;

const isRanked = (resource: EntryResource): resource is RankedResource =>
  resource.url !== undefined && resource.order !== undefined;

export function toPartner(entry: PartnerEntry): StoredPartner {
  const { id = '', headline, custom_slug, metadata, tier, resources = [] } = entry;
  return {
    id,
    crmId: metadata?.external_id,
    title: entry.title ?? 'Untitled',
    headline: headline?.trim() ?? '',
    slug: custom_slug ?? entry.slug ?? '',
    website: hostOf(entry.external_url),
    supportEmail: entry.support_email?.toLowerCase(),
    visibility: visibilityOf(entry.status),
    isFeatured: entry.featured === true,
    tier: tier?.title,
    links: toLinks(resources),
    pictures: (entry.media ?? []).flatMap(pictureOf),
  };
}

function visibilityOf(status: PartnerEntry['status']): Visibility {
  switch (status) {
    case 'public':
      return 'shown';
    case 'hidden':
      return 'hidden';
    default:
      return 'unknown';
  }
}

function toLinks(resources: readonly EntryResource[]): Link[] {
  const ranked = resources.filter(isRanked).sort((one, other) => one.order - other.order);
  return ranked.map(({ title: label = 'Link', url: address }) => ({ label, address }));
}

function pictureOf({ url, pdfFileThumbnailUrl }: EntryMedia): string[] {
  const address = pdfFileThumbnailUrl ?? url;
  return address ? [address] : [];
}

function hostOf(address: string | undefined): string | undefined {
  return address ? new URL(address).host : undefined;
}

export function contactLine({ title, support_email: mail }: ContactCard): string {
  return mail ? `${title} <${mail}>` : `${title} (no address)`;
}

/** The certifications that count for the yearly bonus, as a text such as "Cloud ×3". */
export const certificationNames = (certifications: readonly EntryCertification[] = []): string =>
  certifications.map((certification) => `${certification.title} ×${certification.quantity ?? 1}`).join(', ');

/** The identifiers under which the tracker knows the entry; the names come and go with its releases. */
export function trackerIds(entry: Pick<PartnerEntry, 'tracking'>): string[] {
  return Object.entries(entry.tracking ?? {}).map(([name, id]) => `${name}=${id}`);
}
