import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleJson } from './bundle.js';
import type { OpenApiDocument } from '../contract/document.js';
import { BuildError } from './problem.js';
import { redocly, spoken } from './redocly.js';

const template = fileURLToPath(new URL('./reference-template.hbs', import.meta.url));

/** Redoc shows this picture in place of its own logo, which it would fetch from the network. */
const logo = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="54" height="16"><text y="12" font-family="sans-serif" font-size="12">Redocly</text></svg>',
)}`;

/**
 * The reference as one HTML page that needs nothing else: script and styles are inside, and its content security
 * policy forbids every request.
 *
 * @throws BuildError where Redocly cannot make the page, or where it holds an address that we do not know of
 */
export async function referencePage(bundle: OpenApiDocument, signal?: AbortSignal): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'directory-contract-docs-'));
  try {
    // The folder holds no redocly.yaml but this, so that nobody's settings but these have a say.
    await writeFile(join(folder, 'redocly.yaml'), "telemetry: 'off'\n");
    await writeFile(join(folder, 'openapi.json'), bundleJson(bundle));
    const args = ['openapi.json', '--output', 'reference.html', '--inlineBundle', '--template', template];
    const run = await redocly(folder, ['build-docs', ...args, '--title', bundle.info.title], signal);
    if (run.exitCode !== 0) throw new BuildError(`Redocly could not make the reference page:\n${spoken(run)}`);
    return withoutRemoteLogo(await readFile(join(folder, 'reference.html'), 'utf8'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function withoutRemoteLogo(page: string): string {
  const remote = /https:\/\/cdn\.redoc\.ly\/redoc\/logo-mini(?:-full)?\.svg/g;
  if (!remote.test(page)) {
    throw new BuildError('The logo of Redoc was not found in the page that Redocly made; look at scripts/build/docs.ts.');
  }
  return page.replace(remote, logo);
}
