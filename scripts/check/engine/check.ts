import { performance } from 'node:perf_hooks';
import type { Presence } from '../evidence/presence.js';
import type { CheckedContract } from '../model/contract/contract.js';
import { type KeyRefusal, MovedTarget, NoVerdict } from '../model/no-verdict.js';
import { type CheckOptions, isRestoring } from '../model/options.js';
import type { Proposal, ReadOptions } from '../model/proposal.js';
import { redactTexts } from '../model/redact-texts.js';
import type { RecordedTraffic } from '../model/report/recorded-traffic.js';
import type { CheckReport } from '../model/report/report.js';
import { getKeySearch, hasRegisteredSecrets } from '../transport/key.js';
import { confirmWrites, readTarget } from '../transport/target.js';
import { chooseContract } from './contract/choose-contract.js';
import { checkContractNames } from './contract/given-parameters.js';
import { addServerPaths, isKeyless, prepareContract, withoutKeys } from './contract/prepared-contract.js';
import { observationsOf } from './report/observations.js';
import { reportOf, whyOperationNotTested } from './report/report-of-run.js';
import { type CreateRunData, prepareRunData, type RunResult } from './report/run-data.js';
import { readScopeInputs, type Scopes, scopesOf } from './report/scopes.js';
import { checkServer } from './server/check-server.js';
import {
  findKeyForm,
  type KeyForm,
  type KeySearchResult,
  keyFormNote,
  keyFormProposal,
  keyQuestion,
  refusedFormsAdvice,
  reportKeyForm,
  withKeyForm,
} from './server/key-form.js';
import { moveProposal, reportMove } from './server/moved-target.js';

/**
 * Checks a live server, or recorded traffic, against the contract. Failures of the server are part of the report.
 *
 * @throws UsageError for invalid options; then nothing was sent
 */
export async function check(options: CheckOptions): Promise<CheckReport> {
  return (await checkWithPresence(options)).report;
}

/** The result of a check: the report, and data for `learn` and for a new baseline. */
export interface CheckResult {
  report: CheckReport;
  presence: Presence;
  /** The answers to open questions that the traffic supports, as proposals. */
  proposals: Proposal[];
}

/** Settings by which a learning run differs from a check. */
export interface LearnRunOptions extends ReadOptions {
  /** Recorded traffic to judge, instead of the file `har`. */
  traffic?: RecordedTraffic;
  /** Whether to try other ways to send the key even after a 403, which may just mean that the key lacks permissions. */
  triesKeyAfter403?: boolean;
}

export async function checkWithPresence(options: CheckOptions, learning: LearnRunOptions = {}): Promise<CheckResult> {
  const { onNotice } = options;
  const redact = (text: string): string => getKeySearch().redact(text);
  const redactNotice = onNotice && { onNotice: (sentence: string) => onNotice(redact(sentence)) };
  const result = await runCheck({ ...options, ...redactNotice }, learning);
  // Judging does not redact the user's headers and the login at a proxy. So the whole report is redacted.
  if (!hasRegisteredSecrets()) return result;
  return { ...result, report: redactTexts(result.report, getKeySearch().redact) };
}

async function runCheck(userOptions: CheckOptions, learning: LearnRunOptions): Promise<CheckResult> {
  const { traffic, triesKeyAfter403 = false } = learning;
  const startDate = new Date();
  const startTime = performance.now();
  const rawContract = await chooseContract(userOptions);
  const {
    contract: servedContract,
    baseUrl,
    notes,
  } = userOptions.har === undefined
    ? addServerPaths(rawContract, userOptions.baseUrl)
    : { contract: rawContract, baseUrl: originOf(userOptions.baseUrl), notes: [] };
  let options: CheckOptions = { ...userOptions, baseUrl };
  checkContractNames(servedContract, options);
  if (options.har === undefined)
    confirmWrites(readTarget(options.baseUrl, options.allowInsecureHosts), options.writes, options.confirmHost);
  const preparedContract = prepareContract(servedContract, options);
  const scopeInputs = await readScopeInputs(options, preparedContract);
  let { contract, scopes } = scopeContract(options, preparedContract, scopeInputs);
  const baselineModule = options.baseline === undefined ? undefined : await import('./report/baseline.js');
  const baseline = options.baseline === undefined ? undefined : baselineModule?.readBaseline(options.baseline);
  const createRunData = prepareRunData(contract, scopes, options);
  let result =
    options.har === undefined
      ? await checkServer(options, contract, scopes.fullScope, createRunData, learning)
      : await checkRecording(traffic ?? options.har, options, createRunData);
  const endsAt = options.maxTime === undefined ? Infinity : startTime + options.maxTime * 1000;
  const movedTarget = result.stopReason instanceof MovedTarget ? result.stopReason : undefined;
  if (movedTarget) reportMove(result.data.tally, movedTarget);
  const { refusal } = result.stopReason ?? {};
  const mayTryKeyForms = refusal?.status === 401 || triesKeyAfter403;
  const keySearch =
    refusal && mayTryKeyForms ? await searchAfterRefusal(options, contract, result, { refusal, endsAt }) : undefined;
  if (keySearch?.form) {
    ({ contract, scopes } = scopeContract(options, withKeyForm(preparedContract, keySearch.form), scopeInputs));
    const requestCount = result.data.tally.requestCount + keySearch.requests;
    const wantedWrites = options.writes;
    options = optionsForGuessedKey(options, endsAt);
    result = await checkWithKeyForm(options, { contract, scopes }, keySearch.form, learning, wantedWrites);
    result.data.tally.requestCount += requestCount;
  }

  const { presence, tally, evidence } = result.data;
  result.data.notes.unshift(...notes, ...(scopeInputs.timings?.notes ?? []));
  for (const { operation, deviation } of observationsOf(contract, presence, baseline))
    tally.addRunDeviation(operation, deviation);
  const milliseconds = performance.now() - startTime;
  const findings = tally.findings();
  const operations = tally.operations(scopes.scope.has, whyOperationNotTested(options, scopes.scope, result.isCutOff));
  const testedIds = new Set(
    operations.filter(({ success, refusal }) => success.tested || refusal.tested).map(({ operationId }) => operationId),
  );
  const baselineResult =
    baseline && baselineModule?.applyBaseline(baseline, findings, testedIds, startDate.toISOString().slice(0, 10));
  const haveAnswersChanged = baseline !== undefined && baseline.answers !== contract.answers?.sha256;
  const timingsHash = scopeInputs.timings?.sha256;
  const proposals = [
    ...(movedTarget ? [moveProposal(contract, movedTarget)] : []),
    ...(keySearch?.form ? [keyFormProposal(keySearch.form)] : []),
    ...evidence.proposals(),
  ];
  const report = reportOf({
    options,
    result,
    startDate,
    milliseconds,
    operations,
    findings,
    proposals,
    baselineResult,
    haveAnswersChanged,
    timingsHash,
  });
  return { report, presence, proposals };
}

