import { formatValue, jsonNotation } from '../../artefacts/literal.js';
import { columns, type SampleCall } from './call.js';

/** A program for Java 11 or later, or with a body, which is a text block, for Java 15 or later. */
export function javaSample({ method, target, headers, body, prefix }: SampleCall): string {
  const indent = ' '.repeat(8);
  // No JSON has three quotes in a row, so only backslashes are special in a text block.
  const json = formatValue(body, jsonNotation, columns, indent).replaceAll('\\', '\\\\');
  const lines = [
    `.header("Authorization", ${prefix && `${jsonNotation.text(prefix)} + `}System.getenv("DIRECTORY_API_KEY"))`,
    ...headers.map((header) => `.header(${header.map(jsonNotation.text).join(', ')})`),
    methodLine(method, body !== undefined),
  ];
  return `import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

public class Main {
  public static void main(String[] args) throws Exception {
    var uri = URI.create(System.getenv("DIRECTORY_BASE_URL")
        + "${target}");
${body === undefined ? '' : `    var body = """\n${indent}${json}\n${indent}""";\n`}\
    var request = HttpRequest.newBuilder(uri)
${lines.map((line) => `${indent}${line}\n`).join('')}\
        .build();
    var response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    System.out.println(response.statusCode() + " " + response.body());
  }
}
`;
}

function methodLine(method: string, hasBody: boolean): string {
  if (!hasBody && (method === 'GET' || method === 'DELETE')) return `.${method}()`;
  const publisher = `HttpRequest.BodyPublishers.${hasBody ? 'ofString(body)' : 'noBody()'}`;
  return method === 'POST' || method === 'PUT' ? `.${method}(${publisher})` : `.method("${method}", ${publisher})`;
}
