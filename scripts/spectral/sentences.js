// @ts-check
import { nodesOf } from '../contract/walk.js';
import { formatValue } from './format.js';

// Allowed before the first letter: Markdown marks (heading, list, quotation, emphasis, link) and brackets.
const leadingMarks = /^(?:#{1,6}\s+|[-*+]\s+|\d+[.)]\s+|>\s*|[*_([])*/u;
// Allowed first: a capital, a letter of a script without case, a number, code, or a quotation mark.
const goodStart = /^[\p{Lu}\p{Lt}\p{Lo}\p{N}`"'“‘«]/u;
// The final punctuation mark may stand before a closing bracket, quotation mark or emphasis.
const goodEnd = /[.?!][)\]"'”’»*_]*$/u;
// A block of code and a table end without a period.
const blockEnd = /(?:^|\n)\s*(?:```|~~~|\|.*\|)$/u;

/** Descriptions are sentences. @param {unknown} document */
export default function sentences(document) {
  const findings = [];
  for (const { path, value } of nodesOf(document)) {
    if (typeof value.description !== 'string') continue;
    const text = value.description.trim();
    const fieldPath = [...path, 'description'];
    if (text === '') {
      findings.push({
        message:
          'Expected a description of at least one sentence; found an empty one. Write a sentence, or ' +
          'remove the field.',
        path: fieldPath,
      });
      continue;
    }
    if (!goodStart.test(text.replace(leadingMarks, '')) && !/^(?:```|~~~|\|)/.test(text)) {
      findings.push({
        message:
          `Expected a description that begins with a capital letter; ` +
          `found ${formatValue(text.slice(0, 30))}. Write a sentence.`,
        path: fieldPath,
      });
    }
    if (!goodEnd.test(text) && !blockEnd.test(text)) {
      findings.push({
        message:
          `Expected a description that ends with a period; found ${formatValue(text.slice(-30))}. Write a ` +
          `sentence.`,
        path: fieldPath,
      });
    }
  }
  return findings;
}
