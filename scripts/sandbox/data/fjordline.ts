import type { Stored } from '../model/store.js';
import { badges, directories, options, partners, people, tiers } from './ids.js';
import { partner } from './partner.js';
import { record } from './record.js';

/** The entry of the contract's examples, with everything that an entry can have. */
export const fjordline: Stored = partner({
  id: partners.fjordline,
  title: 'Fjordline Data',
  headline: 'Data pipelines that survive the night shift',
  description:
    'Fjordline Data builds and runs pipelines between warehouses, shops and ledgers for mid-sized retailers.',
  site: 'fjordline',
  slug: 'fjordline-data',
  customSlug: 'fjordline',
  featured: true,
  owner: people.ines,
  location: 'Bergen, Norway',
  developer: 'Fjordline Data AS',
  action: ['contact', 'Talk to us'],
  crm: 'CRM-20417',
  tracker: 117,
  award: 'partner-of-the-year',
  content: {
    use_cases: [
      {
        id: 'aef0ee72-7785-4a54-b22c-71520325394a',
        title: 'Nightly stock sync',
        description: 'Moves 2 million stock records a night between a warehouse and a web shop.',
        order: 1,
      },
    ],
    callouts: [
      {
        id: '302b59a0-164e-4b1c-982b-82b94e00dd34',
        name: 'New',
        order: 1,
        textColor: 'FFFFFF',
        backgroundColor: '1A7F5A',
      },
    ],
    media: [
      {
        id: '34b74a5a-31a4-4052-ab65-994386439e21',
        title: 'Company brochure',
        description: 'Four pages about method and people.',
        order: 1,
        pdfFileThumbnailUrl: 'https://cdn.example.com/media/brochure.png',
        url: 'https://cdn.example.com/media/brochure.pdf',
        type: 'P',
      },
      {
        id: '5a19075c-1180-405d-b64c-8ce8edac701c',
        title: 'Product tour',
        description: 'A walk through the connector in three minutes.',
        order: 2,
        pdfFileThumbnailUrl: 'https://cdn.example.com/media/tour.png',
        url: 'https://cdn.example.com/media/tour.mp4',
        type: 'V',
      },
    ],
    resources: [
      {
        id: '81768c29-1b62-4338-a6c6-6cc99a7cc9b1',
        title: 'Migration guide',
        url: 'https://fjordline.example/guides/migration',
        file: null,
        order: 1,
      },
      {
        id: 'e6c4f885-c025-4fca-87a1-1554ac314181',
        title: 'Data sheet',
        url: 'https://fjordline.example/data-sheet',
        file: 'https://cdn.example.com/files/data-sheet.pdf',
        order: 2,
      },
    ],
    special_offers: [
      {
        id: 'ee965397-f809-4822-917d-70e83a3fa11f',
        title: 'Free data audit',
        url: 'https://fjordline.example/offers/audit',
        file: null,
        order: 1,
      },
    ],
    clients: [
      {
        id: 'ad58e7cd-7c31-4ec5-a387-4e0d96ea0e5d',
        title: 'Harbour Foods',
        url: 'https://harbourfoods.example',
        file: 'https://cdn.example.com/logos/harbour-foods.svg',
        order: 1,
      },
    ],
    testimonials: [
      {
        id: '31cb343b-b01e-4aa4-a3bd-0cf86b42bd32',
        author_name: 'Maren Solberg',
        position: 'Head of Operations',
        company_name: 'Harbour Foods',
        testimonial_text: 'The sync has not missed a night since it went live.',
        order: 1,
      },
    ],
    certifications: [
      { id: 'd985e3df-851c-4484-a477-f8e3dcd04ffe', title: 'Certified data engineer', quantity: 6 },
      { id: '6678bd82-c28c-4805-ac88-0d1da8a995a4', title: 'Security practitioner', quantity: 2 },
    ],
    verifications: [{ id: '6610c41f-1e54-420f-ada6-2c912ff7d01e', title: 'Company identity verified' }],
  },
  tier: tiers.gold,
  badges: [badges.launchPartner],
  keywords: { 'data integration': 'd53575eb-a846-4f64-99c5-53802b4fb80d' },
  options: [options.nordics, options.retail],
  hidden: {
    internalDescription: 'Good first choice for retail in the north.',
    // An edit by the owner that is awaiting approval.
    edit: {
      id: 'bd62438b-8f3f-4fee-80a9-b20a8f132012',
      entry: partners.fjordline,
      state: 'submitted',
      changes: { headline: 'Data pipelines that never sleep' },
    },
  },
});

const ofFjordline = { directory_id: directories.solutionPartners, entry_id: partners.fjordline };

/** Content of the entry that the entry itself does not return, by collection. */
export const fjordlineContent: Record<string, Stored[]> = {
  locations: [
    record('5d53b33c-552e-4466-b5b3-41958c73900f', ofFjordline, { city: 'Bergen', country: 'Norway' }),
    record('70c5c912-8deb-4987-956e-b09adee3631b', ofFjordline, { city: 'Stavanger', country: 'Norway' }),
  ],
  'industry-certifications': [
    record('e88b099c-313c-441c-a4db-b052684d37ff', ofFjordline, { title: 'Retail specialist', quantity: 3 }),
  ],
  'segment-certifications': [
    record('45e2802d-5e22-4119-ae99-345772f4cc8a', ofFjordline, { title: 'Mid-market specialist', quantity: 1 }),
  ],
  'internal-resources': [
    record('966e54f6-9d91-45f7-8b53-5a7f85267af2', ofFjordline, {
      title: 'Battle card',
      url: 'https://wiki.example.com/battle-cards/fjordline',
      file: null,
      order: 1,
    }),
  ],
  'internal-testimonials': [
    record('53103cff-e1ff-43c0-aab0-05f538b31e2e', ofFjordline, {
      author_name: 'Tomas Lind',
      position: 'Partner Manager',
      company_name: 'Directory team',
      testimonial_text: 'Answers every escalation on the same day.',
      order: 1,
    }),
  ],
  'internal-use-cases': [
    record('4d58f83b-d806-4556-865d-10cf646d1565', ofFjordline, {
      title: 'Pilot with the support team',
      description: 'A trial that is not public yet.',
      order: 1,
    }),
  ],
  'contact-information': [
    record(partners.fjordline, ofFjordline, { name: 'Ines Aas', email: 'ines@fjordline.example' }),
  ],
  'invite/organization-matches': [
    record('579b08ae-598b-46d1-af9a-fca2b8862132', ofFjordline, { name: 'Fjordline Data AS' }),
    record('546c2aad-0d0c-47bb-abe3-f8426df2c9a8', ofFjordline, { name: 'Fjordline Holding AS' }),
  ],
  'invite/owner-users': [
    record('39131ac0-0c61-41ed-b709-2499a95e7f49', ofFjordline, {
      status: 'pending',
      emails: ['ines@fjordline.example'],
    }),
  ],
};
