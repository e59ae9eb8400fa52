import { fileURLToPath } from 'node:url';
import { type SchemaRequest, typeSchema } from './type-schema.js';

/** The types of the files that the check reads and writes, except the settings, whose table makes its own schema. */
const types: Readonly<Record<string, SchemaRequest>> = {
  baseline: { file: 'engine/baseline.ts', type: 'Baseline' },
  'check-report': {
    file: 'model/report/report.ts',
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

/** The JSON Schemas, by file name, that editors use for files which people write for the check or read from it. */
export function checkSchemas(): Record<string, string> {
  const folder = fileURLToPath(new URL('../../check/', import.meta.url));
  return Object.fromEntries(
    Object.entries(types).map(([name, request]) => [
      `${name}.schema.json`,
      typeSchema({ ...request, file: folder + request.file }),
    ]),
  );
}
