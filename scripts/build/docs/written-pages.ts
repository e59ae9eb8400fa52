import type { OpenApiDocument } from '../../contract/document.js';
import { BuildError, type Problem, sortProblems } from '../../text/problem.js';
import { htmlPage } from './html-page.js';
import { linkTargets, resolveLinks } from './link-addresses.js';
import { markdownToHtml } from './markdown.js';
import type { SiteFile } from './site-file.js';
import { readWrittenPage, type WrittenFile, type WrittenPage } from './written-page.js';

/** The folder of the guides, relative to the project. */
export const guideFolder = 'openapi/docs';

/** The file of what changed, relative to the project. */
export const changelogFile = 'CHANGELOG.md';

/** Names of pages that are made otherwise. */
const taken = new Set(['index', 'reference', 'plain', 'unknowns', 'changelog']);

/** A document can be built where only openapi/ is; the page that others lead to is there all the same. */
const noChangelog: WrittenFile = {
  path: changelogFile,
  bytes: new TextEncoder().encode('# Changelog\n\nNo changes are written down.\n'),
};

/** A page of the docs that somebody wrote by hand. */
export interface WrittenSiteFile extends SiteFile {
  /** Text. */
  title: string;
}

/**
 * The pages of the guides and of the changelog, in the order of the files.
 *
 * @param files those of `openapi/docs/*.md`, and `CHANGELOG.md`
 * @throws BuildError with every broken file and every link that leads nowhere, by file, line and column
 */
export function writtenPages(document: OpenApiDocument, files: readonly WrittenFile[]): WrittenSiteFile[] {
  const problems: Problem[] = [];
  const pages: { page: WrittenPage; address: string }[] = [];
  for (const file of files.some(({ path }) => path === changelogFile) ? files : [...files, noChangelog]) {
    problems.push(...nameProblems(file.path));
    const page = readWrittenPage(file);
    if (Array.isArray(page)) problems.push(...page);
    else pages.push({ page, address: addressOf(file.path) });
  }
  // A page that cannot be read would make every link to it wrong, too.
  refuse(problems);
  const targets = linkTargets(document, pages);
  const made = pages.map(({ page, address }) => {
    const { addresses, problems: found } = resolveLinks(page, targets);
    problems.push(...found);
    const main = markdownToHtml(page.text, (href) => addresses.get(href) ?? href);
    const { title } = page;
    return { path: address, title, text: htmlPage({ title, main, current: address, version: document.info.version }) };
  });
  refuse(problems);
  return made;
}

/** `errors.html` for `openapi/docs/errors.md`. */
function addressOf(path: string): string {
  return path === changelogFile ? 'changelog.html' : path.replace(/^.*\/|\.md$/g, '').concat('.html');
}

function nameProblems(path: string): Problem[] {
  const [, name = ''] = /([^/]+)\.md$/.exec(path) ?? [];
  const place = { file: path, line: 1, column: 1, rule: 'docs/name', hint: 'Rename the file.' };
  if (path !== changelogFile && taken.has(name))
    return [{ ...place, message: `The docs have another page ${name}.html.` }];
  if (path === changelogFile || /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name)) return [];
  return [
    {
      ...place,
      message: `Expected a name of small letters, digits and hyphens, as it stands in the address, found "${name}".`,
    },
  ];
}

function refuse(problems: readonly Problem[]): void {
  if (problems.length > 0) throw new BuildError('The written pages of the docs are not right.', sortProblems(problems));
}
