import { formatValue, typeScriptNotation } from '../../artefacts/literal.js';
import { columns, type SampleCall } from './call.js';

/**
 * A program that calls a method of the client. If the environment variables are not set, it uses the address and key of
 * the sandbox.
 */
export function typeScriptSample({ operationId, parameters, body, mediaType }: SampleCall): string {
  const sections = Object.entries(parameters).filter(([, values]) => Object.keys(values).length > 0);
  const members = [...sections, ...(body === undefined ? [] : [['body', body] as const])].map(
    ([name, value]) => `  ${name}: ${formatValue(value, typeScriptNotation, columns, '  ')},\n`,
  );
  return `import { createDirectoryClient } from 'directory-contract';

const client = createDirectoryClient({
  baseUrl: process.env.DIRECTORY_BASE_URL ?? 'http://127.0.0.1:4020',
  apiKey: process.env.DIRECTORY_API_KEY ?? 'sandbox-key',
});

const result = await client.${operationId}(${members.length > 0 ? `{\n${members.join('')}}` : ''});
if (result.ok) console.log(${mediaType === undefined ? 'result.status' : 'result.data'});
else console.error(result.status, result.error);
`;
}
