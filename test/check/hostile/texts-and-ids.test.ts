import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { reportFormats } from '../../../scripts/check/reports/index.js';
import { runCheck } from '../../../scripts/commands/check/run.js';
import { checked, collector } from '../../commands/check/fixture.js';
import { temporaryFolder } from '../../temporary-folder.js';
import { obeyed, unseen } from '../reports/hostile.js';
import { get, inHeader, listenAndSay, ok, open } from '../transport/transport-server.js';
import { canary, checkAgainst, isTested, read, readPath, rightBut } from './hostile-check.js';
import { json, netServer, type Responder, say } from './net-server.js';

const directory = '0fd4340a-c3c4-4d8b-815a-f5be26abedae';

/** Texts that have a special meaning for a terminal, the log of a CI service, XML, HTML or Markdown. */
const hostile = [
  '\u001b[2J\u001b]0;title\u0007\u009b31m',
  '\r\n::error file=a.yaml::gone',
  '\n##vso[task.complete result=Succeeded]',
  "\n  ##teamcity[buildStatus status='SUCCESS']",
  '\u202egnp.exe\u2066\u200b\u2028',
  '\ud800]]><![CDATA[\u0000\uffff',
  '<script>alert(1)</script><img src=x onerror=alert(1)>',
  '|`</details>\n# [a](javascript:alert(1)) @name',
];

/** Runs the command on a server whose lists contain the texts as names and values; returns its output and its files. */
async function reportsFor(texts: readonly string[]): Promise<Map<string, string>> {
  process.env['DIRECTORY_API_KEY'] = canary;
  const all = texts.join('');
  const textsByName = Object.fromEntries(texts.slice(0, 5).map((text) => [text, text]));
  const resources = JSON.stringify([{ id: all, name: texts, [all]: all, ...textsByName }]);
  const isThere = (path: string): boolean => path === `${readPath}${directory}/filters/`;
  const server = await netServer(rightBut((socket, request) => say(socket, request, json(resources)), isThere));
  const folder = temporaryFolder('check-texts');
  const [output, errors] = [collector(false), collector(false)];
  try {
    const report = reportFormats.map((format) => `${format}=${join(folder, format)}`);
    const baseUrl = `http://127.0.0.1:${server.port}`;
    const flags = { baseUrl, only: 'listFilters', directory, runs: '0', strict: true, verbose: true, report };
    expect(await runCheck(flags, { output, errors, environment: {}, folder })).toBe(1);
    const files = reportFormats.map((format): [string, string] => [format, readFileSync(join(folder, format), 'utf8')]);
    return new Map([['terminal', output.text() + errors.text()], ...files]);
  } finally {
    await server.close();
  }
}

/** Returns the tags in a text, except the empty comments that keep Markdown from making links. */
function tagsOf(text: string): Set<string> {
  return new Set(text.replaceAll('<!-- -->', '').match(/<[!?/\w]\w*/g));
}

const escapes =
  'safety escapes, inert-reports: ESC, OSC, CR, bidi in any string; control characters, lone surrogates, `]]>` and ' +
  'script in reports';
