import type { SandboxState } from '../model/store.js';
import { appEntries } from './apps.js';
import { badgeList, calloutList, certificationList, tierList, verificationList } from './catalogue.js';
import {
  contactRequestForms,
  currencyFieldOptions,
  customForms,
  defaultContactRequestForm,
  directoryList,
  settings,
} from './directories.js';
import { filterList, filterOptionMappings, filterOptions } from './filters.js';
import { fjordline, fjordlineContent } from './fjordline.js';
import { otherPartners } from './partners.js';
import { contactRequestAttachments, contactRequests, matchmakingRequests } from './requests.js';
import { reviews } from './reviews.js';

const content = Object.entries(fjordlineContent).map(([name, records]) => [
  `directories/entries/partners/${name}`,
  records,
]);

/**
 * The default initial state: two directories, one of them with a dozen partners and everything around them. A resource
 * that is an example of the contract has the same id here.
 */
export const initialState: SandboxState = {
  format: 'directory-contract/sandbox',
  version: 1,
  serial: 0,
  collections: {
    Directory: directoryList,
    'directories/settings': settings,
    'directories/forms': customForms,
    'forms/currency-field-options': currencyFieldOptions,
    'directories/forms/contact-request': contactRequestForms,
    'forms/contact-request/default': defaultContactRequestForm,
    Tier: tierList,
    Badge: badgeList,
    Callout: calloutList,
    Certification: certificationList,
    Verification: verificationList,
    Filter: filterList,
    FilterOption: filterOptions,
    FilterOptionMapping: filterOptionMappings,
    PartnerEntry: [fjordline, ...otherPartners],
    ...Object.fromEntries(content),
    AppEntry: appEntries,
    ContactRequest: contactRequests,
    ContactRequestAttachment: contactRequestAttachments,
    MatchmakingRequest: matchmakingRequests,
    Review: reviews,
  },
};
