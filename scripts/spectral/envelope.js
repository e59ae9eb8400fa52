// @ts-check
export { envelopeMistakes as default } from '../contract/envelope-mistakes.js';
