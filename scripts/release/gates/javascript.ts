import { join } from 'node:path';
import { counted, grouped } from '../../text/numbers.js';
import { fetchedPackage } from '../fetched-package.js';
import type { Gate } from '../gate.js';
import { consumerProject, consumerText, type PackedPackage } from '../packed-package.js';
import { lastWords, runProgram } from '../program.js';
import { commandOf, startSandbox } from '../sandbox-process.js';
import { suiteProject } from '../suite-project.js';

/** The oldest one that is supported, and each later line. */
const supported = ['20.19.0', '22', '24', '26'];
/** What is to say that it is too old. */
const tooOld = ['16', '18'];

/** A program of Node.js. */
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
    const tried = [...(await worksOn(packed, folder, here)), await suiteWorks(packed)];
    const passedThrough = [here.version];
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
      tried.push(...(await other.try(packed, folder, node)));
      passedThrough.push(other.try === refusesOn ? `${node.version} (refused)` : node.version);
    }
    const problems = tried.filter((problem) => problem !== undefined);
    const figure =
      `${grouped(tried.length - problems.length)} of ${counted(tried.length, 'program')} on Node.js ` +
      `${passedThrough.join(', ')}`;
    return { figure, problems, leftOut };
  },
};

/** What is wrong with a program; undefined where nothing is. */
type Verdict = string | undefined;

/** Both kinds of program, and the command against a sandbox that the same Node.js serves. */
async function worksOn(packed: PackedPackage, cwd: string, { version, program }: Node): Promise<Verdict[]> {
  await using sandbox = await startSandbox(packed, program);
  const env = { DIRECTORY_BASE_URL: sandbox.url, DIRECTORY_API_KEY: sandbox.key };
  const command = commandOf(packed);
  const programs: [name: string, args: string[], prints?: RegExp][] = [
    ['ES modules', ['esm.mjs']],
    ['CommonJS', ['commonjs.cjs']],
    [
      'the check',
      [command, 'check', '--include', 'named,inferred', '--writes', 'disposable'],
      /Success tested (\d+)\/\1, refusals \1\/\1/,
    ],
    ['--version', [command, '--version'], /^\d+\.\d+\.\d+\s*$/],
  ];
  const verdicts: Verdict[] = [];
  for (const [name, args, prints = /^/] of programs) {
    const ran = await runProgram(program, args, { cwd, env });
    // A slow machine gives the check the time to say how far it is.
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

/** A sentence instead of a stack trace, from the command, from the check, and from the client where it cannot work. */
async function refusesOn(packed: PackedPackage, cwd: string, { version, program }: Node): Promise<Verdict[]> {
  const command = await runProgram(program, [commandOf(packed), 'sandbox'], { cwd });
  const sentence = `directory-contract needs Node.js 20.19 or later; this is ${version}.`;
  const isSaid = command.status === 2 && command.stderr.startsWith(sentence) && !command.stderr.trim().includes('\n');
  const imported = await runProgram(program, ['old-node.cjs'], { cwd });
  return [
    isSaid
      ? undefined
      : `Node.js ${version}: the command was to say "${sentence}" and to end with 2, and ${lastWords(command)}`,
    imported.status === 0 ? undefined : `Node.js ${version}: a program ${lastWords(imported)}`,
  ];
}

/** Node.js comes as a package for each platform. */
async function fetchedNode(packed: PackedPackage, version: string): Promise<Node | { reason: string }> {
  const fetched = await fetchedPackage(`node-${process.platform}-${process.arch}@${version}`, packed.folder);
  if ('reason' in fetched) return fetched;
  return {
    version: fetched.version.replace(/^v/, ''),
    program: join(fetched.home, process.platform === 'win32' ? 'bin/node.exe' : 'bin/node'),
  };
}
