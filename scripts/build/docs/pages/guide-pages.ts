import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { rulesPage } from '../../../check/model/rules/rule-text.js';
import type { OpenApiDocument } from '../../../contract/document.js';
import { eachOperation } from '../../../contract/operations.js';
import { decodeText } from '../../../contract/parse-yaml.js';
import { nearestWord } from '../../../text/did-you-mean.js';
import { createLineFinder } from '../../../text/json-place.js';
import { BuildError, compareText, type Problem, sortProblems } from '../../../text/problem.js';
import { operationAddress, unknownAddress } from '../links/addresses.js';
import { documentationSites } from '../links/links.js';
import { type MarkdownLink, outlineOf, replaceLinks } from '../links/markdown-links.js';
import type { DocsPage } from './docs-page.js';

export const changelogFile = 'CHANGELOG.md';

const generatedNamePattern = /^(?:index|operations|schemas|names|reference|unknowns|changelog|menu|404|rules(?:-.*)?)$/;

/** Replaces a missing CHANGELOG.md, since other pages link to the changelog. */
const emptyChangelog: GuideFile = {
  path: changelogFile,
  bytes: new TextEncoder().encode('# Changelog\n\nNo changes are recorded.\n'),
};

/**
 * The pages of the guides and of the changelog, in the order of the files.
 *
 * @param files `openapi/docs/*.md` and `CHANGELOG.md`
 * @throws BuildError that lists every invalid file and every broken link, by file, line and column
 */
export function guidePages(document: OpenApiDocument, files: readonly GuideFile[]): DocsPage[] {
  const problems: Problem[] = [];
  const pages: { page: GuidePage; address: string }[] = [];
  for (const file of files.some(({ path }) => path === changelogFile) ? files : [...files, emptyChangelog]) {
    problems.push(...findNameProblems(file.path));
    const page = readGuidePage(file);
    if (Array.isArray(page)) problems.push(...page);
    else pages.push({ page, address: addressOf(file.path) });
  }
  // Stop before the check of links, which would report all links to unreadable pages as broken.
  refuse(problems);
  const targets = collectTargets(document, pages);
  const docsPages = pages.map(({ page, address }) => {
    const { addresses, problems: linkProblems } = resolveLinks(page, targets);
    problems.push(...linkProblems);
    return guidePage(
      address,
      page.title,
      replaceLinks(page.text, (href) => addresses.get(href) ?? href),
    );
  });
  refuse(problems);
  return docsPages;
}

/** Creates a page from Markdown whose links already lead to paths of the site. */
export function guidePage(path: string, title: string, markdown: string): DocsPage {
  return { path, title, description: outlineOf(markdown).firstParagraph, blocks: [{ markdown }] };
}

/** Whether a Markdown file of the docs is hand-written, not generated. */
export function isGuideFile(path: string): boolean {
  const [, name] = /^([^/]+)\.md$/.exec(path) ?? [];
  return name !== undefined && (name === 'changelog' || !generatedNamePattern.test(name));
}

