import { keyPrefixOf, type Security } from '../../contract/security.js';
import type { CaseKind, TestCase } from '../model/case.js';
import type { CheckedOperation } from '../model/contract/operations.js';
import type { NearKey } from '../model/near-key.js';
import { caseOf, type Parameters } from '../model/request.js';
import type { VariationBase } from './distribution.js';
import type { Permissions } from './methods.js';
import type { CaseSource } from './source.js';

/** Credentials that differ from the right ones in one detail, and the response that a correct server gives. */
export interface NearCredentials extends VariationBase {
  use: NearKey;
  /** `key-form`: the server may accept or refuse them. Any other kind: the server must refuse them. */
  kind: CaseKind & ('near-key' | 'other-scheme' | 'other-place' | 'key-form');
  about: string;
  /**
   * `local`: sent only to a server on this machine, since another machine could log the key. `disposable`: also
   * requires a run that may create resources, since a part of the key is sent.
   */
  requiredPermission?: 'local' | 'disposable';
  /** Whether they suit an operation. `places`: where the operation takes its key, or the document mentions a key. */
  isSuitable: (security: Security, places: ReadonlySet<string>) => boolean;
}

const isInHeader = ({ kind }: Security): boolean => kind === 'header' || kind === 'bearer' || kind === 'basic';
const isInAuthorization = (security: Security): boolean => placesOf(security).includes('header authorization');
const hasScheme = (security: Security): boolean => security.kind === 'basic' || keyPrefixOf(security) !== '';
const hasKey = ({ kind }: Security): boolean => kind !== 'none';
const isUnused =
  (place: string): NearCredentials['isSuitable'] =>
  (security, places) =>
    hasKey(security) && !places.has(place);

const createKind =
  (kind: NearCredentials['kind']) =>
  (use: NearKey, about: string, isSuitable: NearCredentials['isSuitable']): NearCredentials => ({
    kind,
    use,
    about,
    isSuitable,
  });
const createKeyFormKind = createKind('key-form');
const createOtherScheme = createKind('other-scheme');
const createOtherPlace = createKind('other-place');
const createChangedKey = (use: NearKey, about: string, isSuitable = hasKey): NearCredentials => ({
  ...createKind('near-key')(use, `with the ${about}`, isSuitable),
  requiredPermission: 'disposable',
});

/** Each row is one request. The credentials that it sends are in `model/near-key.ts`. */
export const nearCredentials: readonly NearCredentials[] = [
  // The case of an auth scheme does not matter (RFC 9110 §11.1), but many servers accept only one spelling.
  createKeyFormKind('case-of-scheme', 'with the auth scheme in another letter case', hasScheme),
  createKeyFormKind('two-spaces', 'with one more space before the key', hasScheme),
  createKeyFormKind('right-then-wrong', 'with the right key and then a wrong one', isInHeader),
  createKeyFormKind('wrong-then-right', 'with a wrong key and then the right one', isInHeader),
  createOtherScheme('unknown-scheme', 'with the right key after an unknown scheme', hasScheme),
  createOtherPlace('in-cookie', 'with the right key in a cookie', isUnused('cookie')),
  createOtherPlace('in-header', 'with the right key in the header X-Api-Key', (security, places) => {
    return isInAuthorization(security) && !places.has('header x-api-key');
  }),
  createOtherPlace(
    'in-authorization',
    'with the right key in the header Authorization',
    isUnused('header authorization'),
  ),
  {
    ...createOtherPlace('in-query', 'with the right key in the query', isUnused('query')),
    requiredPermission: 'local',
  },
  createChangedKey('longer', 'right key and one more character'),
  createChangedKey('shorter', 'right key without its last character'),
  createChangedKey('without-first', 'right key without its first character'),
  createChangedKey('with-word', 'right key and another word', ({ kind }) => kind === 'header' || kind === 'bearer'),
  createChangedKey('in-other-case', 'right key in the opposite letter case'),
  createChangedKey('other-end', 'first half of the right key'),
  createChangedKey('other-beginning', 'second half of the right key'),
];

/** Returns a function that says whether these credentials may be sent to an operation, and suit its security scheme. */
export function createSuitabilityTest(
  { contract }: CaseSource,
  { mayCreate, isLocal }: Permissions,
): (operation: CheckedOperation, credentials: NearCredentials) => boolean {
  const places = findKeyPlaces(contract.document.components?.['securitySchemes']);
  return ({ security, isKeyOptional = false }, { requiredPermission: permission, isSuitable }) => {
    if (isKeyOptional || !isSuitable(security, new Set([...places, ...placesOf(security)]))) return false;
    return permission === undefined || (isLocal && (permission === 'local' || mayCreate));
  };
}

/** Returns the places of keys that the document mentions: `query`, `cookie`, `header x-api-key`. */
function findKeyPlaces(schemes: unknown): ReadonlySet<string> {
  const places = new Set<string>();
  for (const scheme of Object.values((schemes ?? {}) as Record<string, Record<string, unknown>>)) {
    const place = String(scheme['in']);
    if (scheme['type'] !== 'apiKey') places.add('header authorization');
    else places.add(place === 'header' ? `header ${String(scheme['name']).toLowerCase()}` : place);
  }
  return places;
}

/** Returns the places from which an operation takes its key; `--auth` may have changed them. */
function placesOf(security: Security): string[] {
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
