import { schemas } from './base-document.js';
import { describeRule } from './describe-rule.js';

const dialect = 'https://json-schema.org/draft/2020-12/schema';
const inSchema = [...schemas, 'Filter', 'properties', 'name', '$schema'];

describeRule('json-schema-dialect', {
  accepts: [
    { document: 'a later 3.1', changes: [[['openapi'], '3.1.1']] },
    { document: 'a schema that names the same dialect', changes: [[inSchema, dialect]] },
    {
      document: 'a property called $schema',
      changes: [[[...schemas, 'Filter', 'properties', '$schema'], { type: 'string' }]],
    },
    {
      document: 'data that names a dialect',
      changes: [[['components', 'examples', 'Filter', 'value', '$schema'], 'x']],
    },
  ],
  refuses: [
    {
      document: 'no dialect',
      changes: [[['jsonSchemaDialect'], undefined]],
      findings: [{ path: [], message: `Expected jsonSchemaDialect "${dialect}"; found nothing` }],
    },
    {
      document: 'the dialect of OpenAPI itself',
      changes: [[['jsonSchemaDialect'], 'https://spec.openapis.org/oas/3.1/dialect/base']],
      findings: [{ path: ['jsonSchemaDialect'], message: 'found "https://spec.openapis.org/oas/3.1/dialect/base"' }],
    },
    {
      document: 'the dialect with a # behind it',
      changes: [[['jsonSchemaDialect'], `${dialect}#`]],
      findings: [{ path: ['jsonSchemaDialect'], message: 'silently stops validating bodies' }],
    },
    {
      document: 'OpenAPI 3.0',
      changes: [[['openapi'], '3.0.3']],
      findings: [{ path: ['openapi'], message: 'Expected openapi to be a string 3.1.x; found "3.0.3"' }],
    },
    {
      document: 'OpenAPI 3.2',
      changes: [[['openapi'], '3.2.0']],
      findings: [{ path: ['openapi'], message: 'found "3.2.0"' }],
    },
    {
      document: 'a version that is a number',
      changes: [[['openapi'], 3.1]],
      findings: [{ path: ['openapi'], message: 'found 3.1' }],
    },
    {
      document: 'a schema of another dialect',
      changes: [[inSchema, 'http://json-schema.org/draft-07/schema#']],
      findings: [{ path: inSchema, message: 'found "http://json-schema.org/draft-07/schema#". Remove it' }],
    },
  ],
});
