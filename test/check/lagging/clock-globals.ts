// Replaces these globals of the platform by the clock of the tests. `hrtime` replaces that of `process`.
export { clearTimeout, hrtime, performance, setTimeout } from './clock.js';
