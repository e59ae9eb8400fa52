import { inertJson } from '../../text/escape.js';
import type { CheckReport } from '../model/report/report.js';

/**
 * The report as JSON that matches `check-report.schema.json`. Members always have the order of that schema, so that two
 * reports can be compared line by line.
 */
export function jsonReport(report: CheckReport): string {
  return `${inertJson(ordered(report, shape))}\n`;
}

/** Members in their order; empty for values without a fixed order (texts, lists of texts, maps of statuses). */
interface Shape {
  readonly [member: string]: Shape;
}

const members = (names: string): Shape => Object.fromEntries(names.split(' ').map((name) => [name, {}]));

const shape: Shape = {
  format: {},
  contract: members('title version file'),
  answers: { ...members('file sha256 questions'), corrected: members('overlays operations schemas') },
  target: members('baseUrl kind'),
  run: {
    ...members('writes include strict seed runs'),
    shard: members('index count timings'),
    ...members('started milliseconds requests requestsPerSecond docs config'),
  },
  ...members('verdict why exitCode'),
  stopped: { code: {}, since: members('operationId request seconds goodAnswers') },
  counts: members('violation drift observation'),
  coverage: {
    ...members('operations inScope successTested refusalTested'),
    statuses: members('seen documented'),
    fields: members('seen documented unseen'),
  },
  operations: {
    ...members('operationId method path tag standing inScope'),
    success: members('tested reason'),
    refusal: members('tested reason'),
    ...members('requests statuses failures'),
    time: members('median slowest total'),
  },
  findings: {
    ...members('id rule severity operationId pointer'),
    seenIn: members('operationId pointer'),
    ...members('message expected actual'),
    contract: { ...members('pointer file line'), answered: members('question by'), corrected: {} },
    ...members('standing case curl'),
    again: {
      steps: {
        ...members('case operationId kind expect refusedWith isFreeName allows isAtUnknownId pointer'),
        ...members('method path headers body key'),
        writing: members('capitals without chunked'),
        gives: members('name at'),
      },
      ...members('show by pointer status id isNamed'),
    },
    count: {},
  },
  evidence: members('unknown question assumed seen answers'),
  baseline: members('file accepted fixed expired'),
  state: {
    ...members('things writes'),
    fields: { ...members('operationId written'), skipped: members('name reason') },
    differing: { ...members('operationId path as why'), differences: members('pointer before after') },
    undo: {},
  },
  created: members('operationId id path removed why'),
  notes: {},
  exchanges: {
    ...members('case operationId kind expect key pointer isAtUnknownId isWriting time'),
    request: { ...members('method url headers'), postData: members('mimeType text encoding') },
    response: { ...members('status headers'), content: members('mimeType text encoding') },
  },
};

/** Members that the shape does not name come last, sorted. */
function ordered(value: unknown, shape: Shape): unknown {
  if (Array.isArray(value)) return value.map((item) => ordered(item, shape));
  if (typeof value !== 'object' || value === null) return value;
  const source = value as Record<string, unknown>;
  const named = Object.keys(shape).filter((name) => Object.hasOwn(source, name));
  const others = Object.keys(source)
    .filter((name) => !Object.hasOwn(shape, name))
    .sort();
  const names = [...named, ...others];
  return Object.fromEntries(names.map((name) => [name, ordered(source[name], shape[name] ?? {})]));
}
