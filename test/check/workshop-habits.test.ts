import { expect, it } from 'vitest';
import { seedsOf } from '../sample.js';
import { accusations, expectDescribed } from './run.js';
import { checkArchive, habitContract } from './workshop-service/archive/check-archive.js';

it.each(['none', 'disposable'] as const)(
  'an archive with many habits of HTTP is not accused with --writes %s',
  { tags: 'slow' },
  async (writes) => {
    for (const seed of seedsOf('checkSeeds')) {
      const report = await checkArchive('', writes, seed);
      expectDescribed(report);
      expect(accusations(report)).toEqual([]);
      expect(report.verdict).toBe('passed');
      expect(report.coverage.operations).toBe(habitContract.operations.length);
    }
  },
);
