import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { OpenApiDocument } from '../contract/document.js';
import { pathParameters } from '../contract/example-walk.js';
import { eachOperation } from '../contract/operations.js';
import { documentKeyPrefix } from '../contract/security.js';
import { fetchTool, findTool, prism } from '../system/tool.js';
import { sanitize } from '../text/escape.js';
import { UsageError } from '../text/usage-error.js';
import { contractFile, runPrism, runPrismForDocument, withoutSlowPatterns } from './prism.js';

/** Runs the mock until it receives a signal, and prints how to call it. Downloads Prism if it is not installed. */
export async function serveMock(port: number, answers?: string): Promise<void> {
  const documentWithAnswers =
    answers === undefined ? undefined : (await import('../answers/own-contract.js')).teachOwnContract(answers).document;
  const program = findTool(prism) ?? (await fetchTool(prism, (line) => process.stderr.write(`${line}\n`)));
  const mock = await (documentWithAnswers
    ? runPrismForDocument(program, port, documentWithAnswers)
    : runPrism(program, port));
  const document = documentWithAnswers ?? (parse(readFileSync(contractFile, 'utf8')) as OpenApiDocument);
  const answersNote = answers === undefined ? '' : `, with the answers in ${sanitize(answers)},`;
  const [title, version] = [document.info.title, document.info.version].map((text) => sanitize(text));
  process.stdout.write(`Mock of ${title} ${version}${answersNote} at ${mock.url}
It accepts any key, returns the examples of the contract, and stores nothing. Press Ctrl-C to stop it. Try:

curl -H 'Authorization: ${apiKeyFor(document)}' ${mock.url}${examplePath(document, 'getPartnerEntry')}
`);
  for (const pattern of withoutSlowPatterns(document).droppedPatterns)
    process.stderr.write(
      `The mock accepts any text where the contract has the pattern ${sanitize(JSON.stringify(pattern), 120)}, ` +
        'because matching text against this pattern could take forever.\n',
    );
  let isStopping = false;
  for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      isStopping = true;
      void mock.close();
    });
  }
  const output = await mock.ended;
  if (!isStopping) throw new UsageError(`Prism stopped by itself:\n${output}`);
}

/** A key for the mock, after the word that the contract requires before keys (such as `Bearer`). */
function apiKeyFor(document: OpenApiDocument): string {
  const prefix = documentKeyPrefix(document);
  return prefix === '' ? 'mock-key' : `${prefix} mock-key`;
}

function examplePath(document: OpenApiDocument, operationId: string): string {
  for (const { path, operation } of eachOperation(document)) {
    if (operation.operationId !== operationId) continue;
    const values = pathParameters(document, operation);
    return path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
  }
  throw new UsageError(`The contract has no operation ${operationId}.`);
}
