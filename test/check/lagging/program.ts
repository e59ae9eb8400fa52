// The check, the undo and the server under test, to be built into one module with the clock of the tests.
export { check } from '../../../scripts/check/engine/check.js';
export { undo } from '../../../scripts/check/restore/undo.js';
export { passed, performance } from './clock.js';
export { LaggingServer } from './lagging-server.js';
export { serve } from './lagging-transport.js';
