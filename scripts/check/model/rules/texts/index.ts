import type { RuleKey } from '../index.js';
import { bodyTexts } from './body.js';
import { createTexts } from './create.js';
import { fieldTexts } from './fields.js';
import { listTexts } from './lists.js';
import { readTexts } from './reads.js';
import { refusalTexts } from './refusal.js';
import { replaceTexts } from './replace.js';
import { requestTexts } from './request.js';
import { schemaTexts } from './schema.js';
import type { RuleText } from './text.js';
import { transportTexts } from './transport.js';
import { updateTexts } from './update.js';

/** The text of each rule: a rule without one does not compile. */
export const ruleTexts: Readonly<Record<RuleKey, RuleText>> = {
  ...transportTexts,
  ...bodyTexts,
  ...schemaTexts,
  ...fieldTexts,
  ...refusalTexts,
  ...requestTexts,
  ...readTexts,
  ...listTexts,
  ...createTexts,
  ...updateTexts,
  ...replaceTexts,
};
