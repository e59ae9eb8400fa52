import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { stringify } from 'yaml';
import { findPythonPeer, installers, peersFolder } from '../../scripts/bench/frame/peers.js';
import { createSandbox, defaultKey } from '../../scripts/sandbox/sandbox.js';
import { serveSandbox } from '../../scripts/sandbox/server/serve.js';
import { runProgram } from '../run-program.js';
import { isWhole } from '../sample.js';
import { temporaryFolder } from '../temporary-folder.js';
import { yamlBeside } from '../yaml-beside.js';

interface Row {
  code: string;
  operation: string;
  reason: string;
}

interface Report {
  complete: boolean;
  failures: { code: string; operations: string[] }[];
  errors: object[];
}

/** Returns the path of Schemathesis, which is installed like the tools of the benches. */
function schemathesis(): string {
  try {
    return findPythonPeer('schemathesis').path;
  } catch {
    const [program, args] = installers.python;
    execFileSync(program, args, { cwd: peersFolder, stdio: ['ignore', 'ignore', 'inherit'] });
    return findPythonPeer('schemathesis').path;
  }
}

function hasPython(): boolean {
  try {
    execFileSync('python3', ['-m', 'venv', '--help'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

// Only long runs fetch packages.
it.runIf(isWhole && hasPython())(
  'Schemathesis reports only findings about the sandbox that its table lists',
  { tags: 'long' },
  async () => {
    const folder = temporaryFolder('schemathesis');
    const settings = join(folder, 'schemathesis.toml');
    const report = join(folder, 'report.json');
    writeFileSync(
      settings,
      `generation.database = "none"\ncache.enabled = false\n[auth.openapi.ApiKey]\napi_key = "${defaultKey}"\n`,
    );
    const server = await serveSandbox({ sandbox: createSandbox() });
    try {
      const { stdout, stderr } = await runProgram(
        schemathesis(),
        [
          ...['--config-file', settings, 'run', resolve('generated/docs/openapi.json')],
          ...['--url', server.url, '--checks', 'all', '-n', '2', '--seed', '1', '--continue-on-failure', '--no-color'],
          ...['--report', 'json', '--report-json-path', report],
        ],
        { cwd: folder },
      );
      const { complete, failures, errors } = JSON.parse(readFileSync(report, 'utf8')) as Report;
      expect({ complete, errors }, stdout + stderr).toEqual({ complete: true, errors: [] });
      const findings = failures.flatMap(({ code, operations }) => operations.map((operation) => ({ code, operation })));
      const rows = yamlBeside<Row[]>(import.meta.url, 'schemathesis.yaml');
      expect(stringify(findings), stdout).toBe(stringify(rows.map(({ code, operation }) => ({ code, operation }))));
    } finally {
      await server.close();
    }
  },
);
