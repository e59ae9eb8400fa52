import type { JsonObject } from '../../../scripts/contract/json.js';
import type { SandboxState, StoredRecord } from '../../../scripts/sandbox/model/store.js';

export const ids = {
  directory: '0fd4340a-c3c4-4d8b-815a-f5be26abedae',
  otherDirectory: 'bdbfdf19-b16a-4ec4-a7d7-7b9a918a0e5d',
  gold: 'bc4048fe-b64e-42ae-ba87-0578bd18e23a',
  silver: '0ff27477-252f-4672-b304-8071f2b2e146',
  filter: 'cbd1c79c-294c-450c-81b1-b4300c6faafd',
  rich: 'c07ef43e-b5f0-44d8-8c75-5f49fec498c9',
  plain: 'bc16f299-cddb-46fc-92cc-d219074e316e',
  third: '3d6cf6f0-4d7a-4b0e-9a53-6a2a0a8d8c11',
  review: 'c9d5f267-bbad-4c87-8a37-120534a6a65c',
  owner: '2c0b0f00-e879-4943-88cc-835e1b747563',
  nobody: '9a4f0e3c-77c4-4b1e-8a0f-1d2c3b4a5968',
} as const;

const numbered = (count: number): string => `7f1b6f0a-0000-4000-8000-${String(count).padStart(12, '0')}`;

function entry(id: string, title: string, tier: string, more: JsonObject): StoredRecord {
  const slug = title.toLowerCase().replaceAll(' ', '-');
  return {
    id,
    parents: { directory_id: ids.directory },
    value: {
      title,
      headline: `What ${title} does`,
      description: `${title} does it well.`,
      slug,
      custom_slug: null,
      status: 'public',
      featured: false,
      owner: ids.owner,
      external_url: `https://${slug}.example`,
      support_email: `help@${slug}.example`,
      location: 'Bergen',
      metadata: { external_id: 'CRM-1' },
      award: 'https://cdn.example.com/award.svg',
      use_cases: [],
      callouts: [],
      media: [],
      resources: [],
      certifications: [],
      verifications: [],
      tracking: { tracker_website_id: 'site-1', tracker_share_id: 'share-1' },
      display_on_internal_directory: true,
      ...more,
    },
    hidden: { tier },
  };
}

const resource = (count: number, order: number): JsonObject => ({
  id: numbered(count),
  title: `Guide ${count}`,
  url: `https://guides.example/${count}`,
  file: null,
  order,
});
const picture = (count: number, order: number): JsonObject => ({
  id: numbered(count),
  title: `Picture ${count}`,
  order,
  type: 'P',
});

const tier = (id: string, title: string, order: number): StoredRecord => ({
  id,
  parents: { directory_id: ids.directory },
  value: { title, default: order === 2, image: 'https://cdn.example.com/tier.svg', order },
});

/** Two directories. The first has three entries: one with every field, one with few fields, and a third one. */
export const state: SandboxState = {
  format: 'directory-contract/sandbox',
  version: 1,
  serial: 0,
  collections: {
    Directory: [
      { id: ids.directory, parents: {}, value: { name: 'Solution partners' } },
      { id: ids.otherDirectory, parents: {}, value: { name: 'App marketplace' } },
    ],
    Tier: [tier(ids.gold, 'Gold', 1), tier(ids.silver, 'Silver', 2)],
    Filter: [
      {
        id: ids.filter,
        parents: { directory_id: ids.directory },
        value: {
          name: 'Region',
          slug: 'region',
          order: 1,
          type: 'user',
          required: false,
          displayInInternalDirectory: true,
          displayInDirectory: true,
        },
      },
    ],
    PartnerEntry: [
      entry(ids.rich, 'Fjordline Data', ids.gold, {
        featured: true,
        use_cases: [{ id: numbered(1), title: 'Nightly sync', description: 'Moves stock records.', order: 1 }],
        callouts: [{ id: numbered(2), name: 'New', order: 1, textColor: 'FFFFFF', backgroundColor: '1A7F5A' }],
        media: [picture(3, 1), picture(4, 2)],
        resources: [resource(5, 1), resource(6, 2)],
        certifications: [
          { id: numbered(7), title: 'Data engineer', quantity: 6 },
          { id: numbered(8), title: 'Security practitioner', quantity: 2 },
          { id: numbered(9), title: 'Trainer', quantity: 1 },
        ],
      }),
      entry(ids.plain, 'Kestrel Consulting', ids.silver, {}),
      entry(ids.third, 'Lumen Works', ids.silver, { status: 'hidden' }),
    ],
    Review: [
      {
        id: ids.review,
        parents: { directory_id: ids.directory },
        value: {
          title: 'Reliable',
          rating: 5,
          created: '2026-03-14T09:30:00Z',
          status: 'A',
          approvedBy: null,
          declinedBy: null,
        },
      },
    ],
  },
};
