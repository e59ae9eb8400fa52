import { join } from 'node:path';
import type { CheckReport } from '../../../check/model/report.js';
import { measuredCommand } from '../../frame/measured-command.js';
import { benchFolder, ourCommand } from '../../frame/our-programs.js';
import type { ServiceName } from '../hosted-services.js';
import { reportIn } from '../report-file.js';
import { patience, type Tester, withoutReport } from '../tester.js';

/** The ids that no list of the service shows. */
const known: Record<ServiceName, string[]> = {
  shelf: [],
  workshop: ['kiln_name=Old Bess', 'firing_no=1', 'queue=drying', 'studio_id=1'],
};

export async function ours(): Promise<Tester> {
  const program = await ourCommand();
  const folder = benchFolder();
  return {
    name: 'directory-contract check',
    kind: 'ours',
    note: '`--writes disposable --strict`, all else by default',
    seeds: [0],
    async run({ id, service, contract, url, key }, { seed }) {
      const file = join(folder, `${id}.json`);
      const ids = known[service].flatMap((each) => ['--param', each]);
      const ran = await measuredCommand(
        process.execPath,
        [
          program,
          'check',
          ...['--base-url', url, '--contract', contract, '--writes', 'disposable', '--strict'],
          ...['--seed', String(seed), '--report', `json=${file}`],
          ...ids,
        ],
        { cwd: folder, timeout: patience, env: { DIRECTORY_API_KEY: key } },
      );
      const report = reportIn<CheckReport>(file);
      if (report === undefined) return { ran, failures: [withoutReport(ran)] };
      const accusing = report.findings.filter(({ severity }) => severity !== 'observation');
      return { ran, failures: accusing.map(({ rule, operationId, pointer }) => `${rule} ${operationId} ${pointer}`) };
    },
  };
}
