import type { PartnerEntry } from 'directory-contract';
import { type Api, unwrap } from './api.js';
import { mapDetails, mapSummary } from './mappers.js';
import type { EditableFields, PartnerDetails, PartnerId, PartnerSummary } from './types.js';

export interface PartnerQuery {
  search?: string;
  onlyFeatured?: boolean;
  tierId?: string;
}

const isVisible = (entry: PartnerEntry) => entry.status !== 'hidden';

export class PartnerService {
  private readonly cache = new Map<PartnerId, PartnerDetails>();

  constructor(
    private readonly api: Api,
    private readonly directory_id: string,
  ) {}

  async search({ search = '', onlyFeatured, tierId }: PartnerQuery = {}): Promise<PartnerSummary[]> {
    const entries = await unwrap(this.api.listPartnerEntries({ path: { directory_id: this.directory_id } }));
    return entries
      .filter(isVisible)
      .filter((entry) => !onlyFeatured || entry.featured)
      .filter((entry) => tierId === undefined || entry.tier?.id === tierId)
      .filter(({ title, location }) => `${title} ${location}`.toLowerCase().includes(search.toLowerCase()))
      .map(mapSummary);
  }

  async get(id: PartnerId): Promise<PartnerDetails> {
    const cached = this.cache.get(id);
    if (cached) return cached;
    const [entry, badges] = await Promise.all([
      unwrap(this.api.getPartnerEntry({ path: this.pathOf(id) })),
      unwrap(this.api.listPartnerEntryBadges({ path: this.pathOf(id) })),
    ]);
    const details = mapDetails(
      entry,
      badges.map((badge) => badge.title ?? ''),
    );
    this.cache.set(id, details);
    return details;
  }

  async update(id: PartnerId, changes: Partial<EditableFields>): Promise<PartnerSummary | null> {
    const { ok, status, ...rest } = await this.api.updatePartnerEntry({ path: this.pathOf(id), body: changes });
    this.cache.delete(id);
    if (ok && 'data' in rest) return mapSummary(rest.data);
    if (status === 404) return null;
    throw new Error(`Cannot update ${id}`);
  }

  async publish(id: PartnerId) {
    return this.update(id, { status: 'public', displayOnInternalDirectory: true });
  }

  async rename(id: PartnerId, title: string, { keepSlug = false } = {}) {
    const changes: Partial<EditableFields> = { title };
    if (!keepSlug) changes.customSlug = title.toLowerCase().replace(/\s+/g, '-');
    return this.update(id, changes);
  }

  private pathOf(entry_id: PartnerId) {
    return { directory_id: this.directory_id, entry_id };
  }
}
