// @ts-check
import { isObject, nodesOf } from '../contract/walk.js';
import { formatList, formatValue } from './format.js';

/** Each operation has exactly one success code. @param {unknown} document */
export default function oneSuccessCode(document) {
  const findings = [];
  for (const { path, value } of nodesOf(document, 'operation')) {
    const responses = isObject(value.responses) ? value.responses : {};
    const fieldPath = [...path, 'responses'];
    const codes = Object.keys(responses).filter((code) => /^2/.test(code));
    for (const code of codes) {
      if (/^2\d\d$/.test(code)) continue;
      findings.push({
        message: `Expected one success code such as '200'; found the range ${formatValue(code)}. Write one exact code.`,
        path: [...fieldPath, code],
      });
    }
    for (const code of codes.slice(1)) {
      findings.push({
        message:
          `Expected one success code; found ${formatList(codes)}. ` +
          `Keep one: with a second, the response type becomes a union.`,
        path: [...fieldPath, code],
      });
    }
    if (codes.length === 0) {
      findings.push({
        message:
          `Expected one success code; ` +
          `found ${formatList(Object.keys(responses)) || 'no responses'}. Add the code, with its body.`,
        path: fieldPath,
      });
    }
  }
  return findings;
}