export function toGuidePage(path: string, markdown: string): DocsPage {
  const [title] = outlineOf(markdown).headings;
  const text = replaceLinks(markdown, (href) => (/^[a-z]+:/.test(href) ? href : href.replace(/\.md(?=#|$)/, '.html')));
  return guidePage(path.replace(/\.md$/, '.html'), title?.text ?? path, text);
}

/** The address of a page, such as `errors.html` for `openapi/docs/errors.md`. */
function addressOf(path: string): string {
  return path === changelogFile ? 'changelog.html' : path.replace(/^.*\/|\.md$/g, '').concat('.html');
}

function findNameProblems(path: string): Problem[] {
  const [, name = ''] = /([^/]+)\.md$/.exec(path) ?? [];
  const commonProblemParts = { file: path, line: 1, column: 1, rule: 'docs/name', hint: 'Rename the file.' };
  if (path !== changelogFile && generatedNamePattern.test(name))
    return [{ ...commonProblemParts, message: `The docs already have a generated page ${name}.html.` }];
  if (path === changelogFile || /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name)) return [];
  return [
    {
      ...commonProblemParts,
      message:
        'Expected a file name of lower-case letters, digits and hyphens, because it becomes the address of the page; ' +
        `found "${name}".`,
    },
  ];
}

function refuse(problems: readonly Problem[]): void {
  if (problems.length > 0)
    throw new BuildError('The hand-written pages of the docs have problems.', sortProblems(problems));
}

/** A hand-written Markdown file, unparsed. */
export interface GuideFile {
  /** The path of the file relative to the project, with forward slashes: `openapi/docs/errors.md`. */
  path: string;
  bytes: Uint8Array;
}

/** A valid hand-written Markdown file. */
export interface GuidePage {
  path: string;
  text: string;
  /** The text of the first heading of the page. */
  title: string;
  /** The ids of the headings of the page. */
  anchors: ReadonlySet<string>;
  /** All links, in the order of the file. */
  links: readonly MarkdownLink[];
}

/** Characters that change the direction of text. A guide must not contain them, since they can hide text. */
const directionMarks = '\\u202a-\\u202e\\u2066-\\u2069';

/** Reads and checks a guide: UTF-8 text that begins with its only first-level heading and closes all code fences. */
function readGuidePage({ path, bytes }: GuideFile): GuidePage | Problem[] {
  const { text, mistake } = decodeText(bytes, directionMarks);
  const problem = (offset: number, rule: string, message: string, hint: string): Problem => ({
    file: path,
    ...createLineFinder(text)(offset),
    rule,
    message,
    hint,
  });
  if (mistake) return [problem(mistake.offset, 'docs/text', mistake.message, 'Save the file as UTF-8 text.')];
  const { headings, links, unclosedFences: openFences } = outlineOf(text);
  const problems = openFences.map(({ offset, markup }) =>
    problem(offset, 'docs/fence', 'This code fence is never closed.', `Add a line with ${markup} after the code.`),
  );
  const [title, ...others] = headings.filter(({ level }) => level === 1);
  if (!title?.text.trim() || text.slice(0, title.offset).trim() !== '') {
    const actual = text.trim() === '' ? 'an empty file' : 'other text';
    return [
      ...problems,
      problem(0, 'docs/title', `Expected a title ("# …") at the beginning, found ${actual}.`, 'Start with the title.'),
    ];
  }
  for (const { text: heading, offset } of others) {
    problems.push(
      problem(
        offset,
        'docs/title',
        `Expected one title, found a second one: "${heading}".`,
        'Make it a heading of level 2 ("## …").',
      ),
    );
  }
  if (problems.length > 0) return problems;
  return { path, text, title: title.text, anchors: new Set(headings.map(({ id }) => id)), links };
}

/** Everything that hand-written files can link to, with its address in the docs. */
interface LinkTargets {
  /** Addresses by operationId. */
  operations: ReadonlyMap<string, string>;
  /** Addresses by the id of an open question. */
  unknowns: ReadonlyMap<string, string>;
  /** Files of the project that are in the docs, by path, each with the ids to which a link can lead. */
  files: ReadonlyMap<string, { address: string; anchors: ReadonlySet<string> }>;
}

function collectTargets(
  document: OpenApiDocument,
  pages: readonly { page: GuidePage; address: string }[],
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
 * Replaces the links of a hand-written page, such as `operation:updateFilter`, `unknown:auth.scheme-prefix`,
 * `errors.md#see-both` and `../unknowns.yaml`, with addresses in the docs.
 */
function resolveLinks(
  page: GuidePage,
  targets: LinkTargets,
): { addresses: ReadonlyMap<string, string>; problems: Problem[] } {
  const addresses = new Map<string, string>();
  const problems: Problem[] = [];
  for (const { href, offset } of page.links) {
    const target = targetOf(page, href, targets);
    if ('message' in target) problems.push({ file: page.path, ...createLineFinder(page.text)(offset), ...target });
    else addresses.set(href, target.address);
  }
  return { addresses, problems };
}

type LinkResult = { address: string } | Pick<Problem, 'rule' | 'message' | 'hint'>;

function targetOf(page: GuidePage, href: string, targets: LinkTargets): LinkResult {
  const [, scheme, name = ''] = /^([a-z][a-z0-9+.-]*):(.*)$/is.exec(href) ?? [];
  if (scheme === 'operation') return lookUpAddress(name, 'an operation of the document', targets.operations);
  if (scheme === 'unknown') return lookUpAddress(name, 'an open question of openapi/unknowns.yaml', targets.unknowns);
  if (documentationSites.some((address) => href.startsWith(address))) return { address: href };
  if (scheme !== undefined || href.startsWith('//')) {
    const message = `Expected a link to a page in the docs, found "${href}".`;
    const hint =
      'Link to operation:<operationId>, unknown:<id> or another guide; outside the docs, link only to ' +
      `${documentationSites.join(', ')}.`;
    return { rule: 'docs/link', message, hint };
  }
  const [path = '', fragment] = href.split('#', 2);
  const file = path === '' ? page.path : posix.join(posix.dirname(page.path), path);
  const target = targets.files.get(file);
  if (!target) {
    const hint = `The docs have these pages: ${[...targets.files.keys()].join(', ')}.`;
    return {
      rule: 'docs/link',
      message: `"${href}" leads to ${file}, which is not a page of the docs.`,
      hint,
    };
  }
  if (fragment === undefined) return { address: target.address };
  if (!target.anchors.has(fragment)) {
    return {
      rule: 'docs/link',
      message: `The page ${file} has no link target with the id "${fragment}".`,
      hint: nearestHint(fragment, target.anchors, '#'),
    };
  }
  return { address: `${path === '' ? '' : target.address}#${fragment}` };
}

function lookUpAddress(name: string, expected: string, addresses: ReadonlyMap<string, string>): LinkResult {
  const address = addresses.get(name);
  if (address !== undefined) return { address };
  return {
    rule: 'docs/link',
    message: `Expected ${expected}, found "${name}".`,
    hint: nearestHint(name, addresses.keys(), ''),
  };
}

function nearestHint(name: string, candidates: Iterable<string>, prefix: string): string {
  const nearName = nearestWord(name, [...candidates]);
  return nearName === undefined
    ? 'No such name exists. Correct or remove the link.'
    : `Did you mean ${prefix}${nearName}?`;
}

const guideFolder = 'openapi/docs';

/** Reads the guides and the changelog of a project. Folders and symbolic links with the name of a guide are skipped. */
export function readGuideFiles(project: string): GuideFile[] {
  const folder = join(project, guideFolder);
  const entries = existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [];
  const guides = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
    .map(({ name }) => `${guideFolder}/${name}`);
  const paths = [...guides.sort(compareText), ...(existsSync(join(project, changelogFile)) ? [changelogFile] : [])];
  return paths.map((path) => ({ path, bytes: readFileSync(join(project, path)) }));
}
