import { markup } from '../../text/escape.js';
import { noticesFile } from './notices/notices.js';
import { style } from './style.js';

export interface HtmlPage {
  /** Text. */
  title: string;
  /** Plain text for lists of pages, such as search results; one sentence. */
  description?: string;
  /** HTML. */
  main: string;
  /** HTML: a table of contents, next to `main` if there is room. */
  contents?: string;
  /** Path of the page, relative to `generated/docs/`; all pages are at the top level. */
  current: string;
  /** Version of the contract. */
  version: string;
}

/** The page runs and loads nothing, whatever the document contains. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

/** The pages that every page links to, with their names. */
export const pages = [
  ['index.html', 'Overview'],
  ['reference.html', 'Reference'],
  ['plain.html', 'Plain reference'],
  ['authentication.html', 'Authentication'],
  ['errors.html', 'Errors'],
  ['mock-and-sandbox.html', 'Mock and sandbox'],
  ['teach.html', 'Teach'],
  ['check.html', 'Check'],
  ['own-service.html', 'Your own service'],
  ['rules.html', 'Rules'],
  ['weights.html', 'Weights'],
  ['safety.html', 'Safety'],
  ['unknowns.html', 'Open questions'],
  ['changelog.html', 'Changes'],
] as const;

/** The interface in formats for programs and as plain text, and the notices of third-party software. */
export const otherForms = [
  ['openapi.yaml', 'openapi.yaml'],
  ['openapi.json', 'openapi.json'],
  ['reference.md', 'reference.md'],
  ['llms.txt', 'llms.txt'],
  [noticesFile, 'Third-party notices'],
] as const;

/** A page of our own, without scripts or other files. */
export function htmlPage({ title, description, main, contents, current, version }: HtmlPage): string {
  const name = 'Directory interface';
  const meta = description === undefined ? '' : `<meta name="description" content="${markup(description)}">\n`;
  const content = `<main id="main">\n${main}\n</main>`;
  const beside = `<nav class="contents" aria-label="On this page">\n${contents ?? ''}\n</nav>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${markup(title === name ? name : `${title} · ${name}`)}</title>
${meta}<style>${style.replace(/\n +/g, '\n')}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header>
<a href="index.html">${name} ${markup(version)}</a>
<nav aria-label="Pages">${links(pages, current)}</nav>
</header>
${contents === undefined ? content : `<div class="beside">\n${beside}\n${content}\n</div>`}
<footer>
<p>Version ${markup(version)} of the contract.</p>
<nav aria-label="Other forms">${links(otherForms, current)}</nav>
</footer>
</body>
</html>
`;
}

function links(targets: readonly (readonly [string, string])[], current: string): string {
  return targets
    .map(([path, name]) => `<a href="${path}"${path === current ? ' aria-current="page"' : ''}>${name}</a>`)
    .join('\n');
}
