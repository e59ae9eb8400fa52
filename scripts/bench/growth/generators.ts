// Makes everything that the build makes itself from one document: types, client, validators, schemas, pages. Without
// the lint and the reference page, which are programs of others. It is a program of its own, so that its memory can be
// measured.
//   <file with the document, as JSON>
import { readFileSync } from 'node:fs';
import { clientText } from '../../build/artefacts/client.js';
import { jsonSchemas } from '../../build/artefacts/json-schemas.js';
import { operationTableText } from '../../build/artefacts/operation-table.js';
import { ownTypeTools } from '../../build/artefacts/own-type-tools.js';
import { typesText } from '../../build/artefacts/types.js';
import { bodyValidatorsText } from '../../build/artefacts/validators/body-validators.js';
import { schemaValidators } from '../../build/artefacts/validators/schema-validators.js';
import { documentSite } from '../../build/docs/document-site.js';
import type { OpenApiDocument } from '../../contract/document.js';

const [file = ''] = process.argv.slice(2);
const document = JSON.parse(readFileSync(file, 'utf8')) as OpenApiDocument;
const parts: Record<string, () => unknown> = {
  types: () => typesText(document, ownTypeTools),
  client: () => clientText(document),
  'operation table': () => operationTableText(document),
  'body validators': () => bodyValidatorsText(document),
  'published validators': () => schemaValidators(document),
  schemas: () => jsonSchemas(document),
  docs: () => documentSite(document, []),
};
const spent: Record<string, number> = {};
for (const [name, make] of Object.entries(parts)) {
  const begun = process.cpuUsage();
  await make();
  const { user, system } = process.cpuUsage(begun);
  spent[name] = (user + system) / 1000;
}
process.stdout.write(`${JSON.stringify(spent)}\n`);
