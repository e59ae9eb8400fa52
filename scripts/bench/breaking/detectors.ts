import { join } from 'node:path';
import type { ContractDiff } from '../../diff/change.js';
import type { Subject } from '../frame/comparison.js';
import { measuredCommand, type Ran } from '../frame/measured-command.js';
import { ourCommand, project } from '../frame/our-programs.js';
import { goPeer, npmPeer, peersFolder } from '../frame/peers.js';

/** A program that compares two documents. */
export interface Detector {
  /** For messages, also where it is not installed. */
  name: string;
  kind: Subject['kind'];
  /** @throws Error that says why it is missing */
  prepare(): Promise<Prepared> | Prepared;
}

export interface Prepared {
  version?: string;
  /**
   * What breaks, by its own names, between `old.json` and `new.json` of a folder.
   *
   * @throws Error with its words if it cannot compare the two files
   */
  breaking(folder: string): Promise<string[]>;
}

/** Each as its documentation says that it finds the most. */
export const detectors: readonly Detector[] = [
  { name: 'directory-contract diff', kind: 'ours', prepare: ours },
  {
    name: 'oasdiff breaking, errors and warnings',
    kind: 'peer',
    prepare: () => oasdiff(() => true),
  },
  {
    name: 'oasdiff breaking, errors alone',
    kind: 'peer',
    prepare: () => oasdiff(({ level }) => level === 3),
  },
  { name: 'redocly diff', kind: 'peer', prepare: redocly },
  { name: 'optic diff --check', kind: 'peer', prepare: optic },
  { name: 'openapi-diff', kind: 'peer', prepare: openapiDiff },
  {
    name: 'openapi-changes',
    kind: 'peer',
    prepare: () => {
      throw new Error(
        'openapi-changes is not installed: its npm package has no program but a script that downloads one, and the ' +
          'peers are installed without scripts; its Go module could not be had either.',
      );
    },
  },
];

async function ours(): Promise<Prepared> {
  const program = await ourCommand();
  return {
    breaking: async (folder) => {
      const [old, now] = files.map((file) => join(folder, file)) as [string, string];
      // It finds Redocly from the current folder.
      const ran = await run(project, program, ['diff', old, now, '--format', 'json', '--no-answers']);
      const { changes } = printedBy(ran) as ContractDiff;
      // A client that sends requests and reads responses does not see the names in code.
      return changes.filter(({ effect, codeOnly }) => effect === 'breaking' && !codeOnly).map(({ rule }) => rule);
    },
  };
}

function oasdiff(isMeant: (change: { id: string; level: number }) => boolean): Prepared {
  const { path, version } = goPeer('oasdiff');
  const options = ['--format', 'json', '--flatten-allof', '--flatten-params'];
  return {
    version,
    breaking: async (folder) => {
      const found = printedBy(await measured(folder, path, ['breaking', ...files, ...options]));
      return (found as { id: string; level: number }[]).filter(isMeant).map(({ id }) => id);
    },
  };
}

function redocly(): Prepared {
  const { version, bin } = npmPeer('@redocly/cli', project);
  const options = ['--config', join(peersFolder, 'redocly-diff/redocly.yaml'), '--format', 'json'];
  return {
    version,
    breaking: async (folder) => {
      const ran = await run(folder, bin('redocly'), ['diff', ...files, ...options]);
      const { changes } = printedBy(ran) as { changes: { impact: string; verdicts: { ruleId: string }[] }[] };
      return changes.filter(({ impact }) => impact === 'major').map(({ verdicts }) => verdicts[0]?.ruleId ?? 'major');
    },
  };
}

function optic(): Prepared {
  const { version, bin } = npmPeer('@useoptic/optic');
  return {
    version,
    breaking: async (folder) => {
      // Its strict validation does not know the `summary` that 3.1 has in `info`.
      const ran = await run(folder, bin('optic'), ['diff', ...files, '--check', '--validation', 'loose']);
      if (!/^Operations: /m.test(ran.stdout)) throw new Error(wordsOf(ran));
      return [...ran.stdout.matchAll(/^\s*x \[(.*?)\]/gm)].map(([, name = '']) => name);
    },
  };
}

function openapiDiff(): Prepared {
  const { version, bin } = npmPeer('openapi-diff');
  return {
    version,
    breaking: async (folder) => {
      const { breakingDifferences = [] } = printedBy(await run(folder, bin(), files)) as {
        breakingDifferences?: { code: string }[];
      };
      return breakingDifferences.map(({ code }) => code);
    },
  };
}

const env = {
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  OPTIC_TELEMETRY_LEVEL: 'off',
  NO_COLOR: '1',
  CI: 'true',
};

const files = ['old.json', 'new.json'] as const;

const measured = (cwd: string, program: string, args: readonly string[]): Promise<Ran> =>
  measuredCommand(program, args, { cwd, env });

const run = (cwd: string, program: string, args: readonly string[]): Promise<Ran> =>
  measured(cwd, process.execPath, [program, ...args]);

/** The JSON that a program prints, after a heading or not, whatever its exit code says about what it found. */
function printedBy(ran: Ran): unknown {
  try {
    return JSON.parse(ran.stdout.slice(Math.max(0, ran.stdout.search(/[[{]/))));
  } catch {
    throw new Error(wordsOf(ran));
  }
}

/** The first line that a program said, without a stack. */
function wordsOf({ stdout, stderr, status }: Ran): string {
  const [line] = `${stderr}\n${stdout}`.split('\n').filter((each) => each.trim() !== '');
  return line ?? `It ended with exit code ${status} and said nothing.`;
}
