import '../system/node-version.js';

export { taughtOwnContract } from '../answers/for-entry-points.js';
export { check } from './engine/check.js';
export { readContract } from './engine/contract/foreign-contract.js';
export { ownContract } from './engine/contract/own-contract.js';
export {
  type CasesOptions,
  cases,
  type Need,
  type RunnerCase,
  type RunnerCases,
} from './engine/runners/cases-for-runners.js';
export {
  judgeResponse,
  type PlainResponse as PlainAnswer,
  type ReceivedResponse as ReceivedAnswer,
} from './engine/runners/judge-response.js';
export type { CheckedContract } from './model/contract/contract.js';
export type { ContractPlace, Finding, Severity } from './model/finding.js';
export { type Moment, NoVerdict } from './model/no-verdict.js';
export type { CheckOptions, CheckProgress } from './model/options.js';
export type {
  BaselineReport,
  CheckReport,
  EvidenceEntry,
  OperationReport,
  Tested,
  Verdict,
} from './model/report/report.js';
export { findingsText } from './reports/finding-text.js';
export {
  type ReportFormat,
  renderReport,
  reportFormats,
  type TerminalOptions,
  terminalReport,
} from './reports/index.js';
