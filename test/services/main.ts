// Checks real services of the registries against the documents that they publish: `npm run test:services`. With words
// after `--`, only services whose name contains one of them; with `--checkout DIR`, by the check in that checkout. With
// `--diff`, compares an older version of their documents with this version instead.
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { CheckReport } from '../../scripts/check/model/report/report.js';
import { before, type Reach } from './before.js';
import { checkChanges, hasChanges } from './changes.js';
import { install } from './install.js';
import { runService } from './run-service.js';
import { type Mode, modes, type Service } from './service.js';
import { services } from './services.js';
import { untested } from './untested.js';
import { type Judged, type Judgement, judge, judgements } from './verdicts.js';

/** The share of all verdicts that may be debatable. It is not tested if a run checks only a few services. */
const debatable = 0.1;

const { values, positionals: words } = parseArgs({
  allowPositionals: true,
  options: { checkout: { type: 'string' }, diff: { type: 'boolean' } },
});
const checkout = resolve(values.checkout ?? fileURLToPath(new URL('../../', import.meta.url)));

function shown({ coverage, run }: CheckReport, reach: Reach | undefined): string {
  const textBefore = reach === undefined ? '' : ` (before: ${reach.success}, ${reach.requests} requests)`;
  return `${coverage.successTested} of ${coverage.inScope}${textBefore}, ${run.requests} requests`;
}

function countText(allJudgements: readonly Judged[]): string {
  const of = (verdict?: Judgement): number => allJudgements.filter((judgement) => judgement.verdict === verdict).length;
  return [...judgements.map((judgement) => `${of(judgement)} ${judgement}`), `${of()} not judged`].join(', ');
}

/** Prints the findings that make the whole run fail. */
function complain({ name }: Service, allJudgements: readonly Judged[]): void {
  for (const { rule, verdict = 'not judged', operations, findings } of allJudgements) {
    if (verdict === 'true' || verdict === 'debatable') continue;
    const idsText = operations.length > 6 ? `${operations.slice(0, 6).join(', ')}, …` : operations.join(', ');
    console.log(`  ${verdict}: ${rule} of ${name} (${findings}): ${idsText}`);
  }
}

/** Prints the differences between the stored reasons and a run with writes. @returns whether there is no difference */
function isExplained({ name }: Service, report: CheckReport): boolean {
  const { unexplained, tested } = untested(name, report);
  if (unexplained.length > 0) console.log(`  not tested, and nobody says why: ${unexplained.join(', ')}`);
  if (tested.length > 0) console.log(`  tested, though a reason says why not: ${tested.join(', ')}`);
  return unexplained.length + tested.length === 0;
}

/** Checks a service in each mode, and prints a line about it. */
function tryService(service: Service): { all: Judged[]; isExplained: boolean } {
  const begin = performance.now();
  install(service);
  const reports = Object.fromEntries(modes.map((mode) => [mode, runService(service, mode, checkout)])) as Record<
    Mode,
    CheckReport
  >;
  const allJudgements = judge(
    service.name,
    modes.flatMap((mode) => reports[mode].findings),
  );
  const seconds = modes.map((mode) => (reports[mode].run.milliseconds / 1000).toFixed(1));
  const reachedValues = modes.map((mode) => `${mode} ${shown(reports[mode], before.reach[service.name]?.[mode])}`);
  console.log(
    `${service.name} ${service.version}: ${reachedValues.join('; ')}; ${seconds.join(' s and ')} s of ` +
      `${((performance.now() - begin) / 1000).toFixed(0)} s; rules: ${countText(allJudgements)}`,
  );
  complain(service, allJudgements);
  return { all: allJudgements, isExplained: isExplained(service, reports.writes) };
}

/** Checks each of these services, and prints the counts of all verdicts. @returns whether each check is as expected */
function checkServices(chosenServices: readonly Service[]): boolean {
  let failed = false;
  const all = chosenServices.flatMap((service) => {
    try {
      const { all, isExplained } = tryService(service);
      failed ||= !isExplained;
      return all;
    } catch (error) {
      failed = true;
      console.log(`${service.name} ${service.version}: ${error instanceof Error ? error.message : error}`);
      return [];
    }
  });
  const share = all.filter(({ verdict }) => verdict === 'debatable').length / Math.max(all.length, 1);
  console.log(`Before means commit ${before.commit}.`);
  console.log(`${chosenServices.length} services; rules: ${countText(all)}; ${(100 * share).toFixed(0)} % debatable`);
  const wrong = all.some(({ verdict }) => verdict === undefined || verdict === 'false');
  const doubtful = words.length === 0 && share > debatable;
  return !(wrong || doubtful || failed);
}

const chosenServices = services
  .filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)))
  .filter((service) => !values.diff || hasChanges(service));
const isExpected = values.diff ? chosenServices.map(checkChanges).every(Boolean) : checkServices(chosenServices);
process.exitCode = chosenServices.length > 0 && isExpected ? 0 : 1;
