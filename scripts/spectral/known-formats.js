// @ts-check
import { nodesOf } from '../contract/walk.js';
import { formatList, formatValue } from './format.js';

/** Validators know every format. @param {unknown} document @param {{ formats: string[] }} options */
export default function knownFormats(document, { formats }) {
  const findings = [];
  for (const { path, value } of nodesOf(document, 'schema')) {
    if (value.format === undefined || formats.includes(String(value.format))) continue;
    findings.push({
      message:
        `Expected one of the formats ${formatList(formats)}; found ${formatValue(value.format)}. ` +
        'Correct the format. If validators know this format, add it to the list in .spectral.yaml.',
      path: [...path, 'format'],
    });
  }
  return findings;
}
