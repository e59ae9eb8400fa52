// The names of the platform that mean the clock of the test in what is built with it.
export { clearTimeout, performance, setTimeout } from './clock.js';
