import { performance } from 'node:perf_hooks';
import { caseSource } from '../cases/source.js';
import type { Case } from '../model/case.js';
import { calledContract, callGate } from '../model/call-gate.js';
import type { CheckedContract } from '../model/contract.js';
import { chosenContract } from './chosen-contract.js';
import { createEvidence, type Evidence } from '../evidence/index.js';
import type { Exchange } from '../model/exchange.js';
import { createJudge } from '../judge/answer.js';
import { observationsOf } from './observations.js';
import type { CheckedOperation } from '../model/operations.js';
import { defaultSettle, isPutBack, type CheckOptions } from '../model/options.js';
import { createPresence, type Presence } from '../evidence/presence.js';
import type { CheckReport } from '../model/report.js';
import type { RunRestoring } from '../restore/for-run.js';
import { reportState } from '../restore/report-state.js';
import { stateNotes, type DifferingThing, type StateReport } from '../model/state-report.js';
import { checkRequested } from './requested.js';
import { run } from './run.js';
import { scopeOf, type Scope } from '../model/scope.js';
import { NoVerdict } from '../model/no-verdict.js';
import { Session } from '../session/session.js';
import { Tally } from '../model/tally.js';
import { confirmWrites, readTarget } from '../transport/target.js';
import type { Transport } from '../transport/index.js';
import { keyInUse } from '../transport/key.js';
import { WaitBudget } from '../transport/wait-budget.js';
import { reportUnasked, sourcesOf, type Senders, type Source } from './unasked.js';
import { reasonNotTested } from './untested.js';
import { statusCoverage, verdictOf } from './verdict.js';
import { World } from '../session/world.js';

/** Everything that a run gathers. */
interface Gathered {
  contract: CheckedContract;
  tally: Tally;
  presence: Presence;
  evidence: Evidence;
  scope: Scope;
  notes: string[];
}

/**
 * Checks a live server, or recorded traffic, against the contract, and reports. What a server does is in the report.
 *
 * @throws UsageError for options that cannot be followed; then nothing was sent
 */
export async function check(options: CheckOptions): Promise<CheckReport> {
  return (await checkWithPresence(options)).report;
}

/** The same, with what the run saw of the fields of answers: a baseline is made of it. */
export async function checkWithPresence(options: CheckOptions): Promise<{ report: CheckReport; presence: Presence }> {
  const started = new Date();
  const begin = performance.now();
  const contract = await chosenContract(options.contract);
  checkRequested(contract, {
    ...(options.only && { only: options.only }),
    ...(options.exclude && { exclude: options.exclude }),
    parameters: options.parameters ?? {},
    writeFields: options.writeFields ?? [],
  });
  if (options.har === undefined)
    confirmWrites(readTarget(options.baseUrl, options.allowInsecureHost), options.writes, options.confirmHost);
  const changed =
    options.changedFrom === undefined
      ? undefined
      : (await import('./changed.js')).changedSince(options.changedFrom, contract);
  const scope = scopeOf({ ...options, operations: contract.operations, ...(changed && { changed }) });
  const baselines = options.baseline === undefined ? undefined : await import('./baseline.js');
  const baseline = options.baseline === undefined ? undefined : baselines?.readBaseline(options.baseline);
  const { shard: _, ...whole } = options;
  const unsharded = scopeOf({ ...whole, operations: contract.operations, ...(changed && { changed }) });
  const gather = (redact: (text: string) => string): Gathered => {
    const presence = createPresence(contract.resolve, contract.operations.filter(scope.has));
    const tally = new Tally(contract, options.baseUrl.replace(/\/+$/, ''), redact, unsharded.has);
    return { contract, presence, evidence: createEvidence(contract.document, presence), scope, notes: [], tally };
  };
  const {
    gathered,
    stopped,
    isCutOff = stopped !== undefined,
    state,
  } = options.har === undefined
    ? await checkServer(options, contract, unsharded, gather)
    : { ...(await checkHar(options.har, options.signal, gather)), state: undefined };

  const { presence, evidence, notes } = gathered;
  for (const { operation, deviation } of observationsOf(contract, presence, baseline))
    gathered.tally.observe(operation, deviation);
  const milliseconds = performance.now() - begin;
  const findings = gathered.tally.findings();
  const operations = gathered.tally.operations(scope.has, reasonNotTested(options, scope, isCutOff));
  const scoped = operations.filter(({ inScope }) => inScope);
  const tested = new Set(
    operations.filter(({ success, refusal }) => success.tested || refusal.tested).map(({ operationId }) => operationId),
  );
  const applied = baseline && baselines?.applyBaseline(baseline, findings, tested, started.toISOString().slice(0, 10));
  const counting = applied?.kept ?? findings;
  const counts = { violation: 0, drift: 0, observation: 0 };
  for (const { severity } of counting) counts[severity] += 1;
  const { requests } = gathered.tally;
  const report: CheckReport = {
    format: 1,
    contract: {
      title: contract.title,
      version: contract.version,
      ...(contract.file !== undefined && { file: contract.file }),
    },
    target: {
      baseUrl: options.har ?? options.baseUrl,
      kind: options.har === undefined ? (options.target ?? 'server') : 'recording',
    },
    run: {
      writes: options.writes ?? 'none',
      include: [...(options.include ?? [])],
      strict: options.strict ?? false,
      seed: options.seed ?? 0,
      runs: options.runs ?? defaults.runs,
      ...(options.shard && { shard: options.shard }),
      started: started.toISOString(),
      milliseconds: Math.round(milliseconds),
      requests,
      requestsPerSecond: Math.round((requests / milliseconds) * 1000),
    },
    ...verdictOf({ stopped, findings: counting, operations, options, state }),
    ...(stopped && { stopped: { code: stopped.code, ...(stopped.since && { since: stopped.since }) } }),
    counts,
    coverage: {
      operations: operations.length,
      inScope: scoped.length,
      successTested: scoped.filter(({ success }) => success.tested).length,
      refusalTested: scoped.filter(({ refusal }) => refusal.tested).length,
      statuses: statusCoverage(contract, operations),
      fields: presence.coverage(),
    },
    operations,
    findings,
    evidence: evidence.entries(),
    ...(state && { state }),
    ...(applied && options.baseline !== undefined && { baseline: { file: options.baseline, ...applied.report } }),
    notes,
  };
  return { report, presence };
}

