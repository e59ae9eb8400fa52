import { filter, filters } from './base-document.js';
import { describeRule, found, put, wrong } from './describe-rule.js';

const scheme = ['components', 'securitySchemes', 'ApiKey'];

describeRule('owasp:api1:2023-no-numeric-ids', {
  rejects: [
    [
      'an id that is an integer',
      put(['components', 'parameters', 'FilterId', 'schema'], { type: 'integer' }),
      // The rule reads the document with resolved references, so the finding is at the place of use.
      found([...filter, 'parameters', 0, 'schema'], 'random IDs'),
    ],
  ],
});

describeRule('owasp:api2:2023-no-http-basic', {
  accepts: [['another scheme', put(scheme, { type: 'http', scheme: 'bearer' })]],
  rejects: [
    [
      'basic authentication',
      put(scheme, { type: 'http', scheme: 'basic' }),
      found([...scheme, 'scheme'], 'HTTP Basic'),
    ],
  ],
});

describeRule('owasp:api2:2023-no-api-keys-in-url', {
  rejects: [['a key in the query', wrong([...scheme, 'in'], 'query', 'URL')]],
});

describeRule('owasp:api2:2023-write-restricted', {
  rejects: [['an open write', wrong([...filters, 'post', 'security'], [], 'write operation')]],
});

describeRule('owasp:api2:2023-read-restricted', {
  rejects: [['an open read', wrong([...filter, 'get', 'security'], [], 'read operation')]],
});

describeRule('owasp:api8:2023-no-server-http', {
  rejects: [['a server without TLS', wrong(['servers', 0, 'url'], 'http://directory.example', 'http://')]],
});
