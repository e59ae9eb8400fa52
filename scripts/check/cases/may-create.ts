import type { CheckedOperation } from '../model/contract/operations.js';
import { wordsIn } from '../model/words.js';

/** Words of operations that create resources. */
const making = /\b(?:creat(?:e[sd]?|ing|ion)|upsert(?:s|ed|ing)?|insert(?:s|ed|ing)?|add(?:s|ed|ing)?)\b/i;
/** Words of PUT operations that often create, though their descriptions mention it only in passing. */
const replacing =
  /\b(?:replac(?:e[sd]?|ing|ement)|overwrit(?:es?|ing|ten))\b|\b(?:if|when|where|unless|until)\b[^.]*\bexists?\b/i;

/**
 * Returns why a write to an unknown id could create a resource; undefined if it could not. Many services create by PUT
 * but document only 200 (RFC 9110 §9.3.4); some create by PATCH as well (RFC 5789 §2).
 *
 * @param mayCreate whether creating is allowed, unless the contract states that it happens
 */
export function whyItMayCreate(
  { id, method, path, summary = '', description = '', responses }: CheckedOperation,
  mayCreate = false,
): string | undefined {
  if (method !== 'put' && method !== 'patch') return undefined;
  const lists = (status: string): boolean => responses.some((response) => response.status.toLowerCase() === status);
  if (method === 'put' && lists('201'))
    return 'It creates missing resources, so the check does not send it to unknown ids.';
  if (mayCreate) return undefined;
  const name = `${wordsIn(id === `${method} ${path}` ? '' : id).join(' ')}. ${summary}`;
  // The description of a merge patch often mentions the date of creation.
  const text = method === 'put' ? `${name}. ${description}` : name;
  const reason = lists('201')
    ? 'it lists 201'
    : making.test(text) || /\bupsert/i.test(description)
      ? 'its name or description mentions it'
      : method === 'patch'
        ? undefined
        : replacing.test(text)
          ? 'its name or description mentions replacing, or resources that do not exist'
          : !lists('404')
            ? 'it does not list 404'
            : lists('2xx') || lists('default')
              ? 'its responses allow a 201'
              : undefined;
  return (
    reason &&
    `It may create missing resources, because ${reason}, so the check does not send it to unknown ids. ` +
      `--only ${id} sends it.`
  );
}
