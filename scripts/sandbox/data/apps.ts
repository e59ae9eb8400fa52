import type { Stored } from '../model/store.js';
import { directories, tiers } from './ids.js';
import { record } from './record.js';

const inPartners = { directory_id: directories.solutionPartners };
const inApps = { directory_id: directories.appMarketplace };

export const appEntries: Stored[] = [
  record(
    'a69c22b4-f669-41a3-8f5d-ed505d820764',
    inPartners,
    {
      title: 'Ledgerly',
      headline: 'Bookkeeping that closes itself',
      callouts: [
        {
          id: '302b59a0-164e-4b1c-982b-82b94e00dd34',
          name: 'New',
          order: 1,
          textColor: 'FFFFFF',
          backgroundColor: '1A7F5A',
        },
      ],
    },
    { tier: tiers.silver },
  ),
  record(
    '9fe0f849-8380-4d85-b6d2-59be0ddf8bdd',
    inPartners,
    {
      title: 'Fjordline Connector',
      headline: 'The nightly export, as an app',
      callouts: [],
    },
    { tier: tiers.silver },
  ),
  record(
    'be1a7c36-248a-4f5f-bbaa-9b8ff5cdffd5',
    inApps,
    {
      title: 'Stockwise',
      headline: 'Know what is on the shelf before the shelf does',
      callouts: [
        {
          id: 'bc9908eb-3c4e-4112-b23c-09ce535af1fa',
          name: 'Beta',
          order: 1,
          textColor: 'FFFFFFFF',
          backgroundColor: '7A3E9DCC',
        },
      ],
    },
    { tier: tiers.featuredApp },
  ),
  record('d2f4c15f-629c-4931-aeeb-ca8d7cb9cd86', inApps, {
    title: 'Parcelnote',
    headline: 'Labels, tracking and returns in one place',
    callouts: [],
  }),
  record('f163d58c-b9c2-489c-9645-571e5966ffd5', inApps, {
    title: 'Shiftboard Mini',
    headline: 'Rosters for teams of up to ten',
    callouts: [],
  }),
];
