// A server that does as little as possible: it parses each body and sends the given entry as JSON. Prints its address.
// Arguments: <entry as JSON>
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const [text = '{}'] = process.argv.slice(2);
const entry: unknown = JSON.parse(text);

const server = createServer((request, response) => {
  const pieces: Buffer[] = [];
  request.on('data', (piece: Buffer) => pieces.push(piece));
  request.on('end', () => {
    if (pieces.length > 0) JSON.parse(Buffer.concat(pieces).toString());
    const body = JSON.stringify(entry);
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) });
    response.end(body);
  });
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
