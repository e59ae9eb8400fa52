export { fetchOf, type InterceptedRoute, mswResolver, playwrightHandler } from './adapters.js';
export { type FaultName, faultNames } from './faults/index.js';
export type { ChangedRecord, SandboxState } from './model/store.js';
export { createSandbox, defaultKey, type Sandbox, type SandboxOptions } from './sandbox.js';
export type { ScenarioCondition, ScenarioOutcome, ScenarioRule } from './scenario/read-scenario.js';