export const defaults = { runs: 10, concurrency: 4, timeout: 30, maxWait: 120, seed: 0 };

/** What came of a run against a server. */
interface Ended {
  gathered: Gathered;
  stopped: NoVerdict | undefined;
  isCutOff: boolean;
  state?: StateReport | undefined;
}

/**
 * Checks a server over connections that serve one request after the other. Where something came over one of them that
 * nobody had asked for, answers may have gone to the wrong requests: then nothing of that run counts, and all is asked
 * again, each request over a connection of its own.
 */
async function checkServer(
  options: CheckOptions,
  contract: CheckedContract,
  unsharded: Scope,
  gather: (redact: (text: string) => string) => Gathered,
): Promise<Ended> {
  const {
    baseUrl,
    writes = 'none',
    concurrency = defaults.concurrency,
    timeout = defaults.timeout,
    maxWait = defaults.maxWait,
    maxTime,
    signal,
  } = options;
  // A recording needs no socket; undici takes a while to load.
  const { createTransport } = await import('../transport/index.js');
  const waits = new WaitBudget(maxWait);
  const open = (connections: number, alone: boolean): Transport =>
    createTransport({
      baseUrl,
      connections,
      timeout: timeout * 1000,
      waits,
      alone,
      ...(options.allowInsecureHost !== undefined && { allowInsecureHost: options.allowInsecureHost }),
    });
  const transport = open(concurrency, false);
  const beginRestoring = isPutBack(writes)
    ? await (await import('../restore/for-run.js')).restoringFor(options, contract, unsharded)
    : undefined;
  const endsAt = maxTime === undefined ? undefined : performance.now() + maxTime * 1000;
  const senders: Senders = new WeakMap();
  const parts = { options, contract, unsharded, gather, beginRestoring, endsAt, waits, senders };
  const first = await runOver(transport, parts);
  if (first) return first;
  const wide = open(8 * concurrency, true);
  const isOver = (): boolean => signal?.aborted === true || (endsAt !== undefined && performance.now() > endsAt);
  const leave = (): void => void wide.close();
  signal?.addEventListener('abort', leave, { once: true });
  const sources = await sourcesOf(transport.unasked, senders, wide, isOver);
  signal?.removeEventListener('abort', leave);
  await wide.close();
  const again = (await runOver(open(concurrency, true), parts, sources)) as Ended;
  again.gathered.tally.requests += transport.requests() + wide.requests();
  return again;
}

