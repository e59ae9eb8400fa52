import { termOf } from './search-terms.js';

/** Groups of words that mean nearly the same: those of the docs, and those that readers type. */
const groups = [
  'page next paging paginate pagination',
  'null nullable nullability',
  'key token bearer auth authentication authorization credential login',
  'status hide hidden unpublish visible visibility',
  'rate limit throttle throttling quota 429',
  'start quick install installation setup npm',
  'origin cors preflight',
  'event webhook notification callback subscription',
  'array list',
  'join merge append',
  'replace overwrite',
  'create add insert',
  'update edit modify',
  'delete remove',
  'get read retrieve',
  'filter search query',
  'image picture photo logo',
  'certificate tls ssl https',
  'mock stub fake',
  'sandbox playground simulator',
  'retry backoff resend',
  'deadline timeout',
  'abort cancel',
  'error exception',
  'body payload',
  'upgrade migrate migration',
  'type typescript typing',
  'language ruby php rust swift kotlin csharp dotnet',
  'pipeline ci',
  'front frontend',
  'example sample',
  'required mandatory',
  'environment env',
  'option flag',
  'export download',
  'operation endpoint route',
  'field property attribute',
  'openapi swagger specification',
].map((group) => group.split(' '));

/** The other words in the groups of a word, which may be incomplete. */
export function synonymsOf(word: string): string[] {
  const term = termOf(word);
  if (term === undefined) return [];
  const isMeant = (other: string): boolean => termOf(other) === term || (term.length > 4 && other.startsWith(term));
  const words = groups.filter((group) => group.some(isMeant)).flat();
  return [...new Set(words)].filter((other) => termOf(other) !== term);
}
