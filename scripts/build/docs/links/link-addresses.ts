import { posix } from 'node:path';
import { closest } from 'fastest-levenshtein';
import { rulesPage } from '../../../check/model/rules/address.js';
import type { OpenApiDocument } from '../../../contract/document.js';
import { eachOperation } from '../../../contract/operations.js';
import type { Problem } from '../../../text/problem.js';
import type { WrittenPage } from '../pages/written-page.js';
import { operationAddress, unknownAddress } from './addresses.js';
import { documentation } from './links.js';
import { placeIn } from './markdown-links.js';

/** Everything that hand-written files can link to, with its address in the docs. */
export interface LinkTargets {
  /** By operationId. */
  operations: ReadonlyMap<string, string>;
  /** Open questions, by their id. */
  unknowns: ReadonlyMap<string, string>;
  /** Files of the project that the docs contain, by path, with the ids that a fragment can name. */
  files: ReadonlyMap<string, { address: string; anchors: ReadonlySet<string> }>;
}

/** The targets that pages can link to: the document, the register, and the pages themselves. */
export function linkTargets(
  document: OpenApiDocument,
  pages: readonly { page: WrittenPage; address: string }[],
): LinkTargets {
  const unknowns = new Map((document['x-unknowns'] ?? []).map(({ id }) => [id, unknownAddress(id)]));
  return {
    operations: new Map(
      [...eachOperation(document)].map(({ operation }) => [
        operation.operationId,
        operationAddress(operation.operationId),
      ]),
    ),
    unknowns,
    files: new Map([
      ['openapi/unknowns.yaml', { address: 'unknowns.html', anchors: new Set(unknowns.keys()) }],
      ['scripts/check/model/rules', { address: rulesPage, anchors: new Set<string>() }],
      ['generated/openapi.yaml', { address: 'openapi.yaml', anchors: new Set<string>() }],
      ...pages.map(({ page, address }): [string, { address: string; anchors: ReadonlySet<string> }] => [
        page.path,
        { address, anchors: page.anchors },
      ]),
    ]),
  };
}

/**
 * Resolves the links of a hand-written page to addresses in the docs: `operation:updateFilter`,
 * `unknown:auth.scheme-prefix`, `errors.md#see-both`, `../unknowns.yaml`.
 *
 * @returns the address of each link, and a problem for each link that leads nowhere
 */
export function resolveLinks(
  page: WrittenPage,
  targets: LinkTargets,
): { addresses: ReadonlyMap<string, string>; problems: Problem[] } {
  const addresses = new Map<string, string>();
  const problems: Problem[] = [];
  for (const { href, offset } of page.links) {
    const found = addressOf(page, href, targets);
    if ('message' in found) problems.push({ file: page.path, ...placeIn(page.text, offset), ...found });
    else addresses.set(href, found.address);
  }
  return { addresses, problems };
}

type Found = { address: string } | Pick<Problem, 'rule' | 'message' | 'hint'>;

function addressOf(page: WrittenPage, href: string, targets: LinkTargets): Found {
  const [, scheme, name = ''] = /^([a-z][a-z0-9+.-]*):(.*)$/is.exec(href) ?? [];
  if (scheme === 'operation') return named(name, 'an operation of the document', targets.operations);
  if (scheme === 'unknown') return named(name, 'an open question of openapi/unknowns.yaml', targets.unknowns);
  if (documentation.some((address) => href.startsWith(address))) return { address: href };
  if (scheme !== undefined || href.startsWith('//')) {
    const message = `Expected a link to a page in the docs, found "${href}".`;
    const hint =
      'Link to operation:<operationId>, unknown:<id> or another guide; outside the docs only to ' +
      `${documentation.join(', ')}.`;
    return { rule: 'docs/link', message, hint };
  }
  const [path = '', fragment] = href.split('#', 2);
  const file = path === '' ? page.path : posix.join(posix.dirname(page.path), path);
  const target = targets.files.get(file);
  if (!target) {
    const hint = `The pages are ${[...targets.files.keys()].join(', ')}.`;
    return {
      rule: 'docs/link',
      message: `Expected a link to a page of the docs, found "${href}", which leads to ${file}.`,
      hint,
    };
  }
  if (fragment === undefined) return { address: target.address };
  if (!target.anchors.has(fragment)) {
    return {
      rule: 'docs/link',
      message: `The page ${file} has no place with the id "${fragment}".`,
      hint: nearest(fragment, target.anchors, '#'),
    };
  }
  return { address: `${path === '' ? '' : target.address}#${fragment}` };
}

function named(name: string, what: string, addresses: ReadonlyMap<string, string>): Found {
  const address = addresses.get(name);
  if (address !== undefined) return { address };
  return {
    rule: 'docs/link',
    message: `Expected ${what}, found "${name}".`,
    hint: nearest(name, addresses.keys(), ''),
  };
}

function nearest(name: string, known: Iterable<string>, mark: string): string {
  const names = [...known];
  return names.length > 0 ? `Did you mean ${mark}${closest(name, names)}?` : 'There are no such names.';
}
