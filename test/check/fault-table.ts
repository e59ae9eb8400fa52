import type { RuleId } from '../../scripts/check/model/rules/index.js';
import { yamlBeside } from '../yaml-beside.js';

/** The category of a fault. */
export type FaultClass = 'answers' | 'refusals' | 'meaning' | 'http';

export interface ExpectedFinding {
  fault: string;
  class: FaultClass;
  /** The run that finds it: one in the default mode (`d`) or with real writes (`w`); `o` is only an observation. */
  mode: 'd' | 'w' | 'o';
  /** The rule that reports the fault. */
  rule: RuleId;
  /** An operation at which the fault must be reported; empty if any operation will do. */
  operationId: string;
}

type Row = readonly [fault: string, mode: ExpectedFinding['mode'], rule: RuleId, operationId: string];

const table = yamlBeside<Record<FaultClass, Row[]>>(import.meta.url, 'fault-table.yaml');

/** All faults but `slow`, which has its own test. */
export const expectedFindings: readonly ExpectedFinding[] = Object.entries(table).flatMap(([kind, rows]) =>
  rows.map(([fault, mode, rule, operationId]) => ({ fault, class: kind as FaultClass, mode, rule, operationId })),
);
