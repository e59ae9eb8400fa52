import type { Stored } from '../model/store.js';
import { badges, directories, tiers } from './ids.js';
import { record } from './record.js';

const inPartners = { directory_id: directories.solutionPartners };
const inApps = { directory_id: directories.appMarketplace };

function tier(
  id: string,
  parents: Stored['parents'],
  title: string,
  more: { order: number; default?: boolean },
): Stored {
  const image = `https://cdn.example.com/tiers/${title.toLowerCase().replaceAll(' ', '-')}.svg`;
  return record(id, parents, { title, default: more.default ?? false, image, order: more.order });
}

export const tierList: Stored[] = [
  tier(tiers.gold, inPartners, 'Gold', { order: 1 }),
  tier(tiers.silver, inPartners, 'Silver', { order: 2, default: true }),
  tier(tiers.bronze, inPartners, 'Bronze', { order: 3 }),
  tier(tiers.featuredApp, inApps, 'Featured app', { order: 1 }),
];

export const badgeList: Stored[] = [
  record(badges.launchPartner, inPartners, { title: 'Launch partner' }),
  record(badges.topRated, inPartners, { title: 'Top rated' }),
  record(badges.community, inPartners, { title: 'Community contributor' }),
  record('82b45810-60b4-4077-8281-9bb3bcd21035', inApps, { title: 'Staff pick' }),
];

export const calloutList: Stored[] = [
  record('302b59a0-164e-4b1c-982b-82b94e00dd34', inPartners, {
    name: 'New',
    order: 1,
    textColor: 'FFFFFF',
    backgroundColor: '1A7F5A',
  }),
  record('df36cc78-5262-4e54-8ca9-0cef573cf240', inPartners, {
    name: 'Popular',
    order: 2,
    textColor: '1B1B1B',
    backgroundColor: 'FFD166',
  }),
  record('e1bae450-99c8-4146-a96e-1787fa21d9f1', inPartners, {
    name: 'Works on site',
    order: 3,
    textColor: 'FFF',
    backgroundColor: '33475B',
  }),
  record('3dfafc31-0ba0-4a5c-aee5-b0191eae8bf3', inApps, {
    name: 'Beta',
    order: 1,
    textColor: 'FFFFFFFF',
    backgroundColor: '7A3E9DCC',
  }),
];

export const certificationList: Stored[] = [
  record('d985e3df-851c-4484-a477-f8e3dcd04ffe', inPartners, { title: 'Certified data engineer' }),
  record('6678bd82-c28c-4805-ac88-0d1da8a995a4', inPartners, { title: 'Security practitioner' }),
  record('f5f08a66-d1fe-4b06-a69e-76c7ee4f7881', inPartners, { title: 'Service designer' }),
  record('be1db3a8-2980-49ef-a918-b63b1cb1eadd', inPartners, { title: 'Store operations' }),
];

export const verificationList: Stored[] = [
  record('6610c41f-1e54-420f-ada6-2c912ff7d01e', inPartners, { title: 'Company identity verified' }),
  record('dce564e1-850e-41b7-95cd-475cede95186', inPartners, { title: 'Insurance verified' }),
  record('8549a285-d731-41b7-97d7-7e3da2ccf794', inApps, { title: 'Publisher verified' }),
];
