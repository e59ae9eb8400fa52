// @ts-check
// Starts the build without the TypeScript loader.
import { compiled } from '../build/compiled.js';
import { codeDigests, compiledModules, program } from '../build/step-code.js';

try {
  const code = await compiled(compiledModules);
  const module = code.fileOf(new URL(`../../${program}`, import.meta.url));
  const { build } = await import(String(module));
  await build(process.argv.slice(2), { fileOf: code.fileOf, digests: codeDigests(code) });
} catch (error) {
  // The build catches its own errors; what comes here keeps it from starting.
  process.stderr.write(`The code of the build cannot be compiled: ${String(error)}\n`);
  process.exitCode = 2;
}
