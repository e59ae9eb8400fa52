import { fileURLToPath } from 'node:url';
import { createGenerator } from 'ts-json-schema-generator';

/** The schemas that this file creates from TypeScript types. The schema of the settings file comes from a table. */
const rootTypes = { baseline: 'Baseline', 'check-report': 'CheckReport' };

const toCheckPath = (path: string): string => fileURLToPath(new URL(`../../check/${path}`, import.meta.url));

/**
 * The JSON Schemas (2020-12) of the baseline and the report, by file name, for editors. No object may have undeclared
 * members. Comments become descriptions, and their tags become constraints that a type cannot express.
 */
export function createCheckSchemas(): Record<string, string> {
  const generator = createGenerator({
    path: toCheckPath('{engine/report/baseline,model/report/report}.ts'),
    // This configuration loads only the types of ES5, so that the generator starts quickly.
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
