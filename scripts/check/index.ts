import '../node-version.js';
export { cases, type CasesOptions, type Need, type RunnerCase, type RunnerCases } from './cases-for-runners.js';
export { check } from './check.js';
export type { CheckedContract } from './contract.js';
export type { ContractPlace, Finding, Severity } from './finding.js';
export { findingsText } from './finding-text.js';
export { readContract } from './foreign-contract.js';
export { judgeResponse, type PlainAnswer, type ReceivedAnswer } from './judge-response.js';
export type { CheckOptions, CheckProgress } from './options.js';
export { ownContract } from './own-contract.js';
export type { BaselineReport, CheckReport, EvidenceEntry, OperationReport, Tested, Verdict } from './report.js';
export {
  renderReport,
  reportFormats,
  terminalReport,
  type ReportFormat,
  type TerminalOptions,
} from './reports/index.js';
export { NoVerdict, type Moment } from './no-verdict.js';
