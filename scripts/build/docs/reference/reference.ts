import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { OpenApiDocument } from '../../../contract/document.js';
import { BuildError } from '../../../text/problem.js';
import { messagesOf, type RunRedocly, runRedocly } from '../../source/redocly.js';
import { redocOptions, toRedocDocument } from './redoc-document.js';

const template = fileURLToPath(new URL('./reference-template.hbs', import.meta.url));

/** A picture that replaces Redoc's logo, so that the page does not download the logo. */
const logo = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="54" height="16"><text y="12" font-family="sans-serif" ' +
    'font-size="12" fill="#888">Redocly</text></svg>',
)}`;

/**
 * The reference as one self-contained HTML page. Its content security policy forbids all requests, and all scripts
 * except those of Redoc and the template, whatever the document contains.
 *
 * @throws BuildError if Redocly fails, or if its page lacks a part that this function replaces
 */
export async function buildReferencePage(
  bundle: OpenApiDocument,
  signal?: AbortSignal,
  execute: RunRedocly = runRedocly,
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'directory-contract-docs-'));
  try {
    // Redocly reads this file, and ignores settings elsewhere. JSON is valid YAML.
    await writeFile(join(folder, 'redocly.yaml'), JSON.stringify({ telemetry: 'off', openapi: redocOptions }));
    await writeFile(join(folder, 'openapi.json'), JSON.stringify(toRedocDocument(bundle)));
    const args = ['openapi.json', '--output', 'reference.html', '--inlineBundle', '--template', template];
    const run = await execute(folder, ['build-docs', ...args, '--title', bundle.info.title], signal);
    if (run.exitCode !== 0)
      throw new BuildError(`Redocly could not create the reference page:\n${messagesOf(run)}`, [], 2);
    const page = await readFile(join(folder, 'reference.html'), 'utf8');
    return allowScripts(withoutRemoteLogo(page));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function withoutRemoteLogo(page: string): string {
  const logoUrlPattern = /https:\/\/cdn\.redoc\.ly\/redoc\/logo-mini(?:-full)?\.svg/g;
  if (!logoUrlPattern.test(page)) throw unknownPageError('The Redoc logo is missing');
  return page.replace(logoUrlPattern, logo);
}

/** A directive of the template's content security policy. The digests of the allowed scripts replace it. */
const noScriptPolicy = "script-src 'none'";

/**
 * Adds the digests of the page's scripts to its policy. It finds the scripts by their order in the page: the template's
 * first script, Redoc's choice of colours, Redoc itself, the template's last script.
 */
function allowScripts(page: string): string {
  const beforeScriptPattern = String.raw`(?:(?!<script)[\s\S])*`;
  const inlineScriptPattern = String.raw`<script>([^<]*)<\/script>`;
  const startPattern = new RegExp(
    `^${beforeScriptPattern}${inlineScriptPattern}${beforeScriptPattern}` +
      `<div id="redoc"><div hidden="">${inlineScriptPattern}`,
  );
  const endPattern =
    /<script type="module">((?:(?!<\/script)[\s\S])*)<\/script>\s*<script>([^<]*)<\/script>\s*<\/body>\s*<\/html>\s*$/;
  const scripts = [startPattern, endPattern].flatMap((pattern) => pattern.exec(page)?.slice(1) ?? []);
  if (scripts.length !== 4 || !page.includes(noScriptPolicy)) throw unknownPageError('Some scripts are missing');
  const digests = scripts.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`);
  return page.replace(noScriptPolicy, `script-src ${digests.join(' ')}`);
}

function unknownPageError(problem: string): BuildError {
  return new BuildError(
    `${problem} in the page that Redocly generated. Adapt scripts/build/docs/reference/reference.ts to this version ` +
      'of Redocly.',
  );
}
