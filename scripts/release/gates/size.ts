import { realpathSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { build, type Message } from 'esbuild';
import { groupDigits } from '../../text/numbers.js';
import type { Gate } from '../gate.js';
import { type PackedPackage, readConsumerFile } from '../packed-package.js';
import { describeFailure, runProgram } from '../program.js';

/** Typical imports, each with the maximum size of its bundle in bytes: with dependencies, minified, after gzip -9. */
const budgets = [
  { name: 'root', maxBytes: 9_050, code: "export * from 'directory-contract';" },
  {
    name: 'client and table',
    maxBytes: 7_934,
    code: "export { createDirectoryClient, operationTable } from 'directory-contract';",
  },
  ...['tierSummary', 'tier', 'filterUpdate', 'partnerEntry'].map((name) => ({
    name,
    maxBytes: 5_000,
    code: `export { ${name} } from 'directory-contract/validators';`,
  })),
  {
    name: 'one operation',
    maxBytes: 4_000,
    code: "export { connectDirectory, updatePartnerEntry } from 'directory-contract/operations';",
  },
  {
    name: 'queries',
    maxBytes: 2_775,
    code: "export { createDirectoryQueries } from 'directory-contract/tanstack-query';",
  },
  { name: 'one example', maxBytes: 3_000, code: "export { partnerEntryHidden } from 'directory-contract/examples';" },
  { name: 'one factory', maxBytes: 3_000, code: "export { partnerEntry } from 'directory-contract/examples';" },
  { name: 'MSW handlers', maxBytes: 3_000, code: "export { handlers } from 'directory-contract/msw';" },
] as const;

export const sizeGate: Gate = {
  name: 'size',
  requirement: 'stays within the size limits for web pages, and runs in a page without Node.js',
  async run(pkg) {
    const page = { name: 'a page', maxBytes: 13_000, code: await readConsumerFile('browser/page.js') };
    const measurements = await Promise.all(
      [...budgets, page].map(async (budget) => ({ ...budget, ...(await measure(pkg, budget.code)) })),
    );
    const problems = measurements.flatMap(({ name, maxBytes, bytes, errors, inputSizes }) => [
      ...errors.map(({ text }) => `The bundle "${name}" cannot be built: ${text}`),
      ...(bytes > maxBytes
        ? [
            `The bundle "${name}" has ${groupDigits(bytes)} bytes; the limit is ${groupDigits(maxBytes)}. ` +
              `Its largest parts: ${largestInputsText(inputSizes)}.`,
          ]
        : []),
      ...findForeignInputs(inputSizes).map(
        (input) =>
          `The bundle "${name}" includes ${input}, which belongs neither to this package nor to openapi-fetch.`,
      ),
    ]);
    problems.push(...(await runPage(pkg, measurements.at(-1)?.text ?? '')));
    const validatorSizes = measurements.filter(
      ({ maxBytes, code }) => maxBytes === 5_000 && code.includes('/validators'),
    );
    const largestValidator = validatorSizes.reduce((a, b) => (b.bytes > a.bytes ? b : a));
    const rows = measurements.filter((each) => !validatorSizes.includes(each) || each === largestValidator);
    return {
      figure:
        `${rows.map((row) => `${row.name} ${groupDigits(row.bytes)} of ${groupDigits(row.maxBytes)}`).join(', ')} ` +
        'bytes',
      problems,
    };
  },
};

/** Runs the bundle of a page in Node.js, without the globals that only Node.js has. */
async function runPage({ consumerFolder: cwd }: PackedPackage, text: string): Promise<string[]> {
  // Keep `Buffer`, which Node.js itself needs. Delete `process` only after Node.js has created its first request.
  const setup = `let process, global, Buffer, setImmediate;
    new Request('http://127.0.0.1/');
    delete globalThis.process;
    globalThis.location = { origin: 'http://127.0.0.1' };
    globalThis.fetch = async ({ method, url, headers }) => {
      console.log(method, new URL(url).pathname, headers.get('authorization'));
      return Response.json({ title: 'Fjordline' });
    };`;
  const program = `${setup}\n${text}\nconsole.log(await globalThis.shown);`;
  const result = await runProgram(process.execPath, ['--input-type=module', '--eval', program], { cwd });
  return result.status === 0 && /^GET \/api\/\S* page-key\nFjordline\n$/.test(result.stdout)
    ? []
    : [`Expected the page to show the title after one request, but it ${describeFailure(result)}`];
}

interface Measurement {
  bytes: number;
  text: string;
  errors: readonly Message[];
  /** The number of bytes that each file adds to the bundle, before gzip. */
  inputSizes: Readonly<Record<string, number>>;
}

async function measure({ consumerFolder }: PackedPackage, contents: string): Promise<Measurement> {
  try {
    const {
      outputFiles: [file],
      metafile,
    } = await build({
      stdin: { contents, resolveDir: consumerFolder },
      // Resolve links, as esbuild does in input paths, which it makes relative to this folder.
      absWorkingDir: realpathSync(consumerFolder),
      bundle: true,
      external: ['msw'],
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
      inputSizes: Object.fromEntries(inputs),
    };
  } catch (error) {
    return { bytes: 0, text: '', errors: (error as { errors?: Message[] }).errors ?? [], inputSizes: {} };
  }
}

function findForeignInputs(inputs: Measurement['inputSizes']): string[] {
  return Object.keys(inputs).filter(
    (path) => !/^(?:<stdin>$|node_modules\/(?:directory-contract|openapi-fetch)\/)/.test(path),
  );
}

function largestInputsText(inputs: Measurement['inputSizes']): string {
  const biggestInputs = Object.entries(inputs)
    .sort(([, a], [, b]) => b - a)
    .slice(0, 4);
  return biggestInputs.map(([path, bytes]) => `${path} ${groupDigits(bytes)}`).join(', ');
}
