// Generates all files of our own code from one document: types, client, validators, schemas, pages. Prints the
// milliseconds of processor time, without the time to load the code. Arguments: <file with the document, as JSON>
import { readFileSync } from 'node:fs';
import { clientModule } from '../../build/artefacts/client.js';
import { moduleText } from '../../build/artefacts/generated-module.js';
import { createJsonSchemas } from '../../build/artefacts/json-schemas.js';
import { operationTableModule } from '../../build/artefacts/operation-table.js';
import { ownTypeTools } from '../../build/artefacts/own-type-tools.js';
import { typesText } from '../../build/artefacts/types.js';
import { schemaValidators } from '../../build/artefacts/validators/validators-file.js';
import { buildDocumentSite } from '../../build/docs/site/document-site.js';
import type { OpenApiDocument } from '../../contract/document.js';

const [file = ''] = process.argv.slice(2);
const document = JSON.parse(readFileSync(file, 'utf8')) as OpenApiDocument;
const startUsage = process.cpuUsage();
await typesText(document, ownTypeTools);
moduleText(clientModule(document));
moduleText(operationTableModule(document));
await schemaValidators(document);
createJsonSchemas(document);
buildDocumentSite(document, []);
const { user, system } = process.cpuUsage(startUsage);
process.stdout.write(`${(user + system) / 1000}\n`);
