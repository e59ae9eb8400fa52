import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { OpenApiDocument } from '../contract/document.js';
import { pathParameters } from '../contract/examples.js';
import { eachOperation } from '../contract/operations.js';
import { fetchedTool, installedTool, prism } from '../system/tool.js';
import { UsageError } from '../text/usage-error.js';
import { contractFile, runPrism } from './prism.js';

/** Runs the mock until it receives a signal, and prints how to call it. Downloads Prism if it is not installed. */
export async function serveMock(port: number): Promise<void> {
  const program = installedTool(prism) ?? (await fetchedTool(prism, (line) => process.stderr.write(`${line}\n`)));
  const mock = await runPrism(program, port);
  const document = parse(readFileSync(contractFile, 'utf8')) as OpenApiDocument;
  process.stdout.write(`Mock of ${document.info.title} ${document.info.version} at ${mock.url}
It accepts any key, returns the examples of the contract, and stores nothing. Press Ctrl-C to stop it. Try:

curl -H 'Authorization: mock-key' ${mock.url}${examplePath(document, 'getPartnerEntry')}
`);
  let stopping = false;
  for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      stopping = true;
      void mock.close();
    });
  }
  const said = await mock.ended;
  if (!stopping) throw new UsageError(`Prism stopped by itself:\n${said}`);
}

/** The path of an operation, filled with the examples of its parameters. */
function examplePath(document: OpenApiDocument, operationId: string): string {
  for (const { path, operation } of eachOperation(document)) {
    if (operation.operationId !== operationId) continue;
    const values = pathParameters(document, operation);
    return path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
  }
  throw new UsageError(`The contract has no operation ${operationId}.`);
}
