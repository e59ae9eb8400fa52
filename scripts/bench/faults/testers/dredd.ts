import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { measuredCommand } from '../../frame/measured-command.js';
import { benchFolder } from '../../frame/our-programs.js';
import { npmPeer, peersFolder } from '../../frame/peers.js';
import { type JsonObject, olderDocument } from '../older-document.js';
import { reportIn } from '../report-file.js';
import { patience, type Tester, withoutReport } from '../tester.js';

const settings = join(peersFolder, 'dredd');

/** @throws Error that says why it is missing */
export function dredd(): Tester {
  const { version, bin } = npmPeer('dredd');
  const program = bin('dredd');
  const folder = benchFolder();
  return {
    name: `Dredd ${version}`,
    kind: 'peer',
    note: 'the document in the words of OpenAPI 3.0; hooks for ids, keys, refusals and the schemas of responses',
    seeds: [0],
    async run({ id, service, contract, url, key }) {
      const document = parse(readFileSync(contract, 'utf8')) as JsonObject;
      const older = join(folder, `${service}.json`);
      const whole = join(folder, `${service}.whole.json`);
      writeFileSync(older, JSON.stringify(olderDocument(document)));
      writeFileSync(whole, JSON.stringify(document));
      const file = join(folder, `${id}.failures.json`);
      const ran = await measuredCommand(
        process.execPath,
        [program, older, url, '--hookfiles', join(settings, 'hooks.cjs'), '--sorted', '--loglevel', 'error'],
        {
          cwd: folder,
          timeout: patience,
          env: { SERVICE_KEY: key, BENCH_SERVICE: service, BENCH_DOCUMENT: whole, BENCH_FAILURES: file },
        },
      );
      return { ran, failures: reportIn<string[]>(file) ?? [withoutReport(ran)] };
    },
  };
}