/** Searches for another way to send the key, after the server has refused it in the first request. */
async function searchAfterRefusal(
  options: CheckOptions,
  contract: CheckedContract,
  result: RunResult,
  { refusal, endsAt }: { refusal: KeyRefusal; endsAt: number },
): Promise<KeySearchResult | undefined> {
  const search = await findKeyForm(options, contract, refusal, endsAt);
  if (search && !search.form) {
    const { code, message } = result.stopReason ?? { code: 'key.refused', message: '' };
    const advice = refusedFormsAdvice(refusal.challenge, search.refusedWords);
    result.stopReason = new NoVerdict(code, `${message} ${advice}`);
    result.data.tally.requestCount += search.requests;
  }
  return search;
}

/** Returns options for a run that guesses the form of the key. Such a run sends no updates that it must undo. */
function optionsForGuessedKey(options: CheckOptions, endsAt: number): CheckOptions {
  const maxTime = Math.max(1, (endsAt - performance.now()) / 1000);
  return {
    ...options,
    ...(isRestoring(options.writes) && { writes: 'none' }),
    ...(Number.isFinite(maxTime) && { maxTime }),
  };
}

/** Checks again, with the form of the key that the server accepts. @param wantedWrites `writes` as the user set it */
async function checkWithKeyForm(
  options: CheckOptions,
  { contract, scopes }: { contract: CheckedContract; scopes: Scopes },
  form: KeyForm,
  readOptions: ReadOptions,
  wantedWrites: CheckOptions['writes'],
): Promise<RunResult> {
  const note = keyFormNote(form);
  options.onNotice?.(note);
  const createRunData = prepareRunData(contract, scopes, options);
  // Without `shouldContinue`, a quick run ends after its reads. Another run, with the answer, follows.
  const { shouldContinue: _, ...reads } = readOptions;
  const result = await checkServer(options, contract, scopes.fullScope, createRunData, reads);
  const ignoredWritesNote =
    `--writes ${wantedWrites} was ignored, because the form of the key is still a guess. Answer the question ` +
    `${keyQuestion}, then run the check again.`;
  result.data.notes.unshift(note, ...(wantedWrites === options.writes ? [] : [ignoredWritesNote]));
  reportKeyForm(result.data.tally, form);
  return result;
}

/** Returns the contract and the scopes of the run. Without a key, the contract has no security. */
function scopeContract(
  options: CheckOptions,
  contract: CheckedContract,
  scopeInputs: Parameters<typeof scopesOf>[2],
): { contract: CheckedContract; scopes: Scopes } {
  const scopes = scopesOf(contract, options, scopeInputs);
  if (options.har !== undefined || !isKeyless(contract, scopes.fullScope, options)) return { contract, scopes };
  const keylessContract = withoutKeys(contract);
  return { contract: keylessContract, scopes: scopesOf(keylessContract, options, scopeInputs) };
}

async function checkRecording(
  recording: RecordedTraffic | string,
  { baseUrl, signal }: Pick<CheckOptions, 'baseUrl' | 'signal'>,
  createData: CreateRunData,
): Promise<RunResult> {
  const { checkHar, trafficOf } = await import('./recording/check-recording.js');
  const traffic = typeof recording === 'string' ? trafficOf(recording, baseUrl || undefined) : recording;
  return checkHar(traffic, signal, createData);
}

/** Returns the origin of an address, since recorded paths are complete; empty if no address is given. */
function originOf(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).origin : '';
}
