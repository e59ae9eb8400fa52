// Compares two versions of the documents of real services, and each change with a person's verdict on its level.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { wildcardPattern } from '../../scripts/contract/path-template.js';
import type { ContractChange } from '../../scripts/diff/change.js';
import { diffContracts } from '../../scripts/diff/diff.js';
import type { Level } from '../../scripts/diff/version.js';
import { sanitize } from '../../scripts/text/escape.js';
import { groupBy } from '../../scripts/text/group-by.js';
import { yamlBeside } from '../yaml-beside.js';
import { type Installable, install } from './install.js';
import type { Service } from './service.js';
import { commandAt } from './services.js';
import { judgements } from './verdicts.js';

interface ChangeVerdict {
  /** The changes, as `rule:area:pointer`; `*` stands for any text. Of several verdicts, the first one counts. */
  changes: string;
  /** Restricts the verdict to changes with such a message. */
  message?: string;
  count: number;
  level: Level;
  /** `true`: the level is right. `debatable`: one can argue for another level. `false`: the level is wrong. */
  verdict: boolean | 'debatable';
  because: string;
}

/** The source of both versions of a document, with the verdicts. `$version` in the file stands for the version. */
interface DocumentHistory extends Pick<Installable, 'registry' | 'packages'> {
  /** The older version. The newer one is that of the service. */
  old: string;
  /** The command that prints the document, from `$installed` or by `$python`. */
  print: readonly string[];
  verdicts: readonly ChangeVerdict[];
}

const historyOf = (service: string, version = ''): DocumentHistory =>
  yamlBeside<DocumentHistory>(import.meta.url, `changes/${service}.yaml`, { version });

/** Whether verdicts on the changes of this service exist. */
export function hasChanges({ name }: Service): boolean {
  return existsSync(fileURLToPath(new URL(`changes/${name}.yaml`, import.meta.url)));
}

/** Installs the packages with this version of the document, and returns the document. */
function documentOf({ name }: Service, version: string): string {
  const { registry, packages, print } = historyOf(name, version);
  const installed = install({ name: `${name}-document`, version, registry, packages });
  const [program = '', ...args] = commandAt({ args: print }, { installed, data: installed, port: 0 }).args;
  return execFileSync(program, args, { encoding: 'utf8', maxBuffer: 2 ** 26 });
}

function idOf({ rule, area, pointers }: ContractChange): string {
  return `${rule}:${`${area.kind} ${area.name}`.trim()}:${pointers.new ?? pointers.old ?? ''}`;
}

function isAbout({ changes, message = '*' }: ChangeVerdict, change: ContractChange): boolean {
  return wildcardPattern(changes).test(idOf(change)) && wildcardPattern(message).test(change.message);
}

/** The differences between a verdict and the changes that it now covers, as lines. */
function differencesOf({ changes, count, level }: ChangeVerdict, covered: readonly ContractChange[]): string[] {
  const others = groupBy(
    covered.filter((change) => change.level !== level),
    (change) => change.level,
  );
  return [
    ...[...others].map(([now, { length }]) => `changed: ${length} of ${changes} are ${now}, and were ${level}`),
    ...(covered.length < count ? [`missing: ${count - covered.length} of ${count} of ${changes}`] : []),
    ...(covered.length > count ? [`new: ${covered.length - count} more of ${changes}`] : []),
  ];
}

/** Compares the two versions, and prints each difference from the verdicts. @returns whether there is none */
export function checkChanges(service: Service): boolean {
  const { name, version } = service;
  const { old, verdicts } = historyOf(name);
  const documents = [documentOf(service, old), documentOf(service, version)] as const;
  const begin = performance.now();
  const { changes, counts } = diffContracts(...documents);
  const seconds = (performance.now() - begin) / 1000;
  const verdictOn = (change: ContractChange) => verdicts.find((verdict) => isAbout(verdict, change));
  const judged = groupBy(changes, verdictOn);
  const differences = [
    ...(judged.get(undefined) ?? []).map((change) => `new: ${change.level} ${idOf(change)}: ${change.message}`),
    ...verdicts.flatMap((verdict) => differencesOf(verdict, judged.get(verdict) ?? [])),
  ];
  const verdictTexts = judgements.map((judgement) => {
    const isOfVerdict = (change: ContractChange): boolean => String(verdictOn(change)?.verdict) === judgement;
    return `${changes.filter(isOfVerdict).length} ${judgement}`;
  });
  const levelTexts = Object.entries(counts).map(([level, count]) => `${count} ${level}`);
  console.log(
    `${name} ${old} to ${version}: ${levelTexts.join(', ')}; verdicts: ${verdictTexts.join(', ')}; ` +
      `${seconds.toFixed(1)} s`,
  );
  for (const line of differences) console.log(`  ${sanitize(line, 500)}`);
  return differences.length === 0;
}
