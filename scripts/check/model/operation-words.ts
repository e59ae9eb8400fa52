import { withoutSlash } from '../../contract/path-template.js';
import type { CheckedOperation } from './contract/operations.js';
import wordLists from './operation-words.json' with { type: 'json' };
import { wordsIn } from './words.js';

/** Words for resources that all users share, such as settings and containers of everything. Only whole words count. */
export const wordsForSharedResources: readonly string[] = wordLists.common;

/** Returns the entry of `wordsForSharedResources` in a string, in any spelling; undefined if there is none. */
export function wordForSharedResourceIn(text: string): string | undefined {
  const words = wordsIn(text);
  return wordsForSharedResources.find((word) => words.includes(word));
}

/** Returns the entry of `wordsForSharedResources` in the path, operationId or a tag of an operation, or undefined. */
export function wordForSharedResourceOf(
  operation: Pick<CheckedOperation, 'id' | 'method' | 'path' | 'tags'>,
): string | undefined {
  const { id, method, path, tags } = operation;
  // An operation without an operationId has an id made from its method and path.
  const names = [path, id === `${method} ${path}` ? '' : id, ...tags];
  return names.map(wordForSharedResourceIn).find((word) => word !== undefined);
}

/** Whether a path ends with a shared resource word, as `/organizations` does, and `/organizations/{id}` does not. */
export function endsInSharedResource(path: string): boolean {
  const lastSegment = path.split('/').findLast((part) => part !== '') ?? '';
  return !lastSegment.startsWith('{') && wordForSharedResourceIn(lastSegment) !== undefined;
}

/** Words in names of operations that delete resources, often several that the body selects: `/flows/bulk_delete`. */
const removalWords = new Set(['delete', 'remove', 'destroy', 'clear', 'prune', 'drop', 'discard']);

/** Whether an operation deletes resources, as its method or the last segment of its path says. */
export function isRemoval({ method, path }: Pick<CheckedOperation, 'method' | 'path'>): boolean {
  const lastSegment = withoutSlash(path).split('/').at(-1) ?? '';
  // Clearing a cache loses nothing, since the service fills the cache again.
  return (
    method === 'delete' ||
    (!lastSegment.startsWith('{') && hasRemovalWord(lastSegment) && !wordsIn(path).includes('cache'))
  );
}

export function hasRemovalWord(name: string): boolean {
  return wordsIn(name).some((word) => removalWords.has(word));
}

/** Words for resources that may be, or may contain, the owner of the key. */
const ownerWords: ReadonlySet<string> = new Set(wordLists.owners);

/** The common beginning of all paths, such as `/__admin`. It is ignored in each path, unless it names users. */
const prefixCache = new WeakMap<readonly CheckedOperation[], string>();

function commonPrefix(operations: readonly CheckedOperation[]): string {
  const cachedPrefix = prefixCache.get(operations);
  if (cachedPrefix !== undefined) return cachedPrefix;
  const [first = [], ...others] = operations.map(({ path }) => path.split('/'));
  const end = first.findIndex(
    (part, index) => index === first.length - 1 || part.includes('{') || others.some((each) => each[index] !== part),
  );
  const prefix = first.slice(0, Math.max(0, end)).join('/');
  const result = wordsIn(prefix).some((word) => word !== 'admin' && ownerWords.has(word)) ? '' : prefix;
  prefixCache.set(operations, result);
  return result;
}

/** Whether a path may lead to the owner of the key, or to a part of the owner: `/users/{id}/settings`, `/me`. */
export function mayBeOwner({ operations }: { operations: readonly CheckedOperation[] }, path: string): boolean {
  const prefix = commonPrefix(operations);
  const rest = path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : path;
  const braceIndex = rest.lastIndexOf('{');
  const resource = braceIndex < 0 ? rest : rest.slice(rest.lastIndexOf('/', braceIndex - 2) + 1);
  // Below another resource, `{key}` is the name of a resource and not a key to the service.
  const isResourceName = rest.startsWith('{key}', braceIndex) && rest.indexOf('{') < braceIndex;
  return wordsIn(isResourceName ? resource.replace('{key}', '') : resource).some((word) => ownerWords.has(word));
}

/** Whether an id stands for the caller: `/users/me`. */
export function isSelf(id: string): boolean {
  return /^(?:me|self|my|current|whoami)$/i.test(id);
}

const creationPattern = /\b(?:creat(?:e[sd]?|ing|ion)|upsert(?:s|ed|ing)?|insert(?:s|ed|ing)?|add(?:s|ed|ing)?)\b/i;
/** Words in the texts of PUT operations that often create resources, even if their descriptions do not say so. */
const replacementPattern =
  /\b(?:replac(?:e[sd]?|ing|ement)|overwrit(?:es?|ing|ten))\b|\b(?:if|when|where|unless|until)\b[^.]*\bexists?\b/i;
/** Words in the names of operations whose body, and not the path, names the resources to which they write. */
const bulkPattern = /\b(?:bulk|batch)\b/i;

/**
 * Returns why a write to an unknown id could create a resource; undefined if it could not. Many services create by PUT
 * but document only 200 (RFC 9110 §9.3.4). Some also create by PATCH (RFC 5789 §2).
 *
 * @param mayCreate whether the run may create resources; then only an operation that surely creates them gets a reason
 */
export function creationReasonOf(
  { id, method, path, summary = '', description = '', responses }: CheckedOperation,
  mayCreate = false,
): string | undefined {
  if (method !== 'put' && method !== 'patch') return undefined;
  const listsStatus = (status: string): boolean =>
    responses.some((response) => response.status.toLowerCase() === status);
  if (method === 'put' && listsStatus('201'))
    return (
      'The operation creates a resource if no resource has the given id, so the check does not call the operation ' +
      'with unknown ids.'
    );
  if (mayCreate) return undefined;
  const name = `${wordsIn(id === `${method} ${path}` ? '' : id).join(' ')}. ${summary}`;
  // The description of a merge patch is not searched, since it often mentions the date of creation.
  const text = method === 'put' ? `${name}. ${description}` : name;
  const reason = listsStatus('201')
    ? 'the contract lists status 201 for it'
    : creationPattern.test(text) || /\bupsert/i.test(description)
      ? 'its name or description mentions creation'
      : bulkPattern.test(name)
        ? 'its name says that the body, not the path, names the resources'
        : method === 'patch'
          ? undefined
          : replacementPattern.test(text)
            ? 'its name or description mentions replacing, or resources that do not exist'
            : !listsStatus('404')
              ? 'the contract does not list status 404 for it'
              : listsStatus('2xx') || listsStatus('default')
                ? 'the contract allows status 201 for it'
                : undefined;
  return (
    reason &&
    `The operation may create a resource if no resource has the given id (${reason}), so the check does not call the ` +
      `operation with unknown ids. To call it anyway, use --only ${id}.`
  );
}
