export { fetchOf, type InterceptedRoute, mswResolver, playwrightHandler } from './adapters.js';
export { faultNames } from './faults/index.js';
export type { SandboxState } from './model/store.js';
export { createSandbox, defaultKey, type Sandbox, type SandboxOptions } from './sandbox.js';
