import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { home } from '../build/document-copy.js';

/** An event that the server sends to the pages. */
export interface PageEvent {
  version: string;
  problems: number;
}

/** `npm run dev` in a separate process, with all its output. */
export class DevProcess {
  readonly #child;
  readonly #news = new EventEmitter();
  /** The text of both output streams, in the order of arrival. */
  said = '';
  readonly events: PageEvent[] = [];
  /** The exit code, or the signal that ended the process. */
  exit: number | string | undefined;

  constructor(...args: string[]) {
    const program = ['--import', 'tsx', 'scripts/commands/dev.ts', ...args];
    this.#child = spawn(process.execPath, program, { cwd: home, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.said += text;
        this.#news.emit('news');
      });
    }
    this.#child.on('close', (code, signal) => {
      this.exit = code ?? signal ?? undefined;
      this.#news.emit('news');
    });
  }

  /** The address that the process printed, without a slash at the end. */
  get url(): string {
    return /http:\/\/127\.0\.0\.1:\d+/.exec(this.said)?.[0] ?? '';
  }

  /** Waits until the condition holds. Checks it after each output and each event. */
  async until(isReached: () => boolean): Promise<void> {
    while (!isReached()) {
      if (this.exit !== undefined) throw new Error(`It ended with ${this.exit}:\n${this.said}`);
      await once(this.#news, 'news');
    }
  }

  /** Calls a function, and returns the output that follows, up to the pattern. */
  async after(work: () => void, pattern: RegExp): Promise<string> {
    const from = this.said.length;
    work();
    await this.until(() => pattern.test(this.said.slice(from)));
    return this.said.slice(from);
  }

  /** Begins to receive the events, as a page does. */
  async listen(): Promise<void> {
    const response = await fetch(`${this.url}/.events`);
    const read = async (): Promise<void> => {
      let text = '';
      const parts = response.body?.pipeThrough(new TextDecoderStream()) as AsyncIterable<string> | undefined;
      for await (const part of parts ?? []) {
        const events = (text + part).split('\n\n');
        text = events.pop() ?? '';
        for (const event of events) this.events.push(JSON.parse(event.replace(/^data: /, '')) as PageEvent);
        this.#news.emit('news');
      }
    };
    read().catch(() => undefined); // Reading ends with the process.
    await this.until(() => this.events.length > 0);
  }

  get lastEvent(): PageEvent | undefined {
    return this.events.at(-1);
  }

  /** Stops the process as Ctrl-C does; returns the exit code or the signal. */
  async stop(): Promise<number | string | undefined> {
    this.#child.kill('SIGINT');
    while (this.exit === undefined) await once(this.#news, 'news');
    return this.exit;
  }
}
