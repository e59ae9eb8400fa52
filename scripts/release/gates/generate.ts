import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { taughtOwnContract } from '../../answers/own-contract.js';
import { createSandboxFor, defaultKey } from '../../sandbox/sandbox.js';
import { ServedResponse, serveSandbox } from '../../sandbox/server/serve.js';
import { counted } from '../../text/numbers.js';
import { duration } from '../../text/progress.js';
import { type Compiler, compilers, diagnostics, strictest } from '../compiler.js';
import type { Extent, Gate } from '../gate.js';
import { commandOf, consumerProject, consumerText, type PackedPackage } from '../packed-package.js';
import { lastWords, runProgram } from '../program.js';

const answers = `answers:
  auth.scheme-prefix: { value: Bearer }
  lists.envelope:
    value: { items: /results, next: /next, total: /count, page: { query: page } }
    except: { listBadges: bare }
`;

/** The kinds of packages, each with the module resolutions of its compilers. */
const kinds = {
  module: {
    resolutions: ['node16', 'nodenext', 'bundler'],
    options: { verbatimModuleSyntax: true, isolatedModules: true },
  },
  // Here the compiler writes CommonJS, for which it wants no other syntax.
  commonjs: { resolutions: ['node16', 'nodenext'], options: {} },
} as const;

export const generateGate: Gate = {
  name: 'generate',
  about: 'generates code for a taught contract that compiles and runs, in ES modules and in CommonJS',
  async run(packed, scope) {
    const made = await Promise.all(kindsOf(scope).map((kind) => consumer(packed, kind, scope)));
    const problems = made.flatMap((each) => each.problems);
    const compiled = made.reduce((sum, { projects }) => sum + projects, 0);
    const times = made.map(({ milliseconds }) => duration(milliseconds)).join(' and ');
    return {
      figure: `made in ${times}, ${counted(compiled, 'project')}, ${counted(problems.length, 'problem')}`,
      problems,
    };
  },
};

/** The sample has one form; tests of the generated code have both. */
function kindsOf(scope: Extent): (keyof typeof kinds)[] {
  return scope === 'sample' ? ['module'] : ['module', 'commonjs'];
}

interface Made {
  problems: string[];
  projects: number;
  milliseconds: number;
}

async function consumer(packed: PackedPackage, kind: keyof typeof kinds, scope: Extent): Promise<Made> {
  const root = await consumerText('typescript/everywhere.ts');
  const folder = await consumerProject(packed, `generate-${kind}`, {
    'package.json': JSON.stringify({ private: true, type: kind }),
    'directory.answers.yaml': answers,
    'taught.ts': await consumerText('typescript/taught.ts'),
    // The same program as that of the package, with other addresses.
    'everywhere.ts': root
      .replaceAll("'directory-contract'", "'./directory/client.js'")
      .replaceAll(/'directory-contract\/(examples|validators)'/g, "'./directory/$1.js'"),
  });
  linkTools(packed, folder);
  const start = performance.now();
  const generated = await runProgram(process.execPath, [commandOf(packed), 'generate', '--out', 'directory'], {
    cwd: folder,
  });
  const milliseconds = performance.now() - start;
  if (generated.status !== 0)
    return { problems: [`${kind}: the command ${lastWords(generated)}`], projects: 0, milliseconds };
  const problems: string[] = [];
  const projects = projectsOf(packed, kind, scope);
  for (const { compiler, resolution } of projects) {
    const module = resolution === 'bundler' ? 'preserve' : resolution;
    const options = { ...strictest, ...kinds[kind].options, module, moduleResolution: resolution };
    const found = await diagnostics(packed, compiler, folder, {
      ...options,
      // The programs that run below are written by one of the compilers.
      noEmit: resolution !== 'nodenext',
    });
    problems.push(...found.map((text) => `${kind}, TypeScript ${compiler.version}, ${resolution}: ${text}`));
  }
  return {
    problems: [...problems, ...(await mistakesOnServer(folder, kind))],
    projects: projects.length,
    milliseconds,
  };
}

/** The tools that a user installs, or that npx fetches. */
function linkTools({ project }: PackedPackage, folder: string): void {
  mkdirSync(join(folder, 'node_modules'));
  for (const name of ['openapi-typescript', 'typescript'])
    symlinkSync(join(project, 'node_modules', name), join(folder, 'node_modules', name));
}

function projectsOf(
  { project }: PackedPackage,
  kind: keyof typeof kinds,
  scope: Extent,
): { compiler: Compiler; resolution: string }[] {
  const known = compilers(project);
  const newest = kinds[kind].resolutions.map((resolution) => ({ compiler: known['7.0'], resolution }));
  const others = Object.values(known).filter((compiler) => compiler !== known['7.0']);
  // The others take seconds for each project; the newest resolves modules by "node16" as by "nodenext".
  return scope === 'sample'
    ? newest.slice(1)
    : [...others.map((compiler) => ({ compiler, resolution: 'nodenext' })), ...newest];
}

/** Runs the compiled program against a sandbox of the same answers, without code that is made at run time. */
async function mistakesOnServer(folder: string, kind: string): Promise<string[]> {
  const { document, validators } = taughtOwnContract(join(folder, 'directory.answers.yaml'));
  const sandbox = createSandboxFor(document, validators)({ Response: ServedResponse });
  const server = await serveSandbox({ sandbox });
  try {
    const ran = await runProgram(process.execPath, ['--disallow-code-generation-from-strings', 'taught.js'], {
      cwd: folder,
      env: { DIRECTORY_BASE_URL: server.url, DIRECTORY_API_KEY: defaultKey },
    });
    return ran.status === 0 && ran.stderr === '' ? [] : [`${kind}: the program ${lastWords(ran)}`];
  } finally {
    await server.close();
  }
}
