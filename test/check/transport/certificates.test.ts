import { execFile } from 'node:child_process';
import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { TlsOptions } from 'node:tls';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { readCertificates } from '../../../scripts/check/transport/certificates.js';
import { failureFrom } from '../../../scripts/check/transport/failure.js';
import type { NetworkOptions } from '../../../scripts/check/transport/network.js';
import { temporaryFile } from '../../temporary-folder.js';
import { clientFiles, fixturePath } from './certificates.js';
import { listenWithTls } from './proxy-server.js';
import { get, inHeader, listen, listenAndSay, ok, open } from './transport-server.js';

const { ca, clientCert, clientKey } = clientFiles;
const otherKey = fixturePath('key');
const text = (file: string): string => readFileSync(file, 'utf8');

async function outcomeWith(options: NetworkOptions, tlsOptions: TlsOptions = {}): Promise<string> {
  const server = await listen((socket) => socket.write(ok()));
  const { port } = await listenWithTls(server.port, tlsOptions);
  const transport = open(`https://localhost:${port}`, { network: options });
  const { response, failure } = await transport.send(get, inHeader);
  return response ? String(response.status) : `${failure?.code} ${failure?.message}`;
}

const wantsCertificate = { ca: text(ca), requestCert: true, rejectUnauthorized: true };

describe('a private authority', () => {
  it('is trusted if --ca names it, besides those of Node.js', async () => {
    expect(await outcomeWith({})).toMatch(/^tls\.certificate .* --ca, or in NODE_EXTRA_CA_CERTS\.$/);
    expect(await outcomeWith({ ca })).toBe('200');
    expect(await outcomeWith({ ca: fixturePath('certificate') })).toMatch(/^tls\.certificate /);
  });

  it('safety unreachable: neither replaces those of Node.js, nor weakens the check of names', {
    tags: 'slow',
  }, async () => {
    const server = await listen((socket) => socket.write(ok()));
    const otherIdentity = { cert: text(fixturePath('certificate')), key: text(otherKey) };
    const { port } = await listenWithTls(server.port);
    const { port: otherPort } = await listenWithTls(server.port, otherIdentity);
    const script = `
      import { createTransport } from './scripts/check/transport/transport.ts';
      for (const host of ['localhost:${port}', 'localhost:${otherPort}', '127.0.0.1:${otherPort}']) {
        const network = { ca: ${JSON.stringify(fixturePath('certificate'))} };
        const baseUrl = 'https://' + host;
        const transport = createTransport({ baseUrl, connections: 1, timeout: 10_000, network });
        const request = { method: 'GET', path: '/', headers: {}, key: 'right' };
        const { response, failure } = await transport.send(request, { kind: 'bearer' });
        console.log(response?.status ?? failure?.code);
        await transport.close();
      }`;
    const env = {
      ...process.env,
      NODE_EXTRA_CA_CERTS: ca,
      NODE_TLS_REJECT_UNAUTHORIZED: '0',
      DIRECTORY_API_KEY: 'only-for-this-test',
    };
    const args = ['--import', 'tsx', '--input-type=module', '--eval', script];
    const { stdout } = await promisify(execFile)(process.execPath, args, { env });
    expect(stdout.trim().split('\n')).toEqual(['200', '200', 'tls.certificate']);
  });
});

describe.each(['TLSv1.2', 'TLSv1.3'] as const)('a server of %s that wants a client certificate', (maxVersion) => {
  const server = { ...wantsCertificate, maxVersion };

  it('gets it, and its key from a file of its own or from the same', async () => {
    expect(await outcomeWith({ ca, clientCert, clientKey }, server)).toBe('200');
    const both = temporaryFile('client.pem', `${text(clientKey)}${text(clientCert)}`);
    expect(await outcomeWith({ ca, clientCert: both }, server)).toBe('200');
  });

  it('is named as such if there is none', async () => {
    const advice =
      'Name the file of your certificate with --client-cert, and that of its private key with --client-key.';
    const problem = 'tls.protocol The server (requires|ended .* it requires) a client certificate.*';
    expect(await outcomeWith({ ca }, server)).toMatch(new RegExp(`^${problem} ${advice}$`));
  });
});

