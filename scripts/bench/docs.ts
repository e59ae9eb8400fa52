// Compares the docs with pages that other tools generate from the same document, in a browser with an empty cache.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { operationAddress, referenceAddress } from '../build/docs/links/addresses.js';
import { messagesOf, runRedocly } from '../build/source/redocly.js';
import { type FileServer, type ServedFolder, serveFiles } from './docs/file-server.js';
import { startBrowser, type Visit, visit } from './docs/visit.js';
import {
  type BenchContext,
  type BenchSubject,
  type Comparison,
  createTarget,
  measureInTurn,
  toSubjects,
  type Unit,
} from './frame/measure.js';
import { findNpmPeer } from './frame/peers.js';
import { project } from './frame/programs.js';

/** The operation that each page shows, since the browser opens a link to it. */
const operation = {
  operationId: 'updatePartnerEntry',
  tags: ['partner-entries'],
  summary: 'Update a partner entry',
};
const path = '/api/directory/private/v1alpha/directories/{directory_id}/entries/partners/{entry_id}/';

/** A page of docs, and the element that shows a reader that the operation is in view. */
interface BenchPage extends Pick<BenchSubject, 'name' | 'kind'> {
  /** The address of the page, relative to the server. */
  address: string;
  /** A CSS selector of the element that names the operation, outside of any menu. */
  headingSelector: string;
  /** Returns the folders that the server needs for the page. @throws Error with a reason if they cannot be made */
  prepareFolders(): Promise<Record<string, ServedFolder>> | Record<string, ServedFolder>;
}

const docsFolder = join(project, 'generated/docs');
const documentFolder: Record<string, ServedFolder> = { documents: { folder: docsFolder } };

const pages: readonly BenchPage[] = [
  {
    name: 'directory-contract, the page of the operation',
    kind: 'ours',
    address: `ours/${operationAddress(operation.operationId)}`,
    headingSelector: 'h1',
    prepareFolders: ourFolders,
  },
  {
    name: 'redocly build-docs',
    kind: 'peer',
    address: referenceAddress(operation).replace('reference.html', 'redocly/index.html'),
    headingSelector: 'h2',
    prepareFolders: redocFolders,
  },
  {
    name: 'Swagger UI',
    kind: 'peer',
    address: `swagger/index.html#/partner-entries/${operation.operationId}`,
    headingSelector: '.opblock-summary-description',
    prepareFolders: swaggerFolders,
  },
  {
    name: 'Scalar',
    kind: 'peer',
    address: `scalar/index.html#tag/partner-entries/PATCH${path}`,
    headingSelector: 'h2, h3',
    prepareFolders: scalarFolders,
  },
];

export async function run(context: BenchContext): Promise<Comparison[]> {
  const benchPages = context.extent === 'smoke' ? pages.filter(({ kind }) => kind === 'ours') : pages;
  const browser = await startBrowser();
  const servers = new Map<BenchPage, FileServer>();
  const visitPage = async (page: BenchPage): Promise<Visit> => {
    const server = servers.get(page) ?? (await serveFiles(await page.prepareFolders()));
    servers.set(page, server);
    return visit(browser, server, { ...page, text: operation.summary });
  };
  try {
    // Warm up the browser. A page that fails here fails again below, and its row gets the error.
    for (const page of benchPages) await visitPage(page).catch(() => undefined);
    const rows = await measureInTurn(
      benchPages.map((page) => ({ name: page.name, kind: page.kind, measure: () => visitPage(page) })),
      context,
    );
    const createComparison = (title: string, unit: Unit, toValue: (result: Visit) => number): Comparison => {
      const subjects = toSubjects(rows, toValue);
      return { title, unit, better: 'less', subjects, target: createTarget(subjects, 'less', 1) };
    };
    return [
      createComparison('Time until the docs show an operation', 'ms', ({ readableAfter }) => readableAfter),
      createComparison('Compressed size of the page that shows an operation', 'bytes', ({ bytes }) => bytes),
    ];
  } finally {
    await browser.close();
    for (const server of servers.values()) server.close();
  }
}

function ourFolders(): Record<string, ServedFolder> {
  if (!existsSync(join(docsFolder, 'reference.html')))
    throw new Error('generated/docs/reference.html does not exist. Run "npm run build" first.');
  return { ours: { folder: docsFolder } };
}

/** The page of `redocly build-docs` without options. The local server sends its script, too. */
async function redocFolders(): Promise<Record<string, ServedFolder>> {
  const folder = mkdtempSync(join(tmpdir(), 'directory-contract-bench-'));
  try {
    const result = await runRedocly(folder, ['build-docs', join(docsFolder, 'openapi.yaml'), '--output', 'index.html']);
    if (result.exitCode !== 0) throw new Error(messagesOf(result));
    const page = readFileSync(join(folder, 'index.html'), 'utf8');
    const scriptUrlPattern = /https:\/\/[^"'\s]+\/redoc\.standalone\.js/g;
    const chunksFolder = join(findNpmPeer('@redocly/cli', project).folder, 'lib/chunks');
    return {
      redocly: {
        folder: chunksFolder,
        texts: { 'index.html': page.replace(scriptUrlPattern, './redoc.standalone.js') },
      },
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Swagger UI from its package, with the document of this project. */
function swaggerFolders(): Record<string, ServedFolder> {
  const { folder } = findNpmPeer('swagger-ui-dist');
  const initializer = readFileSync(join(folder, 'swagger-initializer.js'), 'utf8');
  const text = initializer.replace(/url: ".*"/, 'url: "/documents/openapi.json"');
  return { ...documentFolder, swagger: { folder, texts: { 'swagger-initializer.js': text } } };
}

/** Scalar as its README shows it, with this project's document. Omits the proxy, which readers do not need. */
function scalarFolders(): Record<string, ServedFolder> {
  const { folder } = findNpmPeer('@scalar/api-reference');
  const page = `<!doctype html>
<html>
  <head>
    <title>Scalar API Reference</title>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
  </head>
  <body>
    <div id="app"></div>
    <script src="standalone.js"></script>
    <script>
      Scalar.createApiReference('#app', { url: '/documents/openapi.json' });
    </script>
  </body>
</html>
`;
  return { ...documentFolder, scalar: { folder: join(folder, 'dist/browser'), texts: { 'index.html': page } } };
}