describe(escapes, () => {
  let shownTexts: Map<string, string>;
  let plain: Map<string, string>;

  beforeAll(async () => {
    [shownTexts, plain] = [await reportsFor(hostile), await reportsFor(hostile.map((_, index) => `plain${index}`))];
  });

  it.each(['terminal', ...reportFormats])(
    '%s: shown escaped, one line for each record, no line that a log would interpret',
    (name) => {
      const text = shownTexts.get(name) ?? '';
      // The evidence covers only the questions of the register, and none is about these fields.
      if (name !== 'evidence') expect(text).toMatch(/\\u(?:\{1b\}|001b)|&#92;u&#123;1b&#125;/);
      expect(text.replaceAll('\n', '')).not.toMatch(unseen);
      const ownText = name === 'github' ? text.replace(/^::(?:error|warning|notice) /gm, '') : text;
      expect(ownText).not.toMatch(obeyed);
      if (name === 'github')
        expect(text.trimEnd().split('\n')).toHaveLength(plain.get(name)?.trimEnd().split('\n').length ?? 0);
    },
  );

  it.each(['junit', 'html', 'markdown'])('%s: has only the elements of a report on a harmless server', (name) => {
    const wantedTags = tagsOf(plain.get(name) ?? '');
    expect(wantedTags.size).toBeGreaterThan(0);
    expect(tagsOf(shownTexts.get(name) ?? '')).toEqual(wantedTags);
    expect(shownTexts.get(name)).not.toContain(']]>');
  });
});

/** Ids that would lead to another path, or to none. */
const misleading = ['.', '..', '', 'a/b', '../..', '\\..\\'];
const there = [directory, '0fd4340a-c3c4-4d8b-815a-f5be26abedaf'];

function isMisleading(path: string): boolean {
  const parts = path.toLowerCase().split('/').slice(1, -1);
  return (
    path.length > 1000 ||
    parts.some((part) => ['', '.', '..', '%2e', '%2e%2e'].includes(part) || /%2f|%5c|%ef%bf%bd|\\/.test(part))
  );
}

/** Whether a path is another spelling of a sent path. The check sends such spellings to see how a server reads them. */
function isOtherForm(path: string, allValues: readonly string[]): boolean {
  const usualText = path.replace(/\/\/|%2F/, '/');
  return usualText !== path && allValues.includes(usualText);
}

describe('safety ids: ids `.`, `..`, empty, with `/`: refused before sending', () => {
  it.each([
    ...misleading.map((directory) => ({ directory })),
    { entry: '..' },
    { filter: '' },
    { param: 'updateTier.tier_id=a/b' },
    { param: 'badge_id=' },
  ])('%j ends with 2 and no request', async (flags) => {
    process.env['DIRECTORY_API_KEY'] = canary;
    const server = await netServer((socket) => socket.end());
    const { code, errors, output } = await checked({ baseUrl: `http://127.0.0.1:${server.port}`, ...flags });
    await server.close();
    expect([code, output]).toEqual([2, '']);
    expect(errors).toMatch(/^Expected (?:an id that is not empty,|a UUID|--\w+ with an id,) /);
    expect(server.connections).toBe(0);
  });

  it.each(['/things/../all', '/things/..', '/..?a', '/./things', '/%2E%2e/things', '/things/.%2e/'])(
    'the path %s is not sent, whatever its source',
    async (path) => {
      const server = await listenAndSay(ok());
      const exchange = await open(server.url).send({ ...get, path }, inHeader);
      expect(exchange).toMatchObject({ failure: { code: 'transport.failed' }, attempts: 0 });
      expect(server.connections).toBe(0);
    },
  );

  it('ids and links in responses are never sent if they are misleading', async () => {
    const lists: Responder = (socket, request) => {
      const [, id] = /directories\/([^/]+)\/ /.exec(request.split('\r\n')[0] ?? '') ?? [];
      // A path cannot contain a lone surrogate, and no server accepts so long an id.
      const ids = [...misleading, '\ud800', 'x'.repeat(100_000), ...there];
      const own_url = `/%2e%2E${readPath}`;
      const resources = ids.map((text) => ({ id: text, href: `${readPath}../${text}/`, own_url }));
      say(socket, request, json(JSON.stringify(id === undefined ? resources : { id })));
    };
    const isThere = (path: string): boolean => path === readPath || there.some((id) => path === `${readPath}${id}/`);
    const { report, server } = await checkAgainst(() => rightBut(lists, isThere), {
      check: { only: [read, 'getDirectory'] },
    });
    const paths = server.requests.map((request) => request.split(' ', 2)[1] ?? '');
    // An id that the check invents may have a slash, since no resource has such an id.
    const fromResponses = paths.filter((path) => !/\/check\w+%2Fcheck\w+\/$/.test(path) && !isOtherForm(path, paths));
    expect(fromResponses.filter(isMisleading)).toEqual([]);
    expect(paths).toContain(`${readPath}${there[1]}/`);
    expect(report.findings.filter(({ rule }) => rule.startsWith('transport.'))).toEqual([]);
    expect([isTested(report), isTested(report, 'getDirectory')]).toEqual([true, true]);
  });
});
