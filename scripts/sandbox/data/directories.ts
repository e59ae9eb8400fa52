import type { Stored } from '../model/store.js';
import { directories } from './ids.js';
import { record } from './record.js';

const { solutionPartners, appMarketplace } = directories;

export const directoryList: Stored[] = [
  record(solutionPartners, {}, { name: 'Solution partners' }),
  record(appMarketplace, {}, { name: 'App marketplace' }),
];

/** Settings have no id of their own; their record has the id of the directory. */
export const settings: Stored[] = [
  record(solutionPartners, { directory_id: solutionPartners }, { language: 'en', reviewsEnabled: true }),
  record(appMarketplace, { directory_id: appMarketplace }, { language: 'en', reviewsEnabled: false }),
];

export const customForms: Stored[] = [
  record(
    '9ec3aac4-7c51-4671-9504-fdf0d38760fa',
    { directory_id: solutionPartners },
    {
      name: 'Partner onboarding',
      fields: [{ name: 'annual_revenue', label: 'Annual revenue', type: 'currency' }],
    },
  ),
  record(
    'f3d1575e-9608-4306-9763-49e31448a061',
    { directory_id: solutionPartners },
    {
      name: 'Yearly review',
      fields: [
        { name: 'certified_people', label: 'Certified people', type: 'number' },
        { name: 'plans', label: 'Plans for the next year', type: 'text' },
      ],
    },
  ),
  record(
    'f02190f0-9b87-42d7-a93f-3f94ae302f4d',
    { directory_id: appMarketplace },
    {
      name: 'App submission',
      fields: [{ name: 'privacy_url', label: 'Privacy notice', type: 'url' }],
    },
  ),
];

export const currencyFieldOptions: Stored[] = [
  record('33dfa51f-e6d7-423a-a495-9b943d4c4fa8', {}, { code: 'EUR', label: 'Euro' }),
  record('6f73ca2e-f8e2-40ef-8bc6-e8d19cb5198b', {}, { code: 'NOK', label: 'Norwegian krone' }),
  record('e09616cf-e597-4ac1-b352-f0b78318b8b3', {}, { code: 'GBP', label: 'Pound sterling' }),
  record('d715a2a8-f149-44ec-b9f6-2bb2664e3614', {}, { code: 'SEK', label: 'Swedish krona' }),
  record('3a2fa0bd-ee63-4209-b351-e855db0a55a3', {}, { code: 'USD', label: 'US dollar' }),
];

/** The record has the id of the directory; the form itself has another id. */
export const contactRequestForms: Stored[] = [
  record(
    solutionPartners,
    { directory_id: solutionPartners },
    {
      id: 'bb779fce-6427-4487-a393-0daf2e67ea60',
      name: 'Contact a partner',
      fields: [{ name: 'message', label: 'Your message', type: 'text' }],
    },
  ),
];

export const defaultContactRequestForm: Stored[] = [
  record(
    'default',
    {},
    {
      id: '8743d769-5241-446d-a3c8-84213c85800e',
      name: 'Contact',
      fields: [{ name: 'message', label: 'Message', type: 'text' }],
    },
  ),
];
