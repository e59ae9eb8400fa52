import { schemas } from './base-document.js';
import { describeRule, found, put, without, wrong } from './describe-rule.js';

const dialect = 'https://json-schema.org/draft/2020-12/schema';
const inSchema = [...schemas, 'Filter', 'properties', 'name', '$schema'];

describeRule('json-schema-dialect', {
  accepts: [
    ['a later 3.1', put(['openapi'], '3.1.1')],
    ['a schema that names the same dialect', put(inSchema, dialect)],
    ['a property called $schema', put([...schemas, 'Filter', 'properties', '$schema'], { type: 'string' })],
    ['data that names a dialect', put(['components', 'examples', 'Filter', 'value', '$schema'], 'x')],
  ],
  rejects: [
    ['no dialect', without(['jsonSchemaDialect']), found([], `Expected jsonSchemaDialect "${dialect}"; found nothing`)],
    [
      'the dialect of OpenAPI itself',
      wrong(
        ['jsonSchemaDialect'],
        'https://spec.openapis.org/oas/3.1/dialect/base',
        'found "https://spec.openapis.org/oas/3.1/dialect/base"',
      ),
    ],
    ['the dialect with a # behind it', wrong(['jsonSchemaDialect'], `${dialect}#`, 'silently stops validating bodies')],
    ['OpenAPI 3.0', wrong(['openapi'], '3.0.3', 'Expected openapi to be a string 3.1.x; found "3.0.3"')],
    ['OpenAPI 3.2', wrong(['openapi'], '3.2.0', 'found "3.2.0"')],
    ['a version that is a number', wrong(['openapi'], 3.1, 'found 3.1')],
    [
      'a schema of another dialect',
      wrong(
        inSchema,
        'http://json-schema.org/draft-07/schema#',
        'found "http://json-schema.org/draft-07/schema#". Remove it',
      ),
    ],
  ],
});
