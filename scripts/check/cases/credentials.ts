import { keyPrefixOf, type Security } from '../../contract/security.js';
import type { CaseKind, TestCase } from '../model/case.js';
import type { CheckedOperation } from '../model/contract/operations.js';
import type { NearKey } from '../model/near-key.js';
import { caseOf, type Parameters } from '../model/request.js';
import type { Dealt } from './dealing.js';
import type { Permissions } from './methods.js';
import type { CaseSource } from './source.js';

/** Credentials that are right but for one thing, and how a right server treats them. */
export interface NearCredentials extends Dealt {
  use: NearKey;
  /** `key-form`: they may be accepted or refused; all others must be refused. */
  kind: CaseKind & ('near-key' | 'other-scheme' | 'other-place' | 'key-form');
  about: string;
  /** `local`: the key could be logged on its way. `disposable`: a part of the key is sent, too. */
  needs?: 'local' | 'disposable';
  suits: (security: Security, places: ReadonlySet<string>) => boolean;
}

const inHeader = ({ kind }: Security): boolean => kind === 'header' || kind === 'bearer' || kind === 'basic';
const withScheme = (security: Security): boolean => security.kind === 'basic' || keyPrefixOf(security) !== '';
const always = ({ kind }: Security): boolean => kind !== 'none';

const derived = (use: NearKey, about: string, suits = always): NearCredentials => ({
  use,
  kind: 'near-key',
  about,
  needs: 'disposable',
  suits,
});

/** Each row is one request; `model/near-key.ts` has what it sends. */
export const nearCredentials: readonly NearCredentials[] = [
  // Schemes are read without regard to case (RFC 9110 §11.1), but many servers accept only one.
  { use: 'case-of-scheme', kind: 'key-form', about: 'with the scheme of the key in another case', suits: withScheme },
  { use: 'two-spaces', kind: 'key-form', about: 'with two spaces before the key', suits: withScheme },
  { use: 'right-then-wrong', kind: 'key-form', about: 'with the right key and then a wrong one', suits: inHeader },
  { use: 'wrong-then-right', kind: 'key-form', about: 'with a wrong key and then the right one', suits: inHeader },
  {
    use: 'unknown-scheme',
    kind: 'other-scheme',
    about: 'with the right key after an unknown scheme',
    suits: withScheme,
  },
  {
    use: 'in-cookie',
    kind: 'other-place',
    about: 'with the right key in a cookie',
    suits: ({ kind }, places) => kind !== 'none' && !places.has('cookie'),
  },
  {
    use: 'in-header',
    kind: 'other-place',
    about: 'with the right key in the header X-Api-Key',
    suits: (security, places) => isInAuthorization(security) && !places.has('header x-api-key'),
  },
  {
    use: 'in-authorization',
    kind: 'other-place',
    about: 'with the right key in the header Authorization',
    suits: (security, places) =>
      security.kind !== 'none' && !isInAuthorization(security) && !places.has('header authorization'),
  },
  {
    use: 'in-query',
    kind: 'other-place',
    about: 'with the right key in the query',
    needs: 'local',
    suits: ({ kind }, places) => kind !== 'none' && !places.has('query'),
  },
  derived('longer', 'with the right key and one more character'),
  derived('shorter', 'with the right key without its last character'),
  derived('without-first', 'with the right key without its first character'),
  derived('with-word', 'with the right key and another word', ({ kind }) => kind === 'header' || kind === 'bearer'),
  derived('in-other-case', 'with the right key in the other case'),
  derived('other-end', 'with the first half of the right key'),
  derived('other-beginning', 'with the second half of the right key'),
];

function isInAuthorization(security: Security): boolean {
  const { kind } = security;
  return kind === 'bearer' || kind === 'basic' || (kind === 'header' && /^authorization$/i.test(security.name));
}

/** Returns whether a request with these credentials may be sent, and is wrong at the operation. */
export function credentialsSuit(
  { contract }: CaseSource,
  { mayCreate, isLocal }: Permissions,
): (operation: CheckedOperation, credentials: NearCredentials) => boolean {
  const places = documentedPlaces(contract.document.components?.['securitySchemes']);
  return ({ security, isKeyOptional = false }, { needs, suits }) => {
    if (isKeyOptional || !suits(security, new Set([...places, ...placeOf(security)]))) return false;
    return needs === undefined || (isLocal && (needs === 'local' || mayCreate));
  };
}

/** The places of keys in the whole document: `query`, `cookie`, `header x-api-key`. */
function documentedPlaces(schemes: unknown): ReadonlySet<string> {
  const places = new Set<string>();
  for (const scheme of Object.values((schemes ?? {}) as Record<string, Record<string, unknown>>)) {
    const place = String(scheme['in']);
    if (scheme['type'] !== 'apiKey') places.add('header authorization');
    else places.add(place === 'header' ? `header ${String(scheme['name']).toLowerCase()}` : place);
  }
  return places;
}

/** Where an operation takes its key, which `--auth` may have changed. */
function placeOf(security: Security): string[] {
  if (security.kind === 'none') return [];
  if (security.kind === 'query' || security.kind === 'cookie') return [security.kind];
  return [`header ${security.kind === 'header' ? security.name.toLowerCase() : 'authorization'}`];
}

export function credentialsCase(
  operation: CheckedOperation,
  parameters: Parameters,
  { use, kind, about }: NearCredentials,
): TestCase {
  const expect = kind === 'key-form' ? 'any' : 'refusal';
  return caseOf(operation, { kind, detail: use, about, expect, parameters, key: use });
}
