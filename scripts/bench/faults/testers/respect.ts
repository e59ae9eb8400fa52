import { join } from 'node:path';
import { measuredCommand } from '../../frame/measured-command.js';
import { benchFolder, project } from '../../frame/our-programs.js';
import { npmPeer, peersFolder } from '../../frame/peers.js';
import { reportIn } from '../report-file.js';
import { patience, type Tester, withoutReport } from '../tester.js';

interface Check {
  name: string;
  condition?: string;
  passed: boolean;
}

interface Step {
  type: string;
  stepId?: string;
  workflowId?: string;
  checks?: Check[];
}

interface Report {
  files: Record<string, { executedWorkflows: { workflowId: string; executedSteps: Step[] }[] }>;
}

/** @throws Error that says why it is missing */
export function respect(): Tester {
  const { version, bin } = npmPeer('@redocly/cli', project);
  const folder = benchFolder();
  return {
    name: `redocly respect ${version}`,
    kind: 'peer',
    note: 'workflows made by `redocly generate-arazzo`, with ids, bodies, refusals and later reads by hand',
    seeds: [0],
    async run({ id, service, url, key }) {
      const file = join(folder, `${id}.json`);
      const workflows = join(peersFolder, 'respect', `${service}.arazzo.yaml`);
      const ran = await measuredCommand(
        process.execPath,
        [
          ...[bin('redocly'), 'respect', workflows, '--server', `openapi=${url}`, '--input', `key=${key}`],
          ...['--json-output', file],
        ],
        { cwd: folder, timeout: patience, env: { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' } },
      );
      const report = reportIn<Report>(file);
      if (report === undefined) return { ran, failures: [withoutReport(ran)] };
      return { ran, failures: Object.values(report.files).flatMap(failedIn) };
    },
  };
}

const failedIn = ({ executedWorkflows }: Report['files'][string]): string[] =>
  executedWorkflows.flatMap(({ workflowId, executedSteps }) =>
    executedSteps.flatMap(({ stepId, checks = [] }) =>
      checks
        .filter(({ passed }) => !passed)
        .map(({ name, condition }) => `${workflowId}, ${stepId}: ${name} ${condition ?? ''}`),
    ),
  );
