// Runs a service and a check of it without access to the network: runs `inside.ts` in new namespaces.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CheckReport } from '../../scripts/check/model/report/report.js';
import { cache } from './install.js';
import type { Mode, Service } from './service.js';

/** Files that a run leaves for inspection. */
interface Files {
  report: string;
  /** The output of the check. */
  said: string;
  /** The output of the service. */
  log: string;
  /** The document that the service returned. */
  document: string;
}

export function filesOf({ name }: Service, mode: Mode): Files {
  const pathOf = (end: string): string => join(cache, 'reports', `${name}-${mode}.${end}`);
  return { report: pathOf('json'), said: pathOf('txt'), log: pathOf('log'), document: pathOf('document.json') };
}

/** Starts a program in new network and process namespaces, with root rights only there. All end with that program. */
const alone = [
  ...(process.getuid?.() === 0 ? [] : ['--map-root-user']),
  ...['--net', '--pid', '--fork', '--kill-child', '--mount-proc'],
];

/** Checks a new instance of the service, with the check of this checkout. */
export function runService(service: Service, mode: Mode, checkout: string): CheckReport {
  const files = filesOf(service, mode);
  mkdirSync(join(cache, 'reports'), { recursive: true });
  for (const file of Object.values(files)) rmSync(file, { force: true });
  const data = mkdtempSync(join(tmpdir(), `service-${service.name}-`));
  const program = fileURLToPath(new URL('inside.ts', import.meta.url));
  const innerValues = [process.execPath, '--import', import.meta.resolve('tsx'), program];
  try {
    const args = [...alone, ...innerValues, service.name, mode, data, checkout];
    execFileSync('unshare', args, { stdio: ['ignore', 'ignore', 'inherit'] });
    return JSON.parse(readFileSync(files.report, 'utf8')) as CheckReport;
  } catch (error) {
    throw new Error(`${service.name} was not checked; see ${files.log} and ${files.said}.`, { cause: error });
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}
