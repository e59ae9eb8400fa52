import { readFileSync } from 'node:fs';
import { BuildError } from '../../../text/problem.js';
import type { Component, Licence } from './component.js';
import { components } from './components.js';

/** The file of the notices, next to the page that needs them. */
export const noticesFile = 'third-party-notices.txt';

const list = 'scripts/build/docs/notices/components.ts';

const order: readonly Licence[] = ['MIT', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause'];

/**
 * The notices of all third-party software in the docs, with the texts of its licences.
 *
 * @param page the reference page; its parts from the document are ignored
 * @param ofScripts name, version and licence text of each package in the scripts of the other pages
 * @throws BuildError if Redoc's script has something that no component explains, or no longer has a component
 */
export function noticesText(
  page: string,
  ofScripts: readonly string[],
  known: readonly Component[] = components,
): string {
  const script = redocScript(page);
  const strangers = claims(script).filter((claim) => !known.some(({ mark }) => mark.test(claim)));
  const lost = known.filter(({ mark }) => !mark.test(script));
  if (strangers.length + lost.length > 0) {
    throw new BuildError(
      [
        `Redoc's script does not match the list in ${list}. Update the list as described there.`,
        ...strangers.map((claim) => `Unknown: ${claim.replace(/[\s*]+/g, ' ').slice(0, 200)}`),
        ...lost.map(({ name }) => `No longer found: ${name}`),
      ].join('\n'),
    );
  }
  const sections = order.map((licence) => {
    const ours = known.filter((each) => each.licence === licence);
    return ours.length === 0
      ? ''
      : section(
          licence,
          ours.map((each) => entry(each, script)),
        );
  });
  return `Third-party notices

The page reference.html contains Redoc, which Redocly bundles with the packages below into one script. The script does
not list them; this list was compiled by examining it.
${sections.join('')}
${'='.repeat(80)}
In the scripts of the other pages: site.js, search.js and try.js.

${ofScripts.join(`\n${'-'.repeat(80)}\n\n`)}`;
}

/** The part of the page that is the same for every document. */
function redocScript(page: string): string {
  const [, script] = /<script type="module">([\s\S]*?\bexport\{RedocStandalone,hydrate,init\};)/.exec(page) ?? [];
  if (script === undefined) {
    throw new BuildError(
      'The script of Redoc was not found in the reference page; look at scripts/build/docs/notices/notices.ts.',
    );
  }
  return script;
}

/** Signs of third-party software: comments that name a licence or a copyright holder, and paths of packages. */
function claims(script: string): string[] {
  const comments = [...script.matchAll(/\/\*[*!][^`]*?\*\//g)].map(([text]) => text);
  const paths = [...script.matchAll(/node_modules\/(?:@[\w.-]+\/)?[\w.-]+\//g)].map(([text]) => text);
  return [...new Set([...comments.filter((text) => /licen[cs]e|copyright|\(c\)/i.test(text)), ...paths])];
}

function entry({ name, copyright, mark }: Component, script: string): string {
  const [, version] = mark.exec(script) ?? [];
  const title = version === undefined ? name : `${name} ${version}`;
  return [title, ...copyright.split('; ').map((line) => `  ${line}`)].join('\n');
}

function section(licence: Licence, entries: readonly string[]): string {
  const text = readFileSync(new URL(`${licence}.txt`, import.meta.url), 'utf8').trimEnd();
  const heading = `${'='.repeat(80)}\nUnder the licence ${licence}; its text follows.`;
  return `\n${heading}\n\n${entries.join('\n\n')}\n\n${'-'.repeat(80)}\n${text}\n`;
}
