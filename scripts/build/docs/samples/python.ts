import { formatValue, pythonNotation } from '../../artefacts/literal.js';
import { columns, type SampleCall } from './call.js';

/** A program for Python 3. `urllib` follows redirects to any server; only an unredirected header stays behind. */
export function pythonSample({ method, target, headers, body, prefix }: SampleCall): string {
  const hasBody = body !== undefined;
  const headersCode = formatValue(Object.fromEntries(headers), pythonNotation, columns, '    ');
  return `${hasBody ? 'import json\n' : ''}import os
from urllib.error import HTTPError
from urllib.request import Request, urlopen

${hasBody ? `body = ${formatValue(body, pythonNotation, columns)}\n` : ''}request = Request(
    os.environ["DIRECTORY_BASE_URL"]
    + "${target}",
    method="${method}",
${headers.length > 0 ? `    headers=${headersCode},\n` : ''}${hasBody ? '    data=json.dumps(body).encode(),\n' : ''})
request.add_unredirected_header(
    "Authorization",
    ${prefix && `${pythonNotation.text(prefix)} + `}os.environ["DIRECTORY_API_KEY"],
)
try:
    with urlopen(request) as response:
        print(response.status, response.read().decode())
except HTTPError as error:
    print(error.code, error.read().decode())
`;
}
