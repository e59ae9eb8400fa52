// Replaces these globals of the platform with the clock of the test; `hrtime` is that of `process`.
export { clearTimeout, hrtime, performance, setTimeout } from './clock.js';
