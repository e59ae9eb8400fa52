import { isObject, type Node } from '../contract/json.js';

/** One side of a change: a place in one of the two files. */
export interface ReportedPlace {
  /** JSON pointer, without the `#`. */
  pointer: string;
  /** Undefined if the document has no value there. */
  value?: unknown;
}

/** The parts that this package reads of a change, as `redocly diff --format json` of 2.77.0 prints it. */
export interface ReportedChange {
  kind: 'added' | 'removed' | 'modified';
  /** Redocly's name of what changed: `Schema`, `Parameter`, `Response`. */
  typeName: string;
  impact: 'major' | 'minor' | 'patch';
  /** Rules that rate the change as major; empty if there are none. */
  verdicts: { ruleId: string; impact: string }[];
  /** For `modified`: the name of the field, or `key` for the name of the object itself. */
  property?: string;
  base?: ReportedPlace;
  revision?: ReportedPlace;
}

export interface Report {
  changes: ReportedChange[];
}

const impacts = ['major', 'minor', 'patch'] as const;

/**
 * Reads the report of Redocly.
 *
 * @returns the report, or in words how it differs from the known format
 */
export function reportIn(output: string): Report | string {
  let report: unknown;
  try {
    report = JSON.parse(output);
  } catch {
    return output.trim() === '' ? 'it printed no report' : 'its output is not JSON';
  }
  if (!isObject(report) || report['reportVersion'] !== '1') return 'its report is not of version 1';
  const { changes: listed, summary } = report;
  if (!Array.isArray(listed) || !isObject(summary)) return 'its report has no changes or no summary';
  const changes = listed.map(changeIn);
  const wrong = changes.indexOf(undefined);
  if (wrong !== -1) return `change ${wrong} of its report has an unknown form`;
  const known = changes.filter((change) => change !== undefined);
  const miscounted = impacts.find(
    (impact) => summary[impact] !== known.filter((change) => change.impact === impact).length,
  );
  return miscounted === undefined
    ? { changes: known }
    : `its summary counts ${miscounted} changes differently than its list`;
}

function changeIn(value: unknown): ReportedChange | undefined {
  if (!isObject(value)) return undefined;
  const { kind, typeName, property, verdicts } = value;
  const impact = impacts.find((each) => each === value['impact']);
  const base = placeIn(value['base']);
  const revision = placeIn(value['revision']);
  if (typeof typeName !== 'string' || impact === undefined || !Array.isArray(verdicts)) return undefined;
  const rules = verdicts.map(verdictIn);
  if (rules.some((rule) => rule === undefined)) return undefined;
  const rest = { typeName, impact, verdicts: rules.filter((rule) => rule !== undefined) };
  if (kind === 'added' && revision) return { kind, ...rest, revision };
  if (kind === 'removed' && base) return { kind, ...rest, base };
  if (kind === 'modified' && base && revision && typeof property === 'string')
    return { kind, ...rest, property, base, revision };
  return undefined;
}

function verdictIn(value: unknown): { ruleId: string; impact: string } | undefined {
  if (!isObject(value)) return undefined;
  const { ruleId, impact } = value;
  return typeof ruleId === 'string' && typeof impact === 'string' ? { ruleId, impact } : undefined;
}

function placeIn(value: unknown): ReportedPlace | undefined {
  if (!isObject(value)) return undefined;
  const { pointer }: Node = value;
  if (typeof pointer !== 'string' || !pointer.startsWith('#')) return undefined;
  const path = pointer === '#/' ? '' : pointer.slice(1);
  return Object.hasOwn(value, 'value') ? { pointer: path, value: value['value'] } : { pointer: path };
}
