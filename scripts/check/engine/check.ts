import { performance } from 'node:perf_hooks';
import type { Presence } from '../evidence/presence.js';
import type { CheckedContract } from '../model/contract/contract.js';
import type { CheckOptions } from '../model/options.js';
import type { Proposal } from '../model/proposal.js';
import { redacted } from '../model/redacted.js';
import type { RecordedTraffic } from '../model/report/recorded-traffic.js';
import type { CheckReport } from '../model/report/report.js';
import { keyInUse } from '../transport/key.js';
import { confirmWrites, readTarget } from '../transport/target.js';
import { chosenContract } from './contract/chosen-contract.js';
import { checkRequested } from './contract/given-parameters.js';
import { atAddress, isKeyless, preparedContract, withoutKeys } from './contract/prepared-contract.js';
import { type Ended, type Gather, gatheringOf } from './report/gathered.js';
import { observationsOf } from './report/observations.js';
import { reasonNotTested, reportOf } from './report/report-of-run.js';
import { readCuts, type Scopes, scopesOf } from './report/scopes.js';
import { checkServer } from './server/check-server.js';

/**
 * Checks a live server, or recorded traffic, against the contract. Failures of the server are in the report.
 *
 * @throws UsageError for invalid options; then nothing was sent
 */
export async function check(options: CheckOptions): Promise<CheckReport> {
  return (await checkWithPresence(options)).report;
}

/** A report, and what it was made from. */
export interface GatheredReport {
  report: CheckReport;
  /** The presence of fields in responses. */
  presence: Presence;
  /** The answers to open questions that the traffic supports. */
  proposals: Proposal[];
}

/** What a run that looks for answers does in another way. */
export interface Look {
  /** To judge in place of the content of the file `har`. */
  traffic?: RecordedTraffic;
  /** `quick` reads everything once, and sends nothing else; both read lists below a second parent as well. */
  reads?: 'quick' | 'wide';
}

/** The same, with the presence of fields in responses, for a new baseline, and with proposals. */
export async function checkWithPresence(given: CheckOptions, look: Look = {}): Promise<GatheredReport> {
  if (Object.keys(given.headers ?? {}).length === 0) return gatheredBy(given, look);
  // Responses are judged with the values of these headers in them, so the whole report is searched for them.
  const { onNotice } = given;
  const redact = (text: string): string => keyInUse().redact(text);
  const gathered = await gatheredBy(
    { ...given, ...(onNotice && { onNotice: (sentence) => onNotice(redact(sentence)) }) },
    look,
  );
  return { ...gathered, report: redacted(gathered.report, redact) };
}

async function gatheredBy(given: CheckOptions, { traffic, reads }: Look): Promise<GatheredReport> {
  const started = new Date();
  const begin = performance.now();
  const chosen = await chosenContract(given);
  const {
    contract: placed,
    baseUrl,
    notes,
  } = given.har === undefined
    ? atAddress(chosen, given.baseUrl)
    : { contract: chosen, baseUrl: given.baseUrl, notes: [] };
  const options = { ...given, baseUrl };
  checkRequested(placed, options);
  if (options.har === undefined)
    confirmWrites(readTarget(options.baseUrl, options.allowInsecureHosts), options.writes, options.confirmHost);
  const prepared = preparedContract(placed, options);
  const cuts = await readCuts(options, prepared);
  const { contract, scopes } = scopedFor(options, prepared, cuts);
  const baselines = options.baseline === undefined ? undefined : await import('./report/baseline.js');
  const baseline = options.baseline === undefined ? undefined : baselines?.readBaseline(options.baseline);
  const gather = gatheringOf(contract, scopes, options);
  const ended =
    options.har === undefined
      ? await checkServer(options, contract, scopes.unsharded, gather, reads)
      : await recorded(traffic ?? options.har, options.signal, gather);

  const { presence, tally, evidence } = ended.gathered;
  ended.gathered.notes.unshift(...notes, ...(cuts.timings?.notes ?? []));
  for (const { operation, deviation } of observationsOf(contract, presence, baseline))
    tally.observe(operation, deviation);
  const milliseconds = performance.now() - begin;
  const findings = tally.findings();
  const operations = tally.operations(scopes.scope.has, reasonNotTested(options, scopes.scope, ended.isCutOff));
  const tested = new Set(
    operations.filter(({ success, refusal }) => success.tested || refusal.tested).map(({ operationId }) => operationId),
  );
  const applied = baseline && baselines?.applyBaseline(baseline, findings, tested, started.toISOString().slice(0, 10));
  const saysOthers = baseline !== undefined && baseline.answers !== contract.answers?.sha256;
  const cutBy = cuts.timings?.sha256;
  const report = reportOf({ options, ended, started, milliseconds, operations, findings, applied, saysOthers, cutBy });
  return { report, presence, proposals: evidence.proposals() };
}

/** The contract as the run uses it, with keys or without, and its scopes. */
function scopedFor(
  options: CheckOptions,
  contract: CheckedContract,
  cuts: Parameters<typeof scopesOf>[2],
): { contract: CheckedContract; scopes: Scopes } {
  const scopes = scopesOf(contract, options, cuts);
  if (options.har !== undefined || !isKeyless(contract, scopes.unsharded, options)) return { contract, scopes };
  const keyless = withoutKeys(contract);
  return { contract: keyless, scopes: scopesOf(keyless, options, cuts) };
}

async function recorded(
  from: RecordedTraffic | string,
  signal: CheckOptions['signal'],
  gather: Gather,
): Promise<Ended> {
  const { checkHar, trafficOf } = await import('./recording/recorded.js');
  return checkHar(typeof from === 'string' ? trafficOf(from) : from, signal, gather);
}
