import { realpathSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { build, type Message } from 'esbuild';
import { grouped } from '../../text/numbers.js';
import type { Gate } from '../gate.js';
import { consumerText, type PackedPackage } from '../packed-package.js';
import { lastWords, runProgram } from '../program.js';

/** Typical imports with the most bytes that each may add to a page: minified with its dependencies, gzip -9. */
const budgets = [
  { about: 'root', most: 7_960, code: "export * from 'directory-contract';" },
  {
    about: 'client and table',
    most: 7_340,
    code: "export { createDirectoryClient, operationTable } from 'directory-contract';",
  },
  ...['tierSummary', 'tier', 'filterUpdate', 'partnerEntry'].map((name) => ({
    about: name,
    most: 5_000,
    code: `export { ${name} } from 'directory-contract/validators';`,
  })),
  { about: 'one example', most: 3_000, code: "export { partnerEntryHidden } from 'directory-contract/examples';" },
] as const;

export const sizeGate: Gate = {
  name: 'size',
  about: 'keeps the size budgets of pages, and runs in one without what only Node.js has',
  async run(packed) {
    const page = { about: 'a page', most: 13_000, code: await consumerText('browser/page.js') };
    const measured = await Promise.all(
      [...budgets, page].map(async (budget) => ({ ...budget, ...(await measure(packed, budget.code)) })),
    );
    const problems = measured.flatMap(({ about, most, bytes, errors, inputs }) => [
      ...errors.map(({ text }) => `${about} cannot be bundled: ${text}`),
      ...(bytes > most
        ? [`${about} has ${grouped(bytes)} bytes, more than ${grouped(most)}. The largest parts: ${largest(inputs)}.`]
        : []),
      ...foreign(inputs).map(
        (input) => `${about} includes ${input}, which belongs neither to this package nor to openapi-fetch.`,
      ),
    ]);
    problems.push(...(await mistakesOnPage(packed, measured.at(-1)?.text ?? '')));
    const simple = measured.filter(({ most, code }) => most === 5_000 && code.includes('/validators'));
    const largestSimple = simple.reduce((a, b) => (b.bytes > a.bytes ? b : a));
    const shown = measured.filter((each) => !simple.includes(each) || each === largestSimple);
    return {
      figure:
        `${shown.map(({ about, bytes, most }) => `${about} ${grouped(bytes)} of ${grouped(most)}`).join(', ')} ` +
        'bytes',
      problems,
    };
  },
};

/** Runs the bundle of a page with the globals of a page. */
async function mistakesOnPage({ consumer: cwd }: PackedPackage, text: string): Promise<string[]> {
  // Node.js itself needs `Buffer`, and needs `process` when it makes its first request.
  const before = `let process, global, Buffer, setImmediate;
    new Request('http://127.0.0.1/');
    delete globalThis.process;
    globalThis.location = { origin: 'http://127.0.0.1' };
    globalThis.fetch = async ({ method, url, headers }) => {
      console.log(method, new URL(url).pathname, headers.get('authorization'));
      return Response.json({ title: 'Fjordline' });
    };`;
  const program = `${before}\n${text}\nconsole.log(await globalThis.shown);`;
  const ran = await runProgram(process.execPath, ['--input-type=module', '--eval', program], { cwd });
  return ran.status === 0 && /^GET \/api\/\S* page-key\nFjordline\n$/.test(ran.stdout)
    ? []
    : [`Expected the page to show the title after one request, but it ${lastWords(ran)}`];
}

interface Measured {
  bytes: number;
  text: string;
  errors: readonly Message[];
  /** Bytes of each file in the bundle, before gzip. */
  inputs: Readonly<Record<string, number>>;
}

async function measure({ consumer }: PackedPackage, contents: string): Promise<Measured> {
  try {
    const {
      outputFiles: [file],
      metafile,
    } = await build({
      stdin: { contents, resolveDir: consumer },
      // The names of the inputs are relative to it, with links resolved.
      absWorkingDir: realpathSync(consumer),
      bundle: true,
      minify: true,
      format: 'esm',
      platform: 'browser',
      target: 'es2022',
      write: false,
      metafile: true,
      logLevel: 'silent',
    });
    const [output] = Object.values(metafile.outputs);
    const inputs = Object.entries(output?.inputs ?? {}).map(
      ([path, { bytesInOutput }]) => [path, bytesInOutput] as const,
    );
    return {
      bytes: gzipSync(file?.contents ?? new Uint8Array(), { level: 9 }).length,
      text: file?.text ?? '',
      errors: [],
      inputs: Object.fromEntries(inputs),
    };
  } catch (error) {
    return { bytes: 0, text: '', errors: (error as { errors?: Message[] }).errors ?? [], inputs: {} };
  }
}

function foreign(inputs: Measured['inputs']): string[] {
  return Object.keys(inputs).filter(
    (path) => !/^(?:<stdin>$|node_modules\/(?:directory-contract|openapi-fetch)\/)/.test(path),
  );
}

function largest(inputs: Measured['inputs']): string {
  const sorted = Object.entries(inputs)
    .sort(([, a], [, b]) => b - a)
    .slice(0, 4);
  return sorted.map(([path, bytes]) => `${path} ${grouped(bytes)}`).join(', ');
}
