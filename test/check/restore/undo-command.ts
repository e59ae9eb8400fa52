import { runStatus, runUndo } from '../../../scripts/commands/undo/run.js';
import { collector } from '../../commands/check/fixture.js';

interface Ran {
  code: number;
  output: string;
  errors: string;
}

/** Two streams that keep the text that is written to them. */
export function streams(): Record<'output' | 'errors', ReturnType<typeof collector>> {
  return { output: collector(false), errors: collector(false) };
}

/** Runs the command `status` for a server, in this process. */
export async function status({ url }: { url: string }): Promise<Pick<Ran, 'code' | 'output'>> {
  const outputs = streams();
  return { code: await runStatus({ baseUrl: url }, outputs), output: outputs.output.text() };
}

/** Runs the command `undo` for a server, in this process. */
export async function undo({ url }: { url: string }, { settle = 0.2, plan = false } = {}): Promise<Ran> {
  const outputs = streams();
  const code = await runUndo({ baseUrl: url, settle, plan }, outputs);
  return { code, output: outputs.output.text(), errors: outputs.errors.text() };
}
