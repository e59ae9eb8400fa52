import { fileURLToPath } from 'node:url';
import { type SchemaRequest, typeSchema } from './type-schema.js';

/** The types of files that the check reads and writes. The settings, which are a table, make their own. */
const types: Readonly<Record<string, SchemaRequest>> = {
  baseline: { file: 'engine/baseline.ts', type: 'Baseline' },
  'check-report': {
    file: 'model/report.ts',
    type: 'CheckReport',
    named: {
      Standing: 'standing',
      Tested: 'tested',
      OperationReport: 'operation',
      Finding: 'finding',
      EvidenceEntry: 'evidence',
    },
    open: ['Json'],
  },
};

/**
 * JSON Schemas of files that people write for the check or read from it, for their editors: their texts by name of the
 * file.
 */
export function checkSchemas(): Record<string, string> {
  const folder = fileURLToPath(new URL('../../check/', import.meta.url));
  return Object.fromEntries(
    Object.entries(types).map(([name, request]) => [
      `${name}.schema.json`,
      typeSchema({ ...request, file: folder + request.file }),
    ]),
  );
}