describe('a refused client certificate', () => {
  it.each(['BAD_CERTIFICATE', 'CERTIFICATE_EXPIRED', 'UNKNOWN_CA', 'ACCESS_DENIED'])(
    'is named for the alert %s',
    (alert) => {
      const error = Object.assign(new Error('alert'), { code: `ERR_SSL_TLSV1_ALERT_${alert}` });
      const connection = { isSecure: true, hasClientCertificate: true };
      expect(failureFrom(error, 'sent', connection)).toEqual({
        code: 'tls.protocol',
        message: expect.stringMatching(/^The server refuses the client certificate\. Check that .* --client-cert /),
      });
    },
  );

  it.each([
    ['No required SSL certificate was sent', {}, 'requires a client certificate. Name the file'],
    ['The SSL certificate error', { clientCert, clientKey }, 'refuses the client certificate. Check that'],
  ])('is named for the page of nginx: %s', async (title, files, says) => {
    const page = `<html>\r\n<head><title>400 ${title}</title></head>\r\n</html>`;
    const head = `HTTP/1.1 400 Bad Request\r\ncontent-type: text/html\r\ncontent-length: ${page.length}\r\n\r\n`;
    const server = await listenAndSay(`${head}${page}`);
    const { port } = await listenWithTls(server.port);
    const transport = open(`https://localhost:${port}`, { network: { ca, ...files } });
    const { failure } = await transport.send(get, inHeader);
    expect(failure).toMatchObject({ code: 'tls.protocol', message: expect.stringContaining(`The server ${says}`) });
  });
});

describe('a file of certificates is refused before anything is sent', () => {
  const secret = 'c2VjcmV0LXRleHQtb2YtYS1maWxl';
  const noPem = temporaryFile('no.pem', secret);
  const brokenPem = temporaryFile('broken.pem', `-----BEGIN CERTIFICATE-----\n${secret}\n-----END CERTIFICATE-----\n`);
  const encrypted = createPrivateKey(text(clientKey)).export({
    type: 'pkcs8',
    format: 'pem',
    cipher: 'aes-256-cbc',
    passphrase: 'x',
  });
  const encryptedFile = temporaryFile('encrypted.pem', String(encrypted));

  it.each<[string, NetworkOptions, string]>([
    ['missing', { ca: 'no-such.pem' }, 'Expected the PEM file of --ca at no-such.pem, but the file does not exist.'],
    ['no PEM', { ca: noPem }, 'Expected a certificate in PEM (BEGIN CERTIFICATE) for --ca, found none in '],
    ['broken', { ca: brokenPem }, 'Expected a certificate in PEM (BEGIN CERTIFICATE) for --ca, found none in '],
    ['a key', { clientCert: clientKey }, '(BEGIN CERTIFICATE) for --client-cert, found none in '],
    [
      'without a key',
      { clientCert },
      'Expected a private key in PEM (BEGIN PRIVATE KEY) for --client-key, found none in ',
    ],
    ['no key', { clientCert, clientKey: noPem }, 'Set --client-key to a file that contains one.'],
    ['the key of another', { clientCert, clientKey: otherKey }, 'does not belong to the certificate in '],
    ['encrypted', { clientCert, clientKey: encryptedFile }, 'is encrypted, so it cannot be used. Decrypt it into a'],
    ['alone', { clientKey }, '--client-key needs --client-cert, which names the file of the certificate. Add it.'],
  ])('if it is %s', (_, options, says) => {
    const read = () => readCertificates(options);
    expect(read).toThrow(says);
    expect(read).not.toThrow(secret);
  });
});
