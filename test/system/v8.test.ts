import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const module = new URL('../../scripts/system/v8.ts', import.meta.url).href;

// V8 ignores an unknown setting, and prints a message.
it('the setting for a small heap is one that V8 knows', async () => {
  const program = `import(${JSON.stringify(module)}).then(({ keepHeapSmall }) => keepHeapSmall());`;
  const { stderr } = await promisify(execFile)(process.execPath, ['--import', 'tsx', '-e', program], { env: {} });
  expect(stderr).toBe('');
});
