import type { CheckedOperation } from '../model/operations.js';
import { wordsIn } from '../model/resources.js';

/** Words of operations that make what is not there. */
const making = /\b(?:creat(?:e[sd]?|ing|ion)|upsert(?:s|ed|ing)?|insert(?:s|ed|ing)?|add(?:s|ed|ing)?)\b/i;
/** The same of PUT, of which descriptions may say it in passing: what replaces a thing often makes it. */
const replacing =
  /\b(?:replac(?:e[sd]?|ing|ement)|overwrit(?:es?|ing|ten))\b|\b(?:if|when|where|unless|until)\b[^.]*\bexists?\b/i;

/**
 * Why a write to an id that nothing has could make a thing; undefined where it could not. Many services make by PUT
 * what is not there, and document 200 alone (RFC 9110 §9.3.4); some do so by PATCH, too (RFC 5789 §2).
 *
 * @param mayMake whether that is allowed, as long as the contract does not say that it happens
 */
export function whyItMayMake(
  { id, method, path, summary = '', description = '', responses }: CheckedOperation,
  mayMake = false,
): string | undefined {
  if (method !== 'put' && method !== 'patch') return undefined;
  const lists = (status: string): boolean => responses.some((response) => response.status.toLowerCase() === status);
  if (method === 'put' && lists('201'))
    return 'It makes what is not there, so it is not aimed at ids that nothing has.';
  if (mayMake) return undefined;
  const name = `${wordsIn(id === `${method} ${path}` ? '' : id).join(' ')}. ${summary}`;
  // A merge patch often tells of dates of creation.
  const told = method === 'put' ? `${name}. ${description}` : name;
  const reason = lists('201')
    ? 'it lists 201'
    : making.test(told) || /\bupsert/i.test(description)
      ? 'its name or description says so'
      : method === 'patch'
        ? undefined
        : replacing.test(told)
          ? 'its name or description speaks of replacing, or of what does not exist'
          : !lists('404')
            ? 'it lists no 404'
            : lists('2xx') || lists('default')
              ? 'its responses leave room for a 201'
              : undefined;
  return (
    reason &&
    `It may make what is not there, since ${reason}, so it is not aimed at ids that nothing has; --only ${id} ` +
      'does that.'
  );
}
