import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { compilerOptions, root } from './workspace.js';

/** The path of the file that is open in the editor. The file is never written. */
const file = join(root, 'test/client/open-in-an-editor.ts');

/** The texts that an editor shows at a mark in a program. A mark is a comment right after the place. */
export interface Editor extends AsyncDisposable {
  /** Returns the text of the box under the mouse pointer. */
  hover(mark: string): Promise<string>;
  /** Returns the values that are offered for completion. */
  completions(mark: string): Promise<string[]>;
}

/** The language services of both major versions of TypeScript. Each service opens a program. */
export const editors: readonly [typescript: string, open: (program: string) => Promise<Editor>][] = [
  ['TypeScript 5.9', languageService],
  ['TypeScript 7.0', languageServer],
];

function placeOf(program: string, mark: string): number {
  const position = program.indexOf(`/*${mark}*/`);
  if (position === -1) throw new Error(`Expected the mark ${mark} in the program; it is not there.`);
  return position;
}

async function languageService(program: string): Promise<Editor> {
  const textOf = (name: string) => (name === file ? program : ts.sys.readFile(name));
  const service = ts.createLanguageService({
    getCompilationSettings: compilerOptions,
    getScriptFileNames: () => [file],
    getScriptVersion: () => '1',
    getScriptSnapshot: (name) => ts.ScriptSnapshot.fromString(textOf(name) ?? ''),
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (name) => name === file || ts.sys.fileExists(name),
    readFile: textOf,
    directoryExists: ts.sys.directoryExists,
    realpath: (path) => ts.sys.realpath?.(path) ?? path,
    getCurrentDirectory: () => root,
  });
  return {
    async hover(mark) {
      const info = service.getQuickInfoAtPosition(file, placeOf(program, mark) - 1);
      const tags = info?.tags?.map(({ name, text }) => `@${name}\n${ts.displayPartsToString(text)}`) ?? [];
      const parts = [info?.displayParts, info?.documentation].map(ts.displayPartsToString);
      return [...parts, ...tags].join('\n').trim();
    },
    async completions(mark) {
      const foundCompletions = service.getCompletionsAtPosition(file, placeOf(program, mark) - 1, {});
      return foundCompletions?.entries.map(({ name }) => name) ?? [];
    },
    async [Symbol.asyncDispose]() {
      service.dispose();
    },
  };
}

async function languageServer(program: string): Promise<Editor> {
  const compiler = join(root, 'node_modules/typescript7/bin/tsc');
  const child = spawn(process.execPath, [compiler, '--lsp', '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const waiters = new Map<number, (result: unknown) => void>();
  const send = (message: object): void => {
    const text = JSON.stringify({ jsonrpc: '2.0', ...message });
    child.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  };
  let receivedText = '';
  child.stdout.setEncoding('latin1').on('data', (part: string) => {
    receivedText += part;
    for (;;) {
      const head = /^Content-Length: (\d+)\r\n(?:.+\r\n)*\r\n/.exec(receivedText);
      const end = head ? head[0].length + Number(head[1]) : Infinity;
      if (!head || receivedText.length < end) return;
      const message = JSON.parse(Buffer.from(receivedText.slice(head[0].length, end), 'latin1').toString());
      receivedText = receivedText.slice(end);
      // A message with a method is a notice or a request of the server, for example for settings. The reply is empty.
      if (message.method === undefined) waiters.get(message.id)?.(message.result);
      else if (message.id !== undefined) send({ id: message.id, result: null });
    }
  });
  const ask = (method: string, params: object): Promise<unknown> =>
    new Promise((settle) => {
      waiters.set(waiters.size, settle);
      send({ id: waiters.size - 1, method, params });
    });
  const textDocument = { uri: pathToFileURL(file).href };
  const positionAt = (position: number) => {
    const valuesBefore = program.slice(0, position).split('\n');
    return { textDocument, position: { line: valuesBefore.length - 1, character: valuesBefore.at(-1)?.length ?? 0 } };
  };
  await ask('initialize', { processId: process.pid, rootUri: pathToFileURL(root).href, capabilities: {} });
  send({ method: 'initialized', params: {} });
  const openedDocument = { ...textDocument, languageId: 'typescript', version: 1, text: program };
  send({ method: 'textDocument/didOpen', params: { textDocument: openedDocument } });
  return {
    async hover(mark) {
      const hover = await ask('textDocument/hover', positionAt(placeOf(program, mark) - 1));
      return (hover as { contents: { value: string } } | null)?.contents.value ?? '';
    },
    async completions(mark) {
      // The label of an optional field ends with a question mark.
      const completion = await ask('textDocument/completion', positionAt(placeOf(program, mark) - 1));
      return (
        (completion as { items: { label: string }[] } | null)?.items.map(({ label }) => label.replace(/\?$/, '')) ?? []
      );
    },
    async [Symbol.asyncDispose]() {
      child.kill();
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}
