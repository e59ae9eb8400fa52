import type { Rule } from '../rule.js';
import { listsEnvelope } from './lists-envelope.js';

/** One rule of evidence a question. */
export const questionRules: readonly Rule[] = [listsEnvelope];
