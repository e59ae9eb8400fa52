import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { build, createLogger, type Rolldown } from 'vite';
import { counted, grouped } from '../../text/numbers.js';
import type { Gate } from '../gate.js';
import { consumerProject, consumerText } from '../packed-package.js';

export const browserBundleGate: Gate = {
  name: 'browser-bundle',
  about: 'can be bundled for a page by Vite without modules of Node.js, and runs there',
  async run(packed) {
    const root = await consumerProject(packed, 'page', { 'page.js': await consumerText('browser/page.js') });
    const warnings: string[] = [];
    const code = await bundled(root, warnings);
    const problems = warnings.map((warning) => `Vite warns: ${warning}`);
    for (const [sign] of code.matchAll(/["'`]node:[a-z_/]+["'`]|__vite-browser-external/g))
      problems.push(`The page's bundle refers to ${sign}.`);
    problems.push(...(await mistakesOnPage(code)));
    return {
      figure:
        `${grouped(gzipSync(code, { level: 9 }).length)} bytes with the client and one validator, ` +
        `${counted(warnings.length, 'warning')}`,
      problems,
    };
  },
};

async function bundled(root: string, warnings: string[]): Promise<string> {
  const logger = createLogger('warn');
  const warn = (text: string): void => void warnings.push(text.trim());
  const made = await build({
    root,
    configFile: false,
    envDir: false,
    logLevel: 'warn',
    customLogger: { ...logger, warn, warnOnce: warn, error: warn },
    build: { write: false, rolldownOptions: { input: join(root, 'page.js'), output: { format: 'iife' } } },
  });
  const { output } = made as Rolldown.RolldownOutput;
  return output.map((each) => (each.type === 'chunk' ? each.code : '')).join('\n');
}

/** Runs the module with the globals of a page and without those of Node.js. */
async function mistakesOnPage(code: string): Promise<string[]> {
  const requests: string[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    requests.push(`${request.method} ${new URL(request.url).pathname} ${request.headers.get('authorization') ?? ''}`);
    return Response.json({ title: 'Fjordline' });
  };
  const page = createContext({
    fetch,
    Request,
    Response,
    Headers,
    URL,
    URLSearchParams,
    AbortController,
    AbortSignal,
    performance,
    DOMException,
    TextEncoder,
    TextDecoder,
    FormData,
    Blob,
    ReadableStream,
    WritableStream,
    TransformStream,
    setTimeout,
    clearTimeout,
    queueMicrotask,
    structuredClone,
    atob,
    btoa,
    location: { origin: 'http://127.0.0.1' },
    shown: undefined as unknown,
  });
  try {
    runInContext(code, page, { timeout: 5_000 });
    const shown = await (page['shown'] as unknown);
    const isRight =
      shown === 'Fjordline' && requests.length === 1 && /^GET \/api\/.* page-key$/.test(requests[0] ?? '');
    return isRight
      ? []
      : [
          `Expected the page to show the title after one request, but it shows ${String(shown)} after ` +
            `${requests.join(', ') || 'no request'}.`,
        ];
  } catch (error) {
    return [`The page's bundle fails: ${String(error)}`];
  }
}
