// @ts-check
export { prefixMistakes as default } from '../contract/prefix-mistakes.js';
