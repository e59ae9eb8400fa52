import { schemas } from './base-document.js';
import { describeRule } from './describe-rule.js';

const path = [...schemas, 'FilterUpdate', 'properties', 'name', 'x-reflected-as'];

describeRule('reflected-as', {
  accepts: [
    { document: 'a pointer into an object', changes: [[path, '/metadata/external_id']] },
    { document: 'a pointer to a field with a space', changes: [[path, '/the service']] },
    { document: 'a pointer with an escaped slash', changes: [[path, '/a~1b']] },
  ],
  refuses: ['name', '', '/', '/tier/', '#/name', '/a~b', 4].map((value) => ({
    document: `the value ${JSON.stringify(value)}`,
    changes: [[path, value] as const],
    findings: [{ path, message: `a JSON pointer that begins with /, such as /tier/id; found "${value}"` }],
  })),
});
