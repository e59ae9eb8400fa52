import { fileURLToPath } from 'node:url';
import { createGenerator } from 'ts-json-schema-generator';

/** The types of the files that the check reads and writes, except the settings, whose table makes its own schema. */
const rootTypes = { baseline: 'Baseline', 'check-report': 'CheckReport' };

const checkPath = (path: string): string => fileURLToPath(new URL(`../../check/${path}`, import.meta.url));

/**
 * The JSON Schemas (2020-12), by file name, for editors of the files that people write for the check or read from it.
 * No object allows further members; documentation becomes descriptions, and tags become what a type cannot express.
 */
export function createCheckSchemas(): Record<string, string> {
  const generator = createGenerator({
    path: checkPath('{engine/report/baseline,model/report/report}.ts'),
    // It has no library but the types of TypeScript itself, which are quick to read.
    tsconfig: fileURLToPath(new URL('type-schema.tsconfig.json', import.meta.url)),
    topRef: false,
    sortProps: false,
    jsDoc: 'extended',
    skipTypeCheck: true,
  });
  return Object.fromEntries(
    Object.entries(rootTypes).map(([name, type]) => {
      const { definitions: $defs, ...root } = generator.createSchema(type);
      const schema = { ...root, $schema: 'https://json-schema.org/draft/2020-12/schema', $defs };
      return [`${name}.schema.json`, `${JSON.stringify(schema, null, 2).replaceAll('"#/definitions/', '"#/$defs/')}\n`];
    }),
  );
}
