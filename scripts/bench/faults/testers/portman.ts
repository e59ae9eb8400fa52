import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { measuredCommand } from '../../frame/measured-command.js';
import { benchFolder } from '../../frame/our-programs.js';
import { npmPeer, peersFolder } from '../../frame/peers.js';
import { reportIn } from '../report-file.js';
import { patience, type Tester, withoutReport } from '../tester.js';

interface Report {
  run: { failures: { source?: { name?: string }; error: { name?: string; test?: string; message: string } }[] };
}

/** @throws Error that says why one of them is missing */
export function portman(): Tester {
  const maker = npmPeer('@apideck/portman');
  const runner = npmPeer('newman');
  const folder = benchFolder();

  /** The collection is made once, as a user keeps it. */
  async function collectionOf(service: string, contract: string): Promise<string> {
    const file = join(folder, `${service}.collection.json`);
    if (existsSync(file)) return file;
    const config = join(peersFolder, 'portman', `${service}.yaml`);
    const args = [maker.bin('portman'), '-l', contract, '-b', 'http://127.0.0.1:1', '-c', config, '-o', file];
    const { stdout } = await measuredCommand(process.execPath, args, { cwd: folder });
    if (!existsSync(file))
      throw new Error(`Portman made no collection: ${stdout.trim().split('\n').slice(-3).join(' ')}`);
    return file;
  }

  return {
    name: `Portman ${maker.version} with Newman ${runner.version}`,
    kind: 'peer',
    note:
      'contract tests, variations for refusals, fuzzed bodies and queries, and the life of each resource; its ' +
      'collection was made before',
    seeds: [0],
    async run({ id, service, contract, url, key }) {
      const collection = await collectionOf(service, contract);
      const file = join(folder, `${id}.json`);
      const ran = await measuredCommand(
        process.execPath,
        [
          ...[runner.bin('newman'), 'run', collection, '--env-var', `baseUrl=${url}`, '--env-var', `key=${key}`],
          ...['--ignore-redirects', '--reporters', 'json', '--reporter-json-export', file],
        ],
        { cwd: folder, timeout: patience },
      );
      const report = reportIn<Report>(file);
      if (report === undefined) return { ran, failures: [withoutReport(ran)] };
      return {
        ran,
        failures: report.run.failures.map(
          ({ source, error }) => `${source?.name}: ${error.test ?? error.name ?? error.message}`,
        ),
      };
    },
  };
}
