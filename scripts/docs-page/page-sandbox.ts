import { credentialOf, documentKeyPrefix } from '../contract/security.js';
import { readOperations } from '../sandbox/model/operations.js';
import { createSandbox, createSandboxFor, defaultKey, type Sandbox } from '../sandbox/sandbox.js';
import { contract, shownDocument } from './own-contract.js';

/** The key of the tab's storage. The contract is part of it, since another contract has other resources. */
const storageKey = `directory-contract-sandbox ${shownDocument.info.version} ${JSON.stringify(shownDocument).length}`;

/** What the tab keeps of the sandbox from page to page. */
interface Kept {
  state: ReturnType<Sandbox['snapshot']>;
  faults: readonly string[];
}

const create = shownDocument === contract ? createSandbox : createSandboxFor(shownDocument);

/** The sandbox of this page, which begins as the page before left it in the same tab. */
export const sandbox = create();

const kept = storedText();
if (kept !== null) {
  try {
    const { state, faults } = JSON.parse(kept) as Kept;
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
  const chosen: Record<string, string> = { ...examples };
  const { parameters = [] } = readOperations(shownDocument).find(({ id }) => id === operationId) ?? {};
  for (const { name, collection } of parameters) {
    const fitting = sandbox
      .resources(collection)
      .filter(({ parents }) => Object.entries(parents).every(([parent, id]) => (chosen[parent] ?? id) === id));
    const [first] = fitting;
    if (first && !fitting.some(({ id }) => id === chosen[name])) chosen[name] = first.id;
  }
  return chosen;
}

/** The value of the header Authorization, with the word that the contract wants before the key. */
export function authorization(key: string = defaultKey): string {
  return credentialOf(documentKeyPrefix(shownDocument), key);
}

/** Remembers the state for other pages; it ends with the tab. */
export function keep(): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ state: sandbox.snapshot(), faults: sandbox.faults() }));
  } catch {
    // Some browsers have no storage for pages that were opened as files; then the state is this page's only.
  }
}

/** Begins anew, without faults. */
export function startAnew(): void {
  sandbox.reset();
  sandbox.setFaults([]);
  keep();
}

function storedText(): string | null {
  try {
    return sessionStorage.getItem(storageKey);
  } catch {
    return null;
  }
}
