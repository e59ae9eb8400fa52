// What `import … from 'directory-contract/sandbox'` gives.
export { fetchOf, mswResolver, playwrightHandler, type InterceptedRoute } from './adapters.js';
export { faultNames } from './faults/index.js';
export { createSandbox, defaultKey, type Sandbox, type SandboxOptions } from './sandbox.js';
export type { SandboxState } from './model/store.js';
