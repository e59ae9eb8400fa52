// @ts-check
export { pagingMistakes as default } from '../contract/paging/mistakes.js';
