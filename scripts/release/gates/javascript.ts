import { join } from 'node:path';
import { defaultKey } from '../../sandbox/sandbox.js';
import { counted, grouped } from '../../text/numbers.js';
import type { Extent, Gate } from '../gate.js';
import {
  commandOf,
  consumerProject,
  consumerText,
  type PackedPackage,
  startSandbox,
  suiteProject,
} from '../packed-package.js';
import { fetchedPackage, lastWords, runProgram } from '../program.js';

/** The oldest supported version, and each later release line. */
const supported = ['20.19.0', '22', '24', '26'];
/** Versions on which the package must report that they are too old. */
const tooOld = ['16', '18'];

interface Node {
  version: string;
  program: string;
}

export const javascriptGate: Gate = {
  name: 'javascript',
  about: 'works in programs, as ES modules and as CommonJS, and as a command',
  async run(packed, scope) {
    const files = ['jobs.mjs', 'esm.mjs', 'commonjs.cjs', 'old-node.cjs'];
    const texts = await Promise.all(
      files.map(async (name) => [name, await consumerText(`javascript/${name}`)] as const),
    );
    const folder = await consumerProject(packed, 'javascript', Object.fromEntries(texts));
    const here = { version: process.versions.node, program: process.execPath };
    const verdicts = [...(await worksOn(packed, folder, here, scope)), await suiteWorks(packed)];
    const versions = [here.version];
    const leftOut: string[] = [];
    const others =
      scope === 'all'
        ? [
            ...supported.map((version) => ({ version, try: worksOn })),
            ...tooOld.map((version) => ({ version, try: refusesOn })),
          ]
        : [];
    for (const other of others) {
      const node = await fetchedNode(packed, other.version);
      if ('reason' in node) {
        leftOut.push(`Node.js ${other.version}: ${node.reason}`);
        continue;
      }
      verdicts.push(...(await other.try(packed, folder, node)));
      versions.push(other.try === refusesOn ? `${node.version} (refused)` : node.version);
    }
    const problems = verdicts.filter((problem) => problem !== undefined);
    const figure =
      `${grouped(verdicts.length - problems.length)} of ${counted(verdicts.length, 'program')} on Node.js ` +
      `${versions.join(', ')}`;
    return { figure, problems, leftOut };
  },
};

/** What the check calls in the sample: all operations take it seconds. */
const only = ['--only', 'listTiers,getTier,createTier,updateTier,deleteTier'];

/** The problem of a program; undefined if it works. */
type Verdict = string | undefined;

/** Runs programs of both kinds, and the command against a sandbox on the same Node.js. */
async function worksOn(
  packed: PackedPackage,
  cwd: string,
  { version, program }: Node,
  scope: Extent = 'all',
): Promise<Verdict[]> {
  await using sandbox = await startSandbox(packed, program);
  const env = { DIRECTORY_BASE_URL: sandbox.found, DIRECTORY_API_KEY: defaultKey };
  const command = commandOf(packed);
  const programs: [name: string, args: string[], prints?: RegExp][] = [
    ['ES modules', ['esm.mjs']],
    ['CommonJS', ['commonjs.cjs']],
    [
      'the check',
      [command, 'check', '--include', 'named,inferred', '--writes', 'disposable', ...(scope === 'all' ? [] : only)],
      /Success tested (\d+)\/\1, refusals \1\/\1/,
    ],
    ['--version', [command, '--version'], /^directory-contract [\d.]+, contract [\d.]+\s*$/],
  ];
  const verdicts: Verdict[] = [];
  for (const [name, args, prints = /^/] of programs) {
    const ran = await runProgram(program, args, { cwd, env });
    // On a slow machine, the check also prints its progress.
    const isQuiet = ran.stderr.replaceAll(/^[\d,]+ of about [\d,]+ requests, .*\n/gm, '') === '';
    const isRight = ran.status === 0 && isQuiet && prints.test(ran.stdout);
    verdicts.push(isRight ? undefined : `Node.js ${version}: ${name} ${lastWords(ran)}`);
  }
  return verdicts;
}

async function suiteWorks(packed: PackedPackage): Promise<Verdict> {
  const cwd = await suiteProject(packed, 'suite-run', {
    'suite.test.mjs': await consumerText('javascript/suite.test.mjs'),
  });
  const ran = await runProgram(process.execPath, [join(packed.project, 'node_modules/vitest/vitest.mjs'), 'run'], {
    cwd,
  });
  return ran.status === 0 && /2 passed/.test(ran.stdout) ? undefined : `A suite of Vitest ${lastWords(ran)}`;
}

/** Expects a sentence, not a stack trace, from the command, the check, and the client if it cannot work. */
async function refusesOn(packed: PackedPackage, cwd: string, { version, program }: Node): Promise<Verdict[]> {
  const command = await runProgram(program, [commandOf(packed), 'sandbox'], { cwd });
  const sentence = `directory-contract needs Node.js 20.19 or later; this is ${version}.`;
  const isReported =
    command.status === 2 && command.stderr.startsWith(sentence) && !command.stderr.trim().includes('\n');
  const imported = await runProgram(program, ['old-node.cjs'], { cwd });
  return [
    isReported
      ? undefined
      : `Node.js ${version}: expected the command to print "${sentence}" and end with 2, but it ${lastWords(command)}`,
    imported.status === 0 ? undefined : `Node.js ${version}: a program ${lastWords(imported)}`,
  ];
}

/** Node.js is published as a package for each platform. */
async function fetchedNode(packed: PackedPackage, version: string): Promise<Node | { reason: string }> {
  const fetched = await fetchedPackage(`node-${process.platform}-${process.arch}@${version}`, packed.folder);
  if ('reason' in fetched) return fetched;
  return {
    version: fetched.version.replace(/^v/, ''),
    program: join(fetched.home, process.platform === 'win32' ? 'bin/node.exe' : 'bin/node'),
  };
}
