import { credentialOf, documentKeyPrefix } from '../contract/security.js';
import { readOperations } from '../sandbox/model/operations.js';
import { createSandbox, createSandboxFor, defaultKey, type Sandbox } from '../sandbox/sandbox.js';
import { contract, pageDocument } from './own-contract.js';

/** The key under which the tab stores the state. The key differs between contracts, since their resources differ. */
const storageKey = `directory-contract-sandbox ${pageDocument.info.version} ${JSON.stringify(pageDocument).length}`;

/** The state of the sandbox that the tab keeps from one page to the next. */
interface StoredState {
  state: ReturnType<Sandbox['snapshot']>;
  faults: readonly string[];
}

const createPageSandbox = pageDocument === contract ? createSandbox : createSandboxFor(pageDocument);

/** The sandbox of this page. It starts in the state that the previous page in the same tab left. */
export const sandbox = createPageSandbox();

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
 * Values for the path parameters of an operation, so that its path leads to existing resources: the example if the
 * sandbox has a resource with this id, else the id of the first resource.
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

/** The value of the header `Authorization`: the key, after an auth scheme such as `Bearer` if the contract has one. */
export function authorizationOf(key: string = defaultKey): string {
  return credentialOf(documentKeyPrefix(pageDocument), key);
}

/** Stores the state for other pages in this tab, until the tab is closed. */
export function saveState(): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ state: sandbox.snapshot(), faults: sandbox.faults() }));
  } catch {
    // Some browsers give pages opened as local files no storage: then the state is lost with this page.
  }
}

export function restartSandbox(): void {
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
