import type { JsonObject } from '../../contract/json.js';
import { moderator } from '../model/moderator.js';
import { numbersFrom } from '../model/random.js';
import type { SandboxState, Stored } from '../model/store.js';
import { badges, directories, options, people, tiers } from './ids.js';
import { initialState } from './initial-state.js';
import { partner } from './partner.js';
import { record } from './record.js';
import * as words from './words.js';

/** How many partner entries a state begins with, and the seed of everything that is invented for it. */
export interface Amount {
  entries: number;
  seed: number;
}

/** The partner entries that every state begins with, and the most that the sandbox invents. */
export const entryLimits = { least: initialState.collections['PartnerEntry']?.length ?? 0, most: 100_000 };

const inPartners = { directory_id: directories.solutionPartners };
const regions = [options.nordics, options.britishIsles];
const industries = [options.manufacturing, options.logistics, options.retail];
const sizes = [options.upTo50, options.over50];
const owners = Object.values(people);
/** Each tier with its share of the entries. */
const shares = [
  [tiers.gold, 0.1],
  [tiers.silver, 0.4],
  [tiers.bronze, 0.4],
] as const;
const statuses: readonly JsonObject[] = [
  { status: 'A', statusDisplay: 'approved', approvedBy: moderator, declinedBy: null },
  { status: 'A', statusDisplay: 'approved', approvedBy: moderator, declinedBy: null },
  { status: 'D', statusDisplay: 'declined', approvedBy: null, declinedBy: moderator },
  { status: 'P', statusDisplay: 'pending', approvedBy: null, declinedBy: null },
];
/** Reviews were written in the year before the clock of a sandbox begins. */
const yearBefore = [Date.UTC(2025, 0, 1), Date.UTC(2026, 0, 1)] as const;
const locations = 'directories/entries/partners/locations';

/**
 * The initial state with invented resources after those that it has: partner entries up to a number, and a share of app
 * entries, locations, reviews and requests for them. The same arguments give the same state.
 */
export function inventedState({ entries, seed }: Amount): SandboxState {
  const invention = new Invention(seed);
  const count = Math.max(0, entries - entryLimits.least);
  for (let index = 0; index < count; index += 1) invention.addPartner(index);
  const reviews = (invention.added['Review'] ?? []).sort(byDate);
  const added: Record<string, Stored[]> = { ...invention.added, Review: reviews };
  const collections = Object.entries(initialState.collections).map(([name, records]) => [
    name,
    [...records, ...(added[name] ?? [])],
  ]);
  return { ...initialState, collections: Object.fromEntries(collections) };
}

function byDate({ value: one }: Stored, { value: other }: Stored): number {
  return String(one['created']) < String(other['created']) ? -1 : 1;
}

class Invention {
  readonly added: Record<string, Stored[]> = {};
  readonly #number: () => number;

  constructor(seed: number) {
    this.#number = numbersFrom(seed);
  }

