import type { DirectoryClient, Tier } from 'directory-contract';

/** The tiers of a directory by title. A tier that the CRM has and the directory lacks is created on demand. */
export class TierTable {
  readonly #client: DirectoryClient;
  readonly #directoryId: string;
  readonly #tiers = new Map<string, Tier>();

  constructor(client: DirectoryClient, directoryId: string) {
    this.#client = client;
    this.#directoryId = directoryId;
  }

  async load(): Promise<this> {
    const tiers = await this.#client.orThrow.listTiers({ path: { directory_id: this.#directoryId } });
    for (const tier of tiers) if (tier.title) this.#tiers.set(tier.title, tier);
    return this;
  }

  async idOf(title: string | undefined): Promise<string | undefined> {
    if (title === undefined) return this.#fallback()?.id;
    const known = this.#tiers.get(title) ?? (await this.#create(title));
    return known.id;
  }

  /** The number of entries of each tier, as the report shows it. */
  counts(): string[] {
    return [...this.#tiers].map(([title, { entriesCount = 0 }]) => `${title}: ${entriesCount}`);
  }

  async assign(tierId: string, entryIds: string[]): Promise<number> {
    if (entryIds.length === 0) return 0;
    const body = { assign: entryIds };
    const result = await this.#client.assignTierEntries({ path: { tier_id: tierId }, body, idempotent: true });
    if (!result.ok) throw new Error(`The tier ${tierId} was refused with ${result.status}.`);
    return result.data.length;
  }

  #fallback(): Tier | undefined {
    return [...this.#tiers.values()].find((tier) => tier.default);
  }

  async #create(title: string): Promise<Tier> {
    const order = this.#tiers.size + 1;
    const path = { directory_id: this.#directoryId };
    const tier = await this.#client.orThrow.createTier({ path, body: { title, order } });
    this.#tiers.set(title, tier);
    return tier;
  }
}
