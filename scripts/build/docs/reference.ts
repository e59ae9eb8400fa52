import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { OpenApiDocument } from '../../contract/document.js';
import { BuildError } from '../../text/problem.js';
import { type RunRedocly, redocly, spoken } from '../source/redocly.js';
import { forRedoc, redocOptions } from './for-redoc.js';

const template = fileURLToPath(new URL('./reference-template.hbs', import.meta.url));

/** Redoc shows this picture in place of its own logo, which it would fetch from the network. */
const logo = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="54" height="16"><text y="12" font-family="sans-serif" ' +
    'font-size="12" fill="#888">Redocly</text></svg>',
)}`;

/**
 * The reference as one HTML page that needs nothing else: script and styles are inside. Its content security policy
 * forbids every request, and every script but those of Redoc and the template, whatever the document holds.
 *
 * @throws BuildError where Redocly cannot make the page, or makes another one than we know of
 */
export async function referencePage(
  bundle: OpenApiDocument,
  signal?: AbortSignal,
  runRedocly: RunRedocly = redocly,
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'directory-contract-docs-'));
  try {
    // The folder holds no redocly.yaml but this, so that nobody's settings but these have a say. JSON is YAML.
    await writeFile(join(folder, 'redocly.yaml'), JSON.stringify({ telemetry: 'off', openapi: redocOptions }));
    await writeFile(join(folder, 'openapi.json'), JSON.stringify(forRedoc(bundle)));
    const args = ['openapi.json', '--output', 'reference.html', '--inlineBundle', '--template', template];
    const run = await runRedocly(folder, ['build-docs', ...args, '--title', bundle.info.title], signal);
    if (run.exitCode !== 0) throw new BuildError(`Redocly could not make the reference page:\n${spoken(run)}`);
    const page = await readFile(join(folder, 'reference.html'), 'utf8');
    return withScriptsAllowed(withoutRemoteLogo(page));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function withoutRemoteLogo(page: string): string {
  const remote = /https:\/\/cdn\.redoc\.ly\/redoc\/logo-mini(?:-full)?\.svg/g;
  if (!remote.test(page)) throw unknownPage('The logo of Redoc was not found');
  return page.replace(remote, logo);
}

/** Where the template leaves room for the digests of scripts; the first one of these in the page. */
const noScript = "script-src 'none'";

/**
 * Names the scripts of the page in its policy by their digests. They are found by where they stand, before and behind
 * everything that comes from the document: our first one, the one of Redoc that chooses the colours, Redoc, our last
 * one.
 */
function withScriptsAllowed(page: string): string {
  const beginning =
    /^(?:(?!<script)[\s\S])*<script>([^<]*)<\/script>(?:(?!<script)[\s\S])*<div id="redoc"><div hidden=""><script>([^<]*)<\/script>/;
  const ending =
    /<script type="module">((?:(?!<\/script)[\s\S])*)<\/script>\s*<script>([^<]*)<\/script>\s*<\/body>\s*<\/html>\s*$/;
  const scripts = [beginning, ending].flatMap((pattern) => pattern.exec(page)?.slice(1) ?? []);
  if (scripts.length !== 4 || !page.includes(noScript)) throw unknownPage('The scripts were not found');
  const digests = scripts.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`);
  return page.replace(noScript, `script-src ${digests.join(' ')}`);
}

function unknownPage(what: string): BuildError {
  return new BuildError(`${what} in the page that Redocly made; look at scripts/build/docs/reference.ts.`);
}