  addPartner(index: number): void {
    const { id, title, owner } = this.#partner(index);
    for (let count = Math.floor(this.#number() * 4); count > 0; count -= 1) this.#addReview({ id, owner, title });
    if (index % 4 === 0) this.#addApp(title);
    if (index % 20 === 0) this.#addContactRequest(id);
    if (index % 50 === 0) this.#addMatchmaking(id, title);
  }

  #partner(index: number): { id: string; title: string; owner: string } {
    const [trade, about, industry] = this.#one(words.trades);
    const [city, country, form] = this.#one(words.places);
    const name = this.#one(words.nameStarts) + this.#one(words.nameEnds);
    const [id, title, owner] = [this.#id(), `${name} ${trade}`, this.#one(owners)];
    // Names may be the same, addresses may not.
    const site = `${name}-${index + 1}`.toLowerCase();
    const tier = this.#tier();
    this.#add(
      'PartnerEntry',
      partner({
        id,
        title,
        owner,
        site,
        headline: `${upperFirst(about)}, in ${city} and beyond`,
        description: `${title} works on ${about}, with ${2 + this.#below(90)} people in ${city}.`,
        slug: `${site}-${trade.toLowerCase()}`,
        status: this.#number() < 0.15 ? 'hidden' : 'public',
        featured: this.#number() < 0.05,
        internal: this.#number() < 0.9,
        location: `${city}, ${country}`,
        developer: `${name} ${form}`,
        action: ['contact', 'Talk to us'],
        crm: `CRM-${30_000 + index}`,
        tracker: 1000 + index,
        ...(tier !== undefined && { tier }),
        badges: this.#number() < 0.2 ? [this.#one(Object.values(badges))] : [],
        options: [this.#one(regions), industries[industry] ?? options.retail, this.#one(sizes)],
      }),
    );
    this.#add(locations, record(this.#id(), { ...inPartners, entry_id: id }, { city, country }));
    return { id, title, owner };
  }

  #addReview(entry: JsonObject): void {
    const [first, last] = [this.#one(words.firstNames), this.#one(words.lastNames)];
    const company = `${this.#one(words.nameStarts)}${this.#one(words.nameEnds)}`;
    // Most reviews are good.
    const rating = 5 - Math.floor(this.#number() ** 2 * 5);
    const [title = '', summary = ''] = words.opinions[rating - 1] ?? [];
    const [from, to] = yearBefore;
    const created = new Date(from + Math.floor(this.#number() * ((to - from) / 1000)) * 1000);
    this.#add(
      'Review',
      record(this.#id(), inPartners, {
        entry,
        entryType: 'partner',
        title,
        company,
        summary,
        shortSummary: `${title}.`,
        firstName: first,
        lastName: last,
        email: `${first}.${last}@${company}.example`.toLowerCase(),
        rating,
        created: created.toISOString().replace('.000Z', 'Z'),
        ...this.#one(statuses),
      }),
    );
  }

  #addApp(maker: string): void {
    const isFeatured = this.#number() < 0.1;
    const value = { title: `${maker} Connector`, headline: 'The nightly export, as an app', callouts: [] };
    const parents = { directory_id: directories.appMarketplace };
    this.#add('AppEntry', record(this.#id(), parents, value, isFeatured ? { tier: tiers.featuredApp } : undefined));
  }

  #addContactRequest(entry: string): void {
    const [first, last] = [this.#one(words.firstNames), this.#one(words.lastNames)];
    const email = `${first}.${last}@${this.#one(words.nameStarts)}.example`.toLowerCase();
    this.#add('ContactRequest', record(this.#id(), inPartners, { email, message: this.#one(words.wishes), entry }));
  }

  #addMatchmaking(partnerId: string, name: string): void {
    const value = { title: `A partner like ${name}`, owner: this.#one(owners), partners: [partnerId] };
    this.#add('MatchmakingRequest', record(this.#id(), inPartners, value));
  }

  #add(collection: string, added: Stored): void {
    const records = this.added[collection] ?? [];
    this.added[collection] = records;
    records.push(added);
  }

  /** One entry in ten has no tier. */
  #tier(): string | undefined {
    let left = this.#number();
    for (const [tier, share] of shares) {
      left -= share;
      if (left < 0) return tier;
    }
    return undefined;
  }

  #below(most: number): number {
    return Math.floor(this.#number() * most);
  }

  #one<Item>(items: readonly Item[]): Item {
    return items[this.#below(items.length)] as Item;
  }

  /** A UUID of version 4, of random digits. */
  #id(): string {
    const digits = Array.from({ length: 4 }, () => this.#below(0x1_0000_0000).toString(16).padStart(8, '0')).join('');
    const variant = '89ab'.charAt(this.#below(4));
    const [a, b, c] = [digits.slice(0, 8), digits.slice(8, 12), digits.slice(13, 16)];
    return `${a}-${b}-4${c}-${variant}${digits.slice(17, 20)}-${digits.slice(20, 32)}`;
  }
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
