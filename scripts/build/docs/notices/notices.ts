import { readFileSync } from 'node:fs';
import { BuildError } from '../../../text/problem.js';
import type { Component, Licence } from './component.js';
import { components } from './components.js';

/** Where the notices are, beside the page that needs them. */
export const noticesFile = 'third-party-notices.txt';

const list = 'scripts/build/docs/notices/components.ts';

const order: readonly Licence[] = ['MIT', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause'];

/**
 * The notices of all software of others that the reference page holds, with the texts of its licences.
 *
 * @param page the reference page; what comes from the document is not looked at
 * @throws BuildError where Redoc's script has something that no component accounts for, or a component is not found any
 * more
 */
export function noticesText(page: string, known: readonly Component[] = components): string {
  const script = redocScript(page);
  const strangers = claims(script).filter((claim) => !known.some(({ mark }) => mark.test(claim)));
  const lost = known.filter(({ mark }) => !mark.test(script));
  if (strangers.length + lost.length > 0) {
    throw new BuildError(
      [
        `Redoc holds other software than ${list} knows. Look through its script as it says there.`,
        ...strangers.map((claim) => `Not known: ${claim.replace(/[\s*]+/g, ' ').slice(0, 200)}`),
        ...lost.map(({ name }) => `Not found any more: ${name}`),
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

The page reference.html holds Redoc, which Redocly bundles with the packages below into one script. That script does
not list them; this list is what can be told from it. No other page of these docs holds software of others.
${sections.join('')}`;
}

/** The part of the page that is the same for each document. */
function redocScript(page: string): string {
  const [, script] = /<script type="module">([\s\S]*?\bexport\{RedocStandalone,hydrate,init\};)/.exec(page) ?? [];
  if (script === undefined) {
    throw new BuildError(
      'The script of Redoc was not found in the reference page; look at scripts/build/docs/notices/notices.ts.',
    );
  }
  return script;
}

/** What says of itself that it is of somebody: comments that name a licence or a holder, and paths of packages. */
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
  const heading = `${'='.repeat(80)}\nUnder the licence ${licence}, whose text follows:`;
  return `\n${heading}\n\n${entries.join('\n\n')}\n\n${'-'.repeat(80)}\n${text}\n`;
}
