import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { counted } from '../../text/numbers.js';
import type { Gate } from '../gate.js';
import { lastWords, runProgram } from '../program.js';

/** The part of attw's report that is used here. */
interface Report {
  analysis: {
    /** Absent if the package has no types at all. */
    entrypoints?: Record<string, { resolutions: Record<string, { resolution?: { isTypeScript?: boolean } }> }>;
    problems: readonly Problem[];
  };
}

interface Problem {
  kind: string;
  entrypoint?: string;
  resolutionKind?: string;
  typesFileName?: string;
  implementationFileName?: string;
}

/** Documents and data, which need no types. */
const withoutTypes = [
  './openapi.yaml',
  './openapi.json',
  './package.json',
  './schemas/*.json',
  './check/*.schema.json',
];

/** In the sample, two entry points for any platform and one for Node.js, since each takes a second. */
const sampled = ['.', './validators', './vitest'];

export const typesResolveGate: Gate = {
  name: 'types-resolve',
  about: 'has types at every entry point, for ES modules, CommonJS, bundlers and old resolution, according to attw',
  async run({ tarball, folder }, scope) {
    const program = join(
      dirname(createRequire(import.meta.url).resolve('@arethetypeswrong/cli/package.json')),
      'dist/index.js',
    );
    const chosen = scope === 'sample' ? ['--entrypoints', ...sampled] : ['--exclude-entrypoints', ...withoutTypes];
    const ran = await runProgram(process.execPath, [program, tarball.path, '--format', 'json', ...chosen], {
      cwd: folder,
    });
    const { analysis } = parse(ran.stdout) ?? {};
    if (!analysis) return { figure: 'no report', problems: [`attw printed no report: it ${lastWords(ran)}`] };
    if (!analysis.entrypoints) return { figure: 'no types', problems: ['attw finds no types at all in the package.'] };
    const problems = analysis.problems.map(sentence);
    const looked = Object.entries(analysis.entrypoints).filter(([name]) => !withoutTypes.includes(name));
    const ways = looked.flatMap(([name, { resolutions }]) =>
      Object.entries(resolutions).map(([way, { resolution }]) => ({ name, way, resolution })),
    );
    for (const { name, way, resolution } of ways) {
      if (resolution?.isTypeScript !== true) problems.push(`${name} has no types for ${way}.`);
    }
    if (looked.length === 0) problems.push('The package has no entry point.');
    const modes = new Set(ways.map(({ way }) => way)).size;
    return {
      figure:
        `${counted(looked.length, 'entry point')} × ${counted(modes, 'way')} to resolve, ` +
        `${counted(problems.length, 'problem')}`,
      problems: [...new Set(problems)],
    };
  },
};

function parse(text: string): Report | undefined {
  try {
    return JSON.parse(text) as Report;
  } catch {
    return undefined;
  }
}

function sentence({ kind, entrypoint, resolutionKind, typesFileName, implementationFileName }: Problem): string {
  const place = [entrypoint, resolutionKind && `for ${resolutionKind}`].filter(Boolean).join(' ');
  const files = [typesFileName, implementationFileName].filter(Boolean).join(' and ');
  return `${[`attw finds ${kind}`, place && `at ${place}`, files && `in ${files}`].filter(Boolean).join(' ')}.`;
}
