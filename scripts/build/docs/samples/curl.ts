import { quoteForShell } from '../../../text/escape.js';
import { formatValue, jsonNotation } from '../../artefacts/literal.js';
import { columns, type SampleCall } from './call.js';

/** A command with one argument on each line. */
export function curlSample({ method, target, headers, body, prefix }: SampleCall): string {
  const keyHeader = `Authorization: ${prefix}`;
  const keyStart = /^[\w: =]+$/.test(keyHeader) ? `"${keyHeader}` : `${quoteForShell(keyHeader)}"`;
  const lines = [
    method === 'GET' && body === undefined ? 'curl' : `curl -X ${method}`,
    `"$DIRECTORY_BASE_URL${target}"`,
    `-H ${keyStart}$DIRECTORY_API_KEY"`,
    ...headers.map((header) => `-H ${quoteForShell(header.join(': '))}`),
    ...(body === undefined ? [] : [`-d ${quoteForShell(formatValue(body, jsonNotation, columns, '  '))}`]),
  ];
  return `${lines.join(' \\\n  ')}\n`;
}