interface RunParts {
  options: CheckOptions;
  contract: CheckedContract;
  unsharded: Scope;
  gather: (redact: (text: string) => string) => Gathered;
  beginRestoring: ((session: Session) => RunRestoring) | undefined;
  endsAt: number | undefined;
  waits: WaitBudget;
  /** The case of each request that was sent. */
  senders: Senders;
}

/** @returns undefined where it has to be run again, over connections of their own */
async function runOver(
  transport: Transport,
  { options, contract, unsharded, gather, beginRestoring, endsAt, waits, senders }: RunParts,
  sources?: readonly Source[],
): Promise<Ended | undefined> {
  const {
    baseUrl,
    parameters = {},
    writes = 'none',
    target = 'server',
    seed = defaults.seed,
    runs = defaults.runs,
    concurrency = defaults.concurrency,
    settle = isPutBack(writes) ? defaultSettle : 0,
    signal,
    onProgress,
  } = options;
  const gathered = gather(transport.redact);
  const { tally, scope, notes } = gathered;
  const isMock = target === 'mock';
  if (!transport.keyIsLongEnoughToSearch)
    notes.push('The key has fewer than 8 characters, so no answer could be searched for it.');
  if (isMock)
    notes.push(
      'The target keeps no state: each answer was judged alone, without unknown ids, HEAD, Allow, or what a change leads to.',
    );
  const expected = contract.operations.filter(scope.has).length * (writes === 'none' ? 12 : 25);
  let now = 'the first request';
  const called = calledContract(contract, scope);
  const gate = callGate(contract, scope);
  const session = new Session({
    contract: called,
    tally,
    concurrency,
    signal,
    waits,
    whyNotSent: (kase) => gate({ ...kase, request: belowBase(kase, baseUrl) }),
    judge: createJudge(contract, { isMock, signal }),
    settle: settle * 1000,
    async send(kase, operation, isProof = false) {
      const request = belowBase(kase, baseUrl);
      senders.set(request, {
        kase,
        operation,
        request,
        isRepeatable: !session.isWriting || /^(GET|HEAD)$/.test(request.method),
      });
      const exchange = await transport.send(request, operation.security, { alone: isProof || isGuarded() });
      if (isDoubtful()) throw doubted;
      return exchange;
    },
    accuse(exchange, { rule, severity, message }) {
      if (severity !== 'observation') transport.accuse(exchange, rule, message);
      if (isDoubtful()) throw doubted;
    },
    see: (kase, operation, exchange, value) => {
      see(gathered, kase, operation, exchange, value, session.isWriting);
      onProgress?.({ sent: tally.requests, expected: Math.max(expected, tally.requests), now, failing: tally.failing });
    },
    endsAt,
  });
  // What writes to resources of others, and what shows that they are put back, goes over connections of its own from the start.
  const isGuarded = (): boolean => session.isWriting && isPutBack(writes);
  const isDoubtful = (): boolean =>
    !sources && transport.unasked.length > 0 && !isGuarded() && signal?.aborted !== true;
  // Where nobody is accused and nothing is put back, nothing rests on whose answer it was.
  const settled = async (): Promise<void> => {
    if (!sources && !isGuarded() && (tally.failing > 0 || isPutBack(writes))) await transport.settle();
    if (isDoubtful()) throw doubted;
  };
  for (const { kase, deviation } of sources ?? [])
    tally.add(kase, { request: kase.request, milliseconds: 0, attempts: 0 }, deviation);
  if (sources) notes.push(askedAgain);
  // What is under way has nobody left to wait for it; a write gets a moment to come to its end.
  const abort = (): void => void setTimeout(() => void transport.close(), session.isWriting ? writeGrace : 0).unref();
  signal?.addEventListener('abort', abort, { once: true });
  const ending = endsAt === undefined ? undefined : setTimeout(abort, endsAt - performance.now() + 1);
  const world = new World(called, parameters);
  const source = caseSource(called, seed, world);
  const own = beginRestoring?.(session);
  const restoring = own?.restoring;
  let stopped: NoVerdict | undefined;
  let isCutOff = false;
  let differing: readonly DifferingThing[] = [];
  try {
    try {
      await run({
        contract: called,
        session,
        world,
        source,
        scope,
        writes: restoring || writes === 'disposable' ? writes : 'none',
        isMock,
        runs,
        concurrency,
        unsharded,
        restoring,
        settled,
        begin: (what) => {
          now = what;
        },
      });
      await session.finish();
      await settled();
      stopped = session.unanswered(scope.has);
    } catch (error) {
      if (!(error instanceof NoVerdict)) throw error;
      // What ends a run may be an answer that went to the wrong request.
      stopped = await settled().then(
        () => error,
        () => doubted,
      );
      isCutOff = true;
    }
    now = 'a last read of what was written to';
    if (restoring && stopped !== doubted) differing = await restoring.prove();
  } finally {
    if (stopped !== doubted) await own?.close();
    notes.push(...session.notes);
    clearTimeout(ending);
    signal?.removeEventListener('abort', abort);
    await transport.close();
  }
  if (stopped === doubted) return undefined;
  reportUnasked(transport.unasked, senders, tally);
  if (!restoring) return { gathered, stopped, isCutOff };
  reportState(tally, differing);
  const state = restoring.report();
  notes.push(...stateNotes(state, writes));
  return { gathered, stopped, isCutOff, state };
}

