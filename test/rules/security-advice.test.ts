import { filter, filters } from './base-document.js';
import { describeRule } from './describe-rule.js';

const scheme = ['components', 'securitySchemes', 'ApiKey'];

describeRule('owasp:api1:2023-no-numeric-ids', {
  accepts: [],
  refuses: [
    {
      document: 'an id that is an integer',
      changes: [[['components', 'parameters', 'FilterId', 'schema'], { type: 'integer' }]],
      // The rule reads the document with its references resolved, so that the finding is at the use.
      findings: [{ path: [...filter, 'parameters', 0, 'schema'], message: 'random IDs' }],
    },
  ],
});

describeRule('owasp:api2:2023-no-http-basic', {
  accepts: [{ document: 'another scheme', changes: [[scheme, { type: 'http', scheme: 'bearer' }]] }],
  refuses: [
    {
      document: 'basic authentication',
      changes: [[scheme, { type: 'http', scheme: 'basic' }]],
      findings: [{ path: [...scheme, 'scheme'], message: 'HTTP Basic' }],
    },
  ],
});

describeRule('owasp:api2:2023-no-api-keys-in-url', {
  accepts: [],
  refuses: [
    {
      document: 'a key in the query',
      changes: [[[...scheme, 'in'], 'query']],
      findings: [{ path: [...scheme, 'in'], message: 'URL' }],
    },
  ],
});

describeRule('owasp:api2:2023-write-restricted', {
  accepts: [],
  refuses: [
    {
      document: 'an open write',
      changes: [[[...filters, 'post', 'security'], []]],
      findings: [{ path: [...filters, 'post', 'security'], message: 'write operation' }],
    },
  ],
});

describeRule('owasp:api2:2023-read-restricted', {
  accepts: [],
  refuses: [
    {
      document: 'an open read',
      changes: [[[...filter, 'get', 'security'], []]],
      findings: [{ path: [...filter, 'get', 'security'], message: 'read operation' }],
    },
  ],
});

describeRule('owasp:api8:2023-no-server-http', {
  accepts: [],
  refuses: [
    {
      document: 'a server without TLS',
      changes: [[['servers', 0, 'url'], 'http://directory.example']],
      findings: [{ path: ['servers', 0, 'url'], message: 'http://' }],
    },
  ],
});
