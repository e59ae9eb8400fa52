// Replaces these globals of the platform with the clock of the test.
export { clearTimeout, performance, setTimeout } from './clock.js';
