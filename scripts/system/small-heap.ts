import { setFlagsFromString } from 'node:v8';

/**
 * Lets the heap grow to twice what is still referenced before old garbage is collected. By itself, V8 lets it grow up
 * to four times, for hardly any speed. For commands that work for long: the setting is one of the whole process.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--heap-growing-percent=100');
}
