import { join } from 'node:path';
import { measuredCommand } from '../../frame/measured-command.js';
import { benchFolder } from '../../frame/our-programs.js';
import { peersFolder, pythonPeer, pythonVersion } from '../../frame/peers.js';
import { reportIn } from '../report-file.js';
import { patience, type Tester, withoutReport } from '../tester.js';

const settings = join(peersFolder, 'schemathesis');

interface Report {
  failures: { code: string; title: string; operations: string[] }[];
  errors: { title?: string }[];
}

/** Where the requests of its run on the usual service are, for testers that send nothing of their own. */
export const recordingOf = (folder: string, service: string): string => join(folder, `${service}.har`);

export interface SchemathesisOptions {
  seeds?: readonly number[];
  /** Random cases for each operation. */
  examples?: number;
  /** With commas. */
  phases?: string;
  /** Requests at a time. With 16, some of its threads disturb others. */
  workers?: number;
  /** Whether it keeps the requests of its first run at each usual service. */
  isRecorded?: boolean;
}

/**
 * @param recordings a folder for the requests of its first run at each usual service
 * @throws Error that says why it is missing
 */
export function schemathesis(recordings: string, options: SchemathesisOptions = {}): Tester {
  const { seeds = [1, 2], examples = 50, phases = allPhases, workers = 1, isRecorded: mayRecord = true } = options;
  const program = pythonPeer('schemathesis');
  const folder = benchFolder();
  return {
    name: `Schemathesis ${pythonVersion('schemathesis')}`,
    kind: 'peer',
    note: [
      `\`--checks all -n ${examples}\``,
      phases === allPhases ? 'all phases' : `the phases ${phases}`,
      seeds.length === 1 ? 'one seed' : `${seeds.length} seeds`,
      workers === 1 ? 'one worker' : `${workers} workers`,
    ].join(', '),
    seeds,
    async run({ id, service, contract, url, key }, { seed, isAccepting }) {
      const file = join(folder, `${id}.json`);
      const isRecorded = mayRecord && isAccepting && seed === seeds[0];
      const ran = await measuredCommand(
        program,
        [
          ...['--config-file', join(settings, `${service}.toml`), 'run', contract, '--url', url],
          ...['--checks', 'all', '--phases', phases, '-n', String(examples)],
          ...['--seed', String(seed), '--workers', String(workers), '--no-color'],
          ...['--baseline', join(folder, `${service}.baseline.json`)],
          ...(isAccepting ? ['--baseline-update', '--continue-on-failure'] : ['--max-failures', '1']),
          ...['--report-json-path', file, '--report', isRecorded ? 'json,har' : 'json'],
          ...(isRecorded ? ['--report-har-path', recordingOf(recordings, service), ...inFull] : []),
        ],
        {
          cwd: folder,
          timeout: patience,
          env: { SERVICE_KEY: key, PYTHONPATH: settings, PYTHONDONTWRITEBYTECODE: '1' },
        },
      );
      const report = reportIn<Report>(file);
      if (report === undefined) return { ran, failures: [withoutReport(ran)] };
      const failures = report.failures.map(({ title, operations }) => `${title}: ${operations.join(', ')}`);
      const errors = report.errors.map(({ title }) => `error: ${title}`);
      // With its baseline the program itself says what is new, also where the name is that of an accepted failure.
      const named = [...failures, ...errors];
      return { ran, failures: isAccepting ? named.map((name) => `accepted: ${name}`) : named };
    },
  };
}

const allPhases = 'examples,coverage,fuzzing,stateful';

/** Bodies and keys as they were sent. */
const inFull = ['--report-preserve-bytes', '--output-sanitize', 'false'];
