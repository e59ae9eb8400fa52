import type { Answer } from '../../scripts/answers/answers.js';
import { isObject } from '../../scripts/contract/json.js';

/**
 * Returns the claims of an answer, as one text for each: `/page/query=page` for a value, `/Tier/required[]=id` for a
 * member of a list, whose order has no meaning. Texts that an answer has only for people are no claims.
 */
export function claimsOf(question: string, { value, except, closed }: Answer): string[] {
  const written = question === 'the-service.name' && typeof value === 'string' ? bothNames(value) : value;
  const claims = [
    ...flat(written, ''),
    ...Object.entries(except ?? {}).flatMap(([name, other]) => flat(other, `/except/${name}`)),
    ...(closed === true ? ['closed'] : []),
  ];
  return [...new Set(claims)];
}

function bothNames(name: string): { request: string; response: string } {
  return { request: name, response: name };
}

function flat(value: unknown, at: string): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => flat(each, `${at}[]`));
  if (!isObject(value)) return [`${at}=${String(value)}`];
  const { properties, nullable } = value;
  return Object.entries(value).flatMap(([name, each]) => {
    if (name === 'description' || name === 'title') return [];
    // A type is a list of types, mostly with one member.
    if (name === 'type' && typeof each === 'string') return [`${at}/type[]=${each}`];
    // An answer can say in two ways that a new field may be null.
    if (name === 'nullable' && Array.isArray(nullable) && isObject(properties))
      return nullable.map((field) =>
        Object.hasOwn(properties, String(field))
          ? `${at}/properties/${field}/type[]=null`
          : `${at}/nullable[]=${field}`,
      );
    return flat(each, `${at}/${name}`);
  });
}

/** Whether two claims exclude each other: other values at one place, or members where the other has a value. */
export function excludes(one: string, other: string): boolean {
  const [[here], [there]] = [one, other].map((claim) => claim.split('=')) as [[string], [string]];
  if (here.includes('[]') || there.includes('[]')) return false;
  return (here === there && one !== other) || here.startsWith(`${there}/`) || there.startsWith(`${here}/`);
}
