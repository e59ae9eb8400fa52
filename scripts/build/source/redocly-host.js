// @ts-check
// The process of resident-redocly.ts. It is JavaScript because it starts without the TypeScript loader.
// Redocly is written to run once per process. Each run here imports its first module again, under a new address; all
// modules that it imports stay loaded.

/** @typedef {{ folder: string, args: string[] }} Job */
/** @typedef {{ exitCode: number, stdout: string, stderr: string }} Run */

const [, , entry = ''] = process.argv;
const environment = { ...process.env };
const leave = process.exit.bind(process);
let runs = 0;

// Ctrl-C reaches every process of a terminal; this process only ends when its parent ends or tells it to.
process.on('SIGINT', () => undefined);
process.on('disconnect', () => leave(0));
process.on('message', async (/** @type {Job} */ job) => process.send?.(await run(job)));

/**
 * @param {Job} job
 * @returns {Promise<Run>}
 */
async function run({ folder, args }) {
  const output = { stdout: '', stderr: '' };
  for (const stream of /** @type {const} */ (['stdout', 'stderr'])) {
    process[stream].write = (/** @type {unknown} */ text) => {
      output[stream] += String(text);
      return true;
    };
  }
  process.chdir(folder);
  process.argv = [process.execPath, entry, ...args];
  process.env = { ...environment };
  process.exitCode = undefined;
  // A run has ended when it calls exit, or when no work is left; listening for the next message must not count as work.
  process.channel?.unref();
  const exitCode = await new Promise((resolve) => {
    process.exit = /** @type {typeof process.exit} */ ((code) => resolve(Number(code ?? process.exitCode ?? 0)));
    process.once('beforeExit', () => process.nextTick(() => process.exit()));
    runs += 1;
    import(`${entry}?run=${runs}`).catch((error) => {
      output.stderr += String(error);
      resolve(1);
    });
  });
  process.removeAllListeners('beforeExit');
  process.channel?.ref();
  return { exitCode, ...output };
}
