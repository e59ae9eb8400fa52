import { sanitize, sanitizeSentence } from '../../text/escape.js';
import { formatCount } from '../../text/numbers.js';
import type { Finding } from '../model/finding.js';
import { reproductionLines } from './curl.js';
import { namesOf, placeOf } from './summary.js';

/** Maximum number of findings in the message of one failed test. With more, a reader would not see the first one. */
const maxFindings = 10;

const curlWidth = 110;

/** Returns findings as the message of a failed test, safe to print: a block for each, with its contract place. */
export function findingsText(findings: readonly Finding[]): string {
  const hiddenCount = findings.length - maxFindings;
  const blocks = findings.slice(0, maxFindings).map(findingText);
  return [...blocks, ...(hiddenCount > 0 ? [`… and ${formatCount(hiddenCount, 'finding')} more.`] : [])].join('\n\n');
}

function findingText(finding: Finding): string {
  const { message, expected, actual, curl } = finding;
  const [first, ...otherLines] = curl === '' ? [] : reproductionLines(finding, curlWidth);
  return [
    namesOf(finding).join('  '),
    `  ${sanitizeSentence(message)}`,
    `  expected  ${sanitize(expected)}`,
    `  found     ${sanitize(actual)}`,
    `  contract  ${sanitize(placeOf(finding))}`,
    ...(first === undefined ? [] : [`  repeat    ${first}`]),
    ...otherLines.map((line) => `            ${line}`),
  ].join('\n');
}
