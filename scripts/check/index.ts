import '../system/node-version.js';
export { cases, type CasesOptions, type Need, type RunnerCase, type RunnerCases } from './engine/cases-for-runners.js';
export { check } from './engine/check.js';
export type { CheckedContract } from './model/contract.js';
export type { ContractPlace, Finding, Severity } from './model/finding.js';
export { findingsText } from './reports/finding-text.js';
export { readContract } from './engine/foreign-contract.js';
export { judgeResponse, type PlainAnswer, type ReceivedAnswer } from './engine/judge-response.js';
export type { CheckOptions, CheckProgress } from './model/options.js';
export { ownContract } from './engine/own-contract.js';
export type { BaselineReport, CheckReport, EvidenceEntry, OperationReport, Tested, Verdict } from './model/report.js';
export {
  renderReport,
  reportFormats,
  terminalReport,
  type ReportFormat,
  type TerminalOptions,
} from './reports/index.js';
export { NoVerdict, type Moment } from './model/no-verdict.js';
