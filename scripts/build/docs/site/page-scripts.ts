import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { readPackageLicences } from '../../../system/package-licences.js';
import type { SiteFile } from '../pages/docs-page.js';

const project = fileURLToPath(new URL('../../../../', import.meta.url));
const folder = fileURLToPath(new URL('../../../docs-page/', import.meta.url));

/** Makes the sandbox in the page read its contract from a file of the site, which may contain answers. */
const pageContractPlugin: Plugin = {
  name: 'contract-of-page',
  setup({ onResolve }) {
    onResolve({ filter: /\/generated\/contract\.js$/ }, () => ({
      path: `${folder}own-contract.ts`,
    }));
  },
};

export interface PageScripts {
  readonly files: readonly SiteFile[];
  /** Name, version and licence text of each package in the scripts. */
  readonly licences: readonly string[];
}

/** Builds the scripts and the style sheet of all pages. They do not depend on the document. */
export async function buildPageScripts(): Promise<PageScripts> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: project,
    entryPoints: ['site.ts', 'search.ts', 'try.ts', 'site.css'].map((name) => folder + name),
    outdir: '/',
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    platform: 'browser',
    plugins: [pageContractPlugin],
    // Pages never need this value: only the parts of the sandbox that run in Node.js use it.
    define: { 'import.meta.url': '""' },
    legalComments: 'none',
    metafile: true,
    write: false,
  });
  return {
    files: [
      ...outputFiles.map(({ path, text }) => ({ path: path.replace(/^.*[\\/]/, ''), text })),
      { path: 'icon.svg', text: readFileSync(`${folder}icon.svg`, 'utf8') },
    ],
    licences: readPackageLicences(project, Object.keys(metafile.inputs)),
  };
}
