import { formatValue, jsonNotation } from '../../artefacts/literal.js';
import { columns, type SampleCall } from './call.js';

/** A program for Go. Its body is a raw string, in which only a backtick is special. */
export function goSample({ method, target, headers, body, prefix }: SampleCall): string {
  const hasBody = body !== undefined;
  const json = formatValue(body, jsonNotation, columns, '\t').replaceAll('`', '\\u0060');
  const headerLines = headers.map((header) => `\trequest.Header.Set(${header.map(jsonNotation.text).join(', ')})\n`);
  return `package main

import (
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
${hasBody ? '\t"strings"\n' : ''})

func main() {
	url := os.Getenv("DIRECTORY_BASE_URL") +
		"${target}"
${hasBody ? `\tbody := strings.NewReader(\`${json}\`)\n` : ''}\
	request, err := http.NewRequest("${method}", url, ${hasBody ? 'body' : 'nil'})
	if err != nil {
		log.Fatal(err)
	}
	request.Header.Set("Authorization", ${prefix && `${jsonNotation.text(prefix)}+`}os.Getenv("DIRECTORY_API_KEY"))
${headerLines.join('')}\
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		log.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(response.StatusCode, string(text))
}
`;
}
