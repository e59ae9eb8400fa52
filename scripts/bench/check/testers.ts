import { join } from 'node:path';
import type { CheckReport } from '../../check/model/report/report.js';
import type { BenchContext } from '../frame/measure.js';
import { findNpmPeer, findPythonPeer, peersFolder } from '../frame/peers.js';
import { createBenchFolder, getCommandPath, project } from '../frame/programs.js';
import type { ServiceName } from './services.js';
import { createTester, type Tester } from './tester.js';

/** Creates each tester, by name, with the most thorough settings in its documentation. */
export function testerFactories({
  extent,
}: Pick<BenchContext, 'extent'>): Record<string, () => Tester | Promise<Tester>> {
  return {
    'directory-contract check': createOurTester,
    ...(extent !== 'smoke' && {
      'redocly respect': createRespectTester,
      Schemathesis: () => createSchemathesisTester(extent === 'whole' ? 50 : 4),
    }),
  };
}

/** Path parameters for `--param`, whose values appear in no list of the service. */
const knownIds: Record<ServiceName, string[]> = {
  shelf: [],
  workshop: ['kiln_name=Old Bess', 'firing_no=1', 'queue=drying', 'studio_id=1'],
};

async function createOurTester(): Promise<Tester> {
  const program = await getCommandPath();
  const note = '`--writes disposable --strict`';
  return createTester<CheckReport>(
    { name: 'directory-contract check', kind: 'ours', note },
    ({ service, contract, url, key }, file, { seed }) => ({
      args: [
        ...[program, 'check', url, '--contract', contract, '--writes', 'disposable', '--strict'],
        ...['--seed', String(seed), '--report', `json=${file}`],
        ...knownIds[service].flatMap((id) => ['--param', id]),
      ],
      env: { DIRECTORY_API_KEY: key },
      failuresOf: ({ findings }) =>
        findings
          .filter(({ severity }) => severity !== 'observation')
          .map(({ rule, operationId, pointer }) => `${rule} ${operationId} ${pointer}`),
    }),
  );
}

interface RespectReport {
  files: Record<
    string,
    {
      executedWorkflows: {
        workflowId: string;
        executedSteps: { stepId?: string; checks?: { name: string; condition?: string; passed: boolean }[] }[];
      }[];
    }
  >;
}

function createRespectTester(): Tester {
  const { version, bin } = findNpmPeer('@redocly/cli', project);
  const note = 'workflows of `redocly generate-arazzo`, with ids, bodies, refusals and later reads written by hand';
  return createTester<RespectReport>(
    { name: `redocly respect ${version}`, kind: 'peer', note },
    ({ service, url, key }, file) => ({
      args: [
        ...[bin('redocly'), 'respect', join(peersFolder, 'respect', `${service}.arazzo.yaml`)],
        ...['--server', `openapi=${url}`, '--input', `key=${key}`, '--json-output', file],
      ],
      env: { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
      failuresOf: ({ files }) =>
        Object.values(files).flatMap(({ executedWorkflows }) =>
          executedWorkflows.flatMap(({ workflowId, executedSteps }) =>
            executedSteps.flatMap(({ stepId, checks = [] }) =>
              checks
                .filter(({ passed }) => !passed)
                .map(({ name, condition }) => `${workflowId}, ${stepId}: ${name} ${condition ?? ''}`),
            ),
          ),
        ),
    }),
  );
}

interface SchemathesisReport {
  failures: { title: string; operations: string[] }[];
  errors: { title?: string }[];
}

/** @param exampleCount the number of random test cases for each operation */
function createSchemathesisTester(exampleCount: number): Tester {
  const { path, version } = findPythonPeer('schemathesis');
  const settingsFolder = join(peersFolder, 'schemathesis');
  const baselineFolder = createBenchFolder();
  return createTester<SchemathesisReport>(
    { name: `Schemathesis ${version}`, kind: 'peer', note: `\`--checks all -n ${exampleCount}\`, all phases` },
    ({ service, contract, url, key }, file, { seed, isBaselineRun }) => ({
      program: path,
      args: [
        ...['--config-file', join(settingsFolder, `${service}.toml`), 'run', contract, '--url', url, '--no-color'],
        ...['--checks', 'all', '-n', String(exampleCount), '--seed', String(seed), '--report', 'json'],
        ...['--report-json-path', file, '--baseline', join(baselineFolder, `${service}.json`)],
        ...(isBaselineRun ? ['--baseline-update', '--continue-on-failure'] : ['--max-failures', '1']),
      ],
      env: { SERVICE_KEY: key, PYTHONPATH: settingsFolder, PYTHONDONTWRITEBYTECODE: '1' },
      failuresOf: ({ failures, errors }) => {
        const names = [
          ...failures.map(({ title, operations }) => `${title}: ${operations.join(', ')}`),
          ...errors.map(({ title }) => `error: ${title}`),
        ];
        // Later runs report only new failures. The prefix separates new failures from old ones of the same name.
        return isBaselineRun ? names.map((name) => `accepted: ${name}`) : names;
      },
    }),
  );
}
