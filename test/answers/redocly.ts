import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contract } from '../../generated/contract.js';
import type { TaughtContract } from '../../scripts/answers/teach-contract.js';
import { messagesOf, redoclyConfig, runRedocly } from '../../scripts/build/source/redocly.js';
import type { OpenApiDocument } from '../../scripts/contract/document.js';
import { toYaml } from '../../scripts/contract/parse-yaml.js';
import { withSharedQuestions } from '../../scripts/contract/shared-questions.js';
import { temporaryFolder } from '../temporary-folder.js';

/**
 * Applies the overlays to the contract in one run of Redocly, which has its own implementation. The texts are those
 * that `answers --overlay` prints.
 *
 * @returns the documents with their shared questions; in place of a missing one, the messages of Redocly
 */
export async function appliedByRedocly(contracts: readonly TaughtContract[]): Promise<(OpenApiDocument | string)[]> {
  const folder = temporaryFolder('redocly');
  writeFileSync(join(folder, 'contract.json'), JSON.stringify(contract));
  const apis = contracts.map(({ overlay }, index) => {
    writeFileSync(join(folder, `${index}.yaml`), toYaml(overlay));
    return [`set${index}`, { root: 'contract.json', output: `${index}.json`, overlays: [`${index}.yaml`] }];
  });
  writeFileSync(join(folder, 'redocly.yaml'), toYaml({ telemetry: 'off', apis: Object.fromEntries(apis) }));
  const run = await runRedocly(folder, ['bundle', '--config', 'redocly.yaml']);
  return contracts.map((_, index) => {
    const path = join(folder, `${index}.json`);
    if (!existsSync(path)) return `Redocly made no document: ${messagesOf(run)}`;
    return withSharedQuestions(JSON.parse(readFileSync(path, 'utf8')) as OpenApiDocument);
  });
}

interface Report {
  problems: { ruleId: string; message: string; location: { source: { ref: string }; pointer?: string }[] }[];
}

/** Returns the findings of Redocly in documents, by the rules of the build. */
export async function lintedByRedocly(documents: readonly OpenApiDocument[]): Promise<string[][]> {
  const folder = temporaryFolder('redocly');
  const names = documents.map((document, index) => {
    writeFileSync(join(folder, `${index}.json`), JSON.stringify(document));
    return `${index}.json`;
  });
  const options = ['--format', 'json', '--max-problems', '1000', '--config', redoclyConfig];
  const run = await runRedocly(folder, ['lint', ...names, ...options]);
  // Redocly prints one JSON report after the other.
  const reports = JSON.parse(`[${run.stdout.replaceAll(/^\}\{$/gm, '},{')}]`) as Report[];
  if (reports.length !== names.length)
    throw new Error(`Expected ${names.length} reports of Redocly:\n${messagesOf(run)}`);
  return reports.map(({ problems }) =>
    problems.map(({ ruleId, message, location: [place] }) => `${ruleId} ${place?.pointer ?? ''}: ${message}`),
  );
}
