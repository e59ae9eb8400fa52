import { join } from 'node:path';
import { defaultKey } from '../../sandbox/sandbox.js';
import { formatCount, groupDigits } from '../../text/numbers.js';
import type { Gate, GateScope } from '../gate.js';
import {
  commandOf,
  createConsumer,
  createSuite,
  type PackedPackage,
  readConsumerFile,
  startSandbox,
} from '../packed-package.js';
import { describeFailure, fetchPackage, runProgram } from '../program.js';

/** The oldest supported version of Node.js, and each later release line. */
const supportedVersions = ['20.19.0', '22', '24', '26'];
/** Outdated versions of Node.js: on these, the package must say that they are too old. */
const oldVersions = ['16', '18'];

interface NodeProgram {
  version: string;
  program: string;
}

export const javascriptGate: Gate = {
  name: 'javascript',
  requirement: 'works in programs, as ES modules and as CommonJS, and as a command',
  async run(pkg, scope) {
    const files = ['jobs.mjs', 'esm.mjs', 'commonjs.cjs', 'old-node.cjs'];
    const texts = await Promise.all(
      files.map(async (name) => [name, await readConsumerFile(`javascript/${name}`)] as const),
    );
    const folder = await createConsumer(pkg, 'javascript', Object.fromEntries(texts));
    const currentNode = { version: process.versions.node, program: process.execPath };
    const outcomes = [...(await runPrograms(pkg, folder, currentNode, scope)), await runSuite(pkg)];
    const versions = [currentNode.version];
    const skippedVersions: string[] = [];
    const furtherRuns =
      scope === 'all'
        ? [
            ...supportedVersions.map((version) => ({ version, try: runPrograms })),
            ...oldVersions.map((version) => ({ version, try: checkNodeRefusals })),
          ]
        : [];
    for (const run of furtherRuns) {
      const node = await fetchNode(pkg, run.version);
      if ('reason' in node) {
        skippedVersions.push(`Node.js ${run.version}: ${node.reason}`);
        continue;
      }
      outcomes.push(...(await run.try(pkg, folder, node)));
      versions.push(run.try === checkNodeRefusals ? `${node.version} (refused)` : node.version);
    }
    const problems = outcomes.filter((problem) => problem !== undefined);
    const figure =
      `${groupDigits(outcomes.length - problems.length)} of ${formatCount(outcomes.length, 'program')} on Node.js ` +
      `${versions.join(', ')}`;
    return { figure, problems, skippedChecks: skippedVersions };
  },
};

/** Arguments of the check in the sample: only a few operations, because checking all of them takes seconds. */
const sampleArgs = ['--only', 'listTiers,getTier,createTier,updateTier,deleteTier'];

/** A description of a program's fault; undefined if the program works. */
type ProgramProblem = string | undefined;

/** Runs programs as ES modules and as CommonJS, and the command, against a sandbox on the same version of Node.js. */
async function runPrograms(
  pkg: PackedPackage,
  cwd: string,
  { version, program }: NodeProgram,
  scope: GateScope = 'all',
): Promise<ProgramProblem[]> {
  await using sandbox = await startSandbox(pkg, program);
  const env = { DIRECTORY_BASE_URL: sandbox.readyText, DIRECTORY_API_KEY: defaultKey };
  const command = commandOf(pkg);
  const programs: [name: string, args: string[], prints?: RegExp][] = [
    ['ES modules', ['esm.mjs']],
    ['CommonJS', ['commonjs.cjs']],
    [
      'the check',
      [
        command,
        'check',
        '--include',
        'named,inferred',
        '--writes',
        'disposable',
        ...(scope === 'all' ? [] : sampleArgs),
      ],
      /Success tested (\d+)\/\1, refusals \1\/\1/,
    ],
    ['--version', [command, '--version'], /^directory-contract [\d.]+, contract [\d.]+\s*$/],
  ];
  const outcomes: ProgramProblem[] = [];
  for (const [name, args, pattern = /^/] of programs) {
    const result = await runProgram(program, args, { cwd, env });
    // On a slow machine, the check also prints its progress.
    const isQuiet = result.stderr.replaceAll(/^[\d,]+ of about [\d,]+ requests, .*\n/gm, '') === '';
    const isExpectedResult = result.status === 0 && isQuiet && pattern.test(result.stdout);
    outcomes.push(isExpectedResult ? undefined : `Node.js ${version}: ${name} ${describeFailure(result)}`);
  }
  return outcomes;
}

async function runSuite(pkg: PackedPackage): Promise<ProgramProblem> {
  const cwd = await createSuite(pkg, 'suite-run', {
    'suite.test.mjs': await readConsumerFile('javascript/suite.test.mjs'),
  });
  const result = await runProgram(process.execPath, [join(pkg.project, 'node_modules/vitest/vitest.mjs'), 'run'], {
    cwd,
  });
  return result.status === 0 && /3 passed/.test(result.stdout)
    ? undefined
    : `The test suite that runs in Vitest ${describeFailure(result)}`;
}

/** Expects the command and the check to fail with a sentence, not a stack trace. The client need not fail. */
async function checkNodeRefusals(
  pkg: PackedPackage,
  cwd: string,
  { version, program }: NodeProgram,
): Promise<ProgramProblem[]> {
  const command = await runProgram(program, [commandOf(pkg), 'sandbox'], { cwd });
  const sentence = `directory-contract needs Node.js 20.19 or later, but this is Node.js ${version}.`;
  const isRefusalReported =
    command.status === 2 && command.stderr.startsWith(sentence) && !command.stderr.trim().includes('\n');
  const result = await runProgram(program, ['old-node.cjs'], { cwd });
  return [
    isRefusalReported
      ? undefined
      : `Node.js ${version}: expected the command to print "${sentence}" and end with exit code 2, but it ` +
        `${describeFailure(command)}`,
    result.status === 0 ? undefined : `Node.js ${version}: a program ${describeFailure(result)}`,
  ];
}

/** Fetches Node.js from the npm registry, which has a package of Node.js for each platform. */
async function fetchNode(pkg: PackedPackage, version: string): Promise<NodeProgram | { reason: string }> {
  const nodePackage = await fetchPackage(`node-${process.platform}-${process.arch}@${version}`, pkg.folder);
  if ('reason' in nodePackage) return nodePackage;
  return {
    version: nodePackage.version.replace(/^v/, ''),
    program: join(nodePackage.folder, process.platform === 'win32' ? 'bin/node.exe' : 'bin/node'),
  };
}
