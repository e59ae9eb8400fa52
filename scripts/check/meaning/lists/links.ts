import { linksIn as headerLinksIn } from '../../../contract/paging/follow.js';
import { pathPattern } from '../../../contract/path-template.js';
import { escapeToken } from '../../../contract/pointer.js';
import { schemaFacts, schemaPlace } from '../../judge/schema-place.js';
import { type FindingFacts, makeDeviation } from '../../model/breach.js';
import type { CheckedContract } from '../../model/contract/contract.js';
import type { CheckedOperation } from '../../model/contract/operations.js';
import { type Deviation, withoutPositions } from '../../model/deviation.js';
import { headerOf, joinedHeaderOf } from '../../model/exchange.js';
import { hasDotSegment } from '../../model/request.js';
import type { Outcome } from '../../session/outcome.js';
import { pathOfReference } from '../../session/reference.js';
import { fieldOf } from '../../session/resource.js';
import type { Session } from '../../session/session.js';

interface Link {
  /** JSON pointer of the link in the body; the name of the header, if a header contains it. */
  pointer: string;
  path: string;
  /** The id of the object that contains the link, if the link's name is `href`: the path must lead to that object. */
  id: string | undefined;
}

/** Maximum number of links to follow in one response. */
const linkLimit = 4;

/** Returns the links in a response to the same server that are not in `knownPaths`, and adds them to `knownPaths`. */
export function takeNewLinks(read: Outcome, knownPaths: Set<string>, { contract, baseUrl }: Session): Link[] {
  const links = [...linksIn(read.value), ...findHeaderLinks(read, contract, baseUrl)]
    .filter(({ path }) => !knownPaths.has(path))
    .slice(0, linkLimit);
  for (const { path } of links) knownPaths.add(path);
  return links;
}

/** Follows links. Sends only reads, and only to the same server. */
export async function checkLinks(
  session: Session,
  operation: CheckedOperation,
  read: Outcome,
  links: readonly Link[],
): Promise<void> {
  await session.each(links, async (link) => {
    const { pointer, path } = link;
    const isInBody = pointer.startsWith('/');
    const outcome = await session.send({
      id: `${operation.id}/href/${pointer.replace(/^\//, '')}`,
      operationId: operation.id,
      kind: 'href',
      about: `for the path ${isInBody ? 'at' : 'in the header'} ${pointer}`,
      request: { method: 'GET', path, headers: {}, key: 'right' },
      expect: 'any',
      ...(isInBody && { pointer }),
    });
    for (const deviation of faultsOf(link, outcome, read, session)) session.report(outcome, deviation);
  });
}

function faultsOf(link: Link, outcome: Outcome, read: Outcome, { contract, creations }: Session): Deviation[] {
  // The server only repeats a path that the run itself has sent.
  if (creations.sentValues.hasText(link.path)) return [];
  const operation = contract.operation(read.case.operationId) as CheckedOperation;
  const isInHeader = !link.pointer.startsWith('/');
  const body = isInHeader ? undefined : operation.success?.bodies[0];
  const place = body && schemaPlace(contract, body, link.pointer);
  const places = {
    pointer: isInHeader ? '' : withoutPositions(link.pointer, read.value),
    contract: place?.pointer ?? operation.pointer,
  };
  const facts: FindingFacts = place ? schemaFacts(place) : { schema: 'inferred' };
  const { status } = outcome;
  if (status === 404 || status === 410) {
    // A path that is not in the contract may belong to a website on another host.
    const path = link.path.split(/[?#]/, 1)[0] ?? '';
    const isInContract = contract.operations.some((operation) => pathPattern(operation.path).test(path));
    const isEvidence = !isInHeader && !/\/href$/i.test(link.pointer) && !isInContract;
    const message = `A path in ${isInHeader ? `the header ${link.pointer}` : 'the response'} leads nowhere.`;
    const texts = { message, expected: 'a status other than 404 and 410', actual: `${link.path} returned ${status}` };
    return [makeDeviation(operation, { ...places, rule: 'href.dead', ...texts }, { isEvidence, ...facts })];
  }
  const id = outcome.ok ? fieldOf(outcome.value, 'id') : undefined;
  if (link.id === undefined || id === undefined || id.toLowerCase() === link.id.toLowerCase()) return [];
  const message = 'The path in a resource leads to a different resource.';
  const fault = { ...places, rule: 'href.other', message, expected: link.id, actual: id } as const;
  return [makeDeviation(operation, fault, facts)];
}

/**
 * Returns the links in the headers Link, Location and Content-Location that lead to a read of the contract (RFC 8288
 * §3.1, RFC 9110 §10.2.2, §8.7).
 */
function findHeaderLinks(
  { exchange: { response }, case: { request } }: Outcome,
  { operations }: CheckedContract,
  baseUrl: string,
): Link[] {
  if (!response) return [];
  const reads = operations.filter(({ method }) => method === 'get').map(({ path }) => pathPattern(path));
  const references = [
    ...headerLinksIn(joinedHeaderOf(response, 'link') ?? '').map(({ address }) => ['Link', address] as const),
    ...['Location', 'Content-Location'].map((name) => [name, headerOf(response, name.toLowerCase()) ?? ''] as const),
  ];
  return references.flatMap(([pointer, reference]) => {
    const path = reference === '' ? undefined : pathOfReference(reference, request.path, baseUrl);
    const isReadPath = path !== undefined && reads.some((pattern) => pattern.test(path.split('?', 1)[0] ?? ''));
    return isReadPath && path !== request.path ? [{ pointer, path, id: undefined }] : [];
  });
}

function linksIn(value: unknown): Link[] {
  const links = new Map<string, Link>();
  const counts = new Map<string, number>();
  const walk = (node: unknown, pointer: string, location: string, depth: number): void => {
    if (typeof node !== 'object' || node === null || depth > 12) return;
    if (Array.isArray(node)) {
      for (const [index, item] of node.entries())
        if (typeof item === 'object') walk(item, `${pointer}/${index}`, `${location}/*`, depth + 1);
      return;
    }
    for (const [name, member] of Object.entries(node)) {
      const token = `/${escapeToken(name)}`;
      if (typeof member === 'object') walk(member, pointer + token, location + token, depth + 1);
      if (typeof member !== 'string' || !isLink(name, member)) continue;
      // It is enough to follow two links at each place.
      const count = counts.get(location + token) ?? 0;
      counts.set(location + token, count + 1);
      const id = name === 'href' ? fieldOf(node, 'id') : undefined;
      if (count < 2) links.set(member, { pointer: pointer + token, path: member, id });
    }
  };
  walk(value, '', '', 0);
  return [...links.values()];
}

/** Whether a string is a path on this server. `//host` leads to another server, and a path has no spaces. */
function isLink(name: string, value: string): boolean {
  const isLinkName = name === 'href' || /(?:Url|_url|Href|_href)$/.test(name);
  return isLinkName && /^\/(?!\/)[\x21-\x7e]*$/.test(value) && value.length < 2000 && !hasDotSegment(value);
}
