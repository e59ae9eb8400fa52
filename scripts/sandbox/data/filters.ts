import type { JsonObject } from '../../contract/json.js';
import type { Stored } from '../model/store.js';
import { directories, filters, options } from './ids.js';
import { record } from './record.js';

const inPartners = { directory_id: directories.solutionPartners };
const inApps = { directory_id: directories.appMarketplace };

/** The fields that most filters share. */
const usual: JsonObject = {
  type: 'user',
  userEnabled: true,
  multipleSelectFromDashboard: true,
  multipleSelectFromDirectory: true,
  displayInInternalDirectory: true,
  displayInDirectory: true,
  required: false,
};

export const filterList: Stored[] = [
  record(filters.region, inPartners, { name: 'Region', slug: 'region', order: 1, ...usual }),
  // Only visitors see this filter.
  record(filters.industry, inPartners, {
    name: 'Industry',
    slug: 'industry',
    order: 2,
    ...usual,
    multipleSelectFromDashboard: false,
    displayInInternalDirectory: false,
    required: true,
  }),
  // Only the internal directory shows this filter.
  record(filters.companySize, inPartners, {
    name: 'Company size',
    slug: 'company-size',
    order: 3,
    ...usual,
    userEnabled: false,
    displayInDirectory: false,
  }),
  record(filters.appCategory, inApps, {
    name: 'App category',
    slug: 'app-category',
    order: 1,
    ...usual,
    displayInInternalDirectory: false,
  }),
];

function option(id: string, filter: string, name: string, order: number): Stored {
  return record(id, { filter_id: filter }, { name, order });
}

export const filterOptions: Stored[] = [
  option(options.nordics, filters.region, 'Nordics', 1),
  option(options.britishIsles, filters.region, 'British Isles', 2),
  option(options.manufacturing, filters.industry, 'Manufacturing', 1),
  option(options.logistics, filters.industry, 'Logistics', 2),
  option(options.retail, filters.industry, 'Retail', 3),
  option(options.upTo50, filters.companySize, 'Up to 50 people', 1),
  option(options.over50, filters.companySize, 'More than 50 people', 2),
  option(options.finance, filters.appCategory, 'Finance', 1),
  option(options.stock, filters.appCategory, 'Stock and shipping', 2),
];

function mapping(id: string, parents: Stored['parents'], filterOption: string, externalValue: string): Stored {
  return record(id, parents, { filterOption, externalValue });
}

export const filterOptionMappings: Stored[] = [
  mapping('59bfb7d8-eff3-448c-9438-8019db7faf6c', inPartners, options.nordics, 'NO, SE, DK, FI'),
  mapping('44e3caa4-d9ed-4a44-a3de-afdcc3e6831f', inPartners, options.britishIsles, 'GB, IE'),
  mapping('5a0c2273-a255-4c73-b1d8-a5171234f61d', inPartners, options.upTo50, 'SMALL'),
  mapping('f15bd3b0-2bf3-4c78-8567-579b0570440f', inApps, options.finance, 'FIN'),
];
