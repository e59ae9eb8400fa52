import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { expect, it, onTestFinished } from 'vitest';
import { createSandbox, defaultKey } from '../../scripts/sandbox/sandbox.js';
import { serveSandbox } from '../../scripts/sandbox/server/serve.js';
import { clientFiles } from '../check/transport/certificates.js';
import { listenAsProxy, listenWithTls } from '../check/transport/proxy-server.js';
import { blocksOf } from '../docs/guide-blocks.js';
import { ownEnvironment } from '../own-machine.js';
import { runProgram } from '../run-program.js';
import { temporaryFolder } from '../temporary-folder.js';

const project = resolve(import.meta.dirname, '../..');

it('the recipe for a proxy and certificates reaches the server, and the proxy never sees the key', async () => {
  const host = 'directory.test';
  const sandbox = await serveSandbox({ sandbox: createSandbox(), allowHosts: [host] });
  onTestFinished(() => sandbox.close());
  const wantsCertificate = { ca: readFileSync(clientFiles.ca), requestCert: true, rejectUnauthorized: true };
  const { port } = await listenWithTls(Number(new URL(sandbox.url).port), wantsCertificate);
  const proxy = await listenAsProxy({ login: 'me:password-of-the-proxy' });
  const folder = temporaryFolder('way-out');
  cpSync(clientFiles.ca, join(folder, 'company-ca.pem'));
  cpSync(clientFiles.clientCert, join(folder, 'client.pem'));
  cpSync(clientFiles.clientKey, join(folder, 'client-key.pem'));
  symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'));
  const blocks = blocksOf(readFileSync(join(project, 'openapi/docs/client.md'), 'utf8'));
  const source = blocks.find((block) => block.language === 'js' && block.source.includes('EnvHttpProxyAgent'))?.source;
  writeFileSync(join(folder, 'recipe.mjs'), source ?? '');
  await build({
    entryPoints: [join(folder, 'recipe.mjs')],
    ...{ outfile: join(folder, 'built.mjs'), bundle: true, platform: 'node', format: 'esm', packages: 'external' },
    alias: { 'directory-contract': join(project, 'scripts/index.ts') },
  });
  const env = ownEnvironment({
    DIRECTORY_BASE_URL: `https://${host}:${port}`,
    DIRECTORY_API_KEY: defaultKey,
    HTTPS_PROXY: proxy.url.replace('//', '//me:password-of-the-proxy@'),
  });
  const ended = await runProgram(process.execPath, ['built.mjs'], { cwd: folder, env });
  expect(ended).toMatchObject({ code: 0, stdout: '2\n', stderr: '' });
  expect(proxy.lines).toEqual([`CONNECT ${host}:${port}`]);
  expect(proxy.received()).not.toContain(defaultKey);
});
