import type { OpenApiDocument } from '../../../contract/document.js';
import { BuildError, type Problem, sortProblems } from '../../../text/problem.js';
import { linkTargets, resolveLinks } from '../links/link-addresses.js';
import { outlineOf, relinked } from '../links/markdown-links.js';
import type { DocsPage } from './docs-page.js';
import { changelogFile } from './read-written-files.js';
import { readWrittenPage, type WrittenFile, type WrittenPage } from './written-page.js';

/** Names of generated pages. */
const taken = /^(?:index|operations|schemas|names|reference|unknowns|changelog|404|rules(?:-.*)?)$/;

/** Other pages link to the changelog, so the page exists even if a project has only openapi/. */
const noChangelog: WrittenFile = {
  path: changelogFile,
  bytes: new TextEncoder().encode('# Changelog\n\nNo changes are recorded.\n'),
};

/**
 * The pages of the guides and of the changelog, in the order of the files.
 *
 * @param files `openapi/docs/*.md` and `CHANGELOG.md`
 * @throws BuildError with every invalid file and every link that leads nowhere, by file, line and column
 */
export function writtenPages(document: OpenApiDocument, files: readonly WrittenFile[]): DocsPage[] {
  const problems: Problem[] = [];
  const pages: { page: WrittenPage; address: string }[] = [];
  for (const file of files.some(({ path }) => path === changelogFile) ? files : [...files, noChangelog]) {
    problems.push(...nameProblems(file.path));
    const page = readWrittenPage(file);
    if (Array.isArray(page)) problems.push(...page);
    else pages.push({ page, address: addressOf(file.path) });
  }
  // An unreadable page would make every link to it look wrong as well.
  refuse(problems);
  const targets = linkTargets(document, pages);
  const made = pages.map(({ page, address }) => {
    const { addresses, problems: found } = resolveLinks(page, targets);
    problems.push(...found);
    return writtenPage(
      address,
      page.title,
      relinked(page.text, (href) => addresses.get(href) ?? href),
    );
  });
  refuse(problems);
  return made;
}

/** A page from Markdown whose links lead to paths of the site. */
export function writtenPage(path: string, title: string, markdown: string): DocsPage {
  return { path, title, description: outlineOf(markdown).beginning, blocks: [{ markdown }] };
}

/** Whether a file of the docs is the Markdown of a hand-written page. */
export function isWritten(path: string): boolean {
  const [, name] = /^([^/]+)\.md$/.exec(path) ?? [];
  return name !== undefined && (name === 'changelog' || !taken.test(name));
}

/** A hand-written page, from its Markdown in the docs. */
export function rewritten(path: string, markdown: string): DocsPage {
  const [title] = outlineOf(markdown).headings;
  const text = relinked(markdown, (href) => (/^[a-z]+:/.test(href) ? href : href.replace(/\.md(?=#|$)/, '.html')));
  return writtenPage(path.replace(/\.md$/, '.html'), title?.text ?? path, text);
}

/** `errors.html` for `openapi/docs/errors.md`. */
function addressOf(path: string): string {
  return path === changelogFile ? 'changelog.html' : path.replace(/^.*\/|\.md$/g, '').concat('.html');
}

function nameProblems(path: string): Problem[] {
  const [, name = ''] = /([^/]+)\.md$/.exec(path) ?? [];
  const place = { file: path, line: 1, column: 1, rule: 'docs/name', hint: 'Rename the file.' };
  if (path !== changelogFile && taken.test(name))
    return [{ ...place, message: `The docs already have a generated page ${name}.html.` }];
  if (path === changelogFile || /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name)) return [];
  return [
    {
      ...place,
      message: `Expected a name of lower-case letters, digits and hyphens, for the page's address, found "${name}".`,
    },
  ];
}

function refuse(problems: readonly Problem[]): void {
  if (problems.length > 0)
    throw new BuildError('The hand-written pages of the docs have problems.', sortProblems(problems));
}
