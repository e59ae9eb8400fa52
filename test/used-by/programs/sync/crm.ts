import { readFile } from 'node:fs/promises';
import type { Partner } from './partner.js';

/** One line of the export of the CRM. */
interface CrmAccount {
  account: string;
  name: string;
  tagline?: string;
  handle?: string;
  site?: string;
  mail?: string;
  active: boolean;
  starred?: boolean;
  level?: string;
  links?: { label: string; address: string }[];
}

export async function readAccounts(file: string): Promise<Map<string, Partner>> {
  const accounts = JSON.parse(await readFile(file, 'utf8')) as CrmAccount[];
  return new Map(accounts.map((account) => [account.account, fromAccount(account)]));
}

function fromAccount({ account, name, tagline = '', handle, site, mail, level, ...rest }: CrmAccount): Partner {
  return {
    crmId: account,
    title: name.trim(),
    headline: tagline.trim(),
    slug: handle ?? name.trim().toLowerCase().replaceAll(/\W+/g, '-'),
    website: site,
    supportEmail: mail?.toLowerCase(),
    visibility: rest.active ? 'shown' : 'hidden',
    isFeatured: rest.starred ?? false,
    tier: level,
    links: rest.links ?? [],
  };
}
