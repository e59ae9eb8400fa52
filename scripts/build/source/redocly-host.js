// @ts-check
// The process of resident-redocly.ts. It is JavaScript because it starts without the loader of TypeScript.
// Redocly is a program that is written to run once. Each run here imports its first module anew, under another address;
// all that this module loads stays loaded.

/** @typedef {{ folder: string, args: string[] }} Job */
/** @typedef {{ exitCode: number, stdout: string, stderr: string }} Run */

const [, , entry = ''] = process.argv;
const environment = { ...process.env };
const leave = process.exit.bind(process);
let runs = 0;

// Ctrl-C reaches every process of a terminal; this one ends when its parent ends or says so.
process.on('SIGINT', () => undefined);
process.on('disconnect', () => leave(0));
process.on('message', async (/** @type {Job} */ job) => process.send?.(await run(job)));

/**
 * @param {Job} job
 * @returns {Promise<Run>}
 */
async function run({ folder, args }) {
  const said = { stdout: '', stderr: '' };
  for (const stream of /** @type {const} */ (['stdout', 'stderr'])) {
    process[stream].write = (/** @type {unknown} */ text) => {
      said[stream] += String(text);
      return true;
    };
  }
  process.chdir(folder);
  process.argv = [process.execPath, entry, ...args];
  process.env = { ...environment };
  process.exitCode = undefined;
  // A run has ended when it says so, or when nothing is left to do; waiting for the next message is not counted.
  process.channel?.unref();
  const exitCode = await new Promise((resolve) => {
    process.exit = /** @type {typeof process.exit} */ ((code) => resolve(Number(code ?? process.exitCode ?? 0)));
    process.once('beforeExit', () => process.nextTick(() => process.exit()));
    runs += 1;
    import(`${entry}?run=${runs}`).catch((error) => {
      said.stderr += String(error);
      resolve(1);
    });
  });
  process.removeAllListeners('beforeExit');
  process.channel?.ref();
  return { exitCode, ...said };
}
