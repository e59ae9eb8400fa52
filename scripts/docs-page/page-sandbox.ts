import { credentialOf, documentKeyPrefix } from '../contract/security.js';
import { readOperations } from '../sandbox/model/operations.js';
import { createSandbox, createSandboxFor, defaultKey, type Sandbox } from '../sandbox/sandbox.js';
import { contract, pageDocument } from './own-contract.js';

/** The key of the tab's storage. The contract is part of it, since another contract has other resources. */
const storageKey = `directory-contract-sandbox ${pageDocument.info.version} ${JSON.stringify(pageDocument).length}`;

/** What the tab keeps of the sandbox from page to page. */
interface StoredState {
  state: ReturnType<Sandbox['snapshot']>;
  faults: readonly string[];
}

const create = pageDocument === contract ? createSandbox : createSandboxFor(pageDocument);

/** The sandbox of this page, which begins as the page before left it in the same tab. */
export const sandbox = create();

const storageText = readStorage();
if (storageText !== null) {
  try {
    const { state, faults } = JSON.parse(storageText) as StoredState;
    sandbox.load(state);
    sandbox.setFaults(faults);
  } catch {
    sandbox.reset();
  }
}

/**
 * The values of an operation's path parameters for which the sandbox has resources: the examples if it has them, and
 * others in their places.
 *
 * @param examples by the name of the parameter
 */
export function existingIds(operationId: string, examples: Readonly<Record<string, string>>): Record<string, string> {
  const ids: Record<string, string> = { ...examples };
  const { parameters = [] } = readOperations(pageDocument).find(({ id }) => id === operationId) ?? {};
  for (const { name, collection } of parameters) {
    const candidates = sandbox
      .resources(collection)
      .filter(({ parents }) => Object.entries(parents).every(([parent, id]) => (ids[parent] ?? id) === id));
    const [first] = candidates;
    if (first && !candidates.some(({ id }) => id === ids[name])) ids[name] = first.id;
  }
  return ids;
}

/** The value of the header Authorization, with the word that the contract wants before the key. */
export function authorization(key: string = defaultKey): string {
  return credentialOf(documentKeyPrefix(pageDocument), key);
}

/** Remembers the state for other pages; it ends with the tab. */
export function saveState(): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ state: sandbox.snapshot(), faults: sandbox.faults() }));
  } catch {
    // Some browsers have no storage for pages that were opened as files; then the state is this page's only.
  }
}

/** Begins anew, without faults. */
export function restart(): void {
  sandbox.reset();
  sandbox.setFaults([]);
  saveState();
}

function readStorage(): string | null {
  try {
    return sessionStorage.getItem(storageKey);
  } catch {
    return null;
  }
}
