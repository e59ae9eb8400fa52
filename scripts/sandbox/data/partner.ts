import type { JsonObject } from '../../contract/json.js';
import type { Stored } from '../model/store.js';
import { directories } from './ids.js';
import { record } from './record.js';

/** The fields that differ between partners; the others are derived from them. */
export interface Partner {
  id: string;
  title: string;
  headline: string;
  description: string;
  /** The partner's host name without `.example`. */
  site: string;
  slug: string;
  customSlug?: string;
  status?: string;
  featured?: boolean;
  internal?: boolean;
  owner: string;
  location: string;
  developer: string;
  /** The path of the call to action at the partner's host, and its label. */
  action: [path: string, label: string];
  /** The part of the support address before the `@`. */
  mailbox?: string;
  crm: string;
  tracker: number;
  award?: string;
  /** Lists of content, as in responses; a missing list is empty. */
  content?: JsonObject;
  tier?: string;
  badges?: string[];
  /** Each keyword with its id. */
  keywords?: Record<string, string>;
  options?: string[];
  /** Further fields that no response contains. */
  hidden?: JsonObject;
}

const empty: JsonObject = {
  use_cases: [],
  callouts: [],
  media: [],
  resources: [],
  special_offers: [],
  clients: [],
  testimonials: [],
  certifications: [],
  verifications: [],
};

export function partner(of: Partner): Stored {
  const host = `https://${of.site}.example`;
  const [path, label] = of.action;
  const keywords = Object.entries(of.keywords ?? {}).map(([name, id]) => ({ name, id }));
  const value: JsonObject = {
    title: of.title,
    headline: of.headline,
    description: of.description,
    icon: `https://cdn.example.com/icons/${of.site}.svg`,
    image: `https://cdn.example.com/images/${of.site}.jpg`,
    slug: of.slug,
    custom_slug: of.customSlug ?? null,
    status: of.status ?? 'public',
    featured: of.featured ?? false,
    owner: of.owner,
    'the service': `https://directory.example.com/partners/${of.customSlug ?? of.slug}`,
    location: of.location,
    call_to_action_url: `${host}/${path}`,
    call_to_action_label: label,
    external_url: host,
    support_email: `${of.mailbox ?? 'support'}@${of.site}.example`,
    developer_name: of.developer,
    metadata: { external_id: of.crm },
    award: `https://cdn.example.com/awards/${of.award ?? 'member'}.svg`,
    ...empty,
    ...of.content,
    tracking: { tracker_website_id: `site-${of.tracker}`, tracker_share_id: `share-${of.tracker}` },
    display_on_internal_directory: of.internal ?? true,
  };
  const hidden: JsonObject = {
    type: 'partner',
    ...(of.tier !== undefined && { tier: of.tier }),
    badges: of.badges ?? [],
    keywords,
    userAssignedFilterOptions: of.options ?? [],
    ...of.hidden,
  };
  return record(of.id, { directory_id: directories.solutionPartners }, value, hidden);
}