/** Ends a run whose answers prove nothing. */
const doubted = new NoVerdict('run.doubted', 'Something came over a connection that nobody had asked for.');
const askedAgain =
  'Something came over a connection that nobody had asked for, and answers may have gone to the wrong requests. So all was asked again, ' +
  'each request over a connection of its own; only these answers were judged.';

/** Where the base URL has a path, the paths that answers show begin with it; requests are sent below it. */
function belowBase({ kind, request }: Case, baseUrl: string): Case['request'] {
  const base = new URL(baseUrl).pathname.replace(/\/+$/, '');
  return kind === 'href' && base !== '' && request.path.startsWith(`${base}/`)
    ? { ...request, path: request.path.slice(base.length) }
    : request;
}

/** Milliseconds that a write under way is given after the run was told to stop. */
const writeGrace = 3000;

/**
 * What presence and evidence learn from an answer. A refusal shows no thing, and what the run itself has written says
 * nothing of what things are like.
 */
function see(
  { presence, evidence }: Gathered,
  kase: Case,
  operation: CheckedOperation,
  exchange: Exchange,
  value: unknown,
  isWriting: boolean,
): void {
  if (!exchange.answer) return;
  const { status } = exchange.answer;
  const schema = operation.success?.bodies[0]?.schema;
  const isOwn = kase.kind !== 'undeclared-method' && kase.kind !== 'spelling' && kase.kind !== 'href';
  if (!isOwn && kase.kind !== 'undeclared-method') return;
  if (schema && isOwn && !isWriting && value !== undefined && status >= 200 && status < 300)
    presence.see(schema, value);
  evidence.see({
    case: kase,
    operation,
    exchange,
    ...(value !== undefined && { value }),
    exists: kase.isAimedAtNothing !== true,
  });
}

async function checkHar(
  file: string,
  signal: AbortSignal | undefined,
  gather: (redact: (text: string) => string) => Gathered,
): Promise<{ gathered: Gathered; stopped: NoVerdict | undefined; isCutOff?: boolean }> {
  const [{ readHar }, { checkRecorded }] = await Promise.all([import('./har.js'), import('./recorded.js')]);
  const recording = readHar(file);
  // The key that is set may be the one that was recorded.
  const { cleaned, redact } = keyInUse();
  const gathered = gather(redact);
  const judge = createJudge(gathered.contract, { isMock: true, signal });
  let stopped: NoVerdict | undefined;
  try {
    const { judged, unknown } = await checkRecorded({
      contract: gathered.contract,
      exchanges: recording.exchanges,
      cleaned,
      tally: gathered.tally,
      judge,
      signal,
      see: (kase, operation, exchange, value) => see(gathered, kase, operation, exchange, value, false),
    });
    gathered.notes.push(`${judged} recorded exchanges were judged; ${unknown} are of no operation of the contract.`);
  } catch (error) {
    if (!(error instanceof NoVerdict)) throw error;
    stopped = error;
  }
  for (const { reason, count } of recording.skipped.reasons)
    gathered.notes.push(`${count} entries of the recording were left out: ${reason}`);
  return { gathered, stopped };
}
