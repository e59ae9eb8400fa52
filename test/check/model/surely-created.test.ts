import { describe, expect, it } from 'vitest';
import { isSurelyCreated } from '../../../scripts/check/model/surely-created.js';

const evidence = {
  status: 201,
  wasShown: false,
  isListWhole: false,
  sent: { name: 'Check-k4m9x2 name', size: 3 },
  shown: { id: 'a1', name: 'Check-k4m9x2 name', size: 3 },
};

describe('isSurelyCreated', () => {
  it.each([
    ['a token of ours', {}, true],
    ['a token of ours in a nested part', { shown: { data: { labels: ['check-k4m9x2 NAME '] } } }, true],
    ['a refusal', { status: 409 }, false],
    ['no response', { status: undefined }, false],
    ['an id that was shown before', { wasShown: true }, false],
    ['a value of others', { shown: { id: 'a1', name: 'Production' } }, false],
    ['a value that others may have sent', { sent: { name: 'EMEA' }, shown: { id: 'a1', name: 'EMEA' } }, false],
    [
      'the same, where all ids were known',
      { sent: { name: 'EMEA' }, shown: { id: 'a1', name: 'EMEA' }, isListWhole: true },
      true,
    ],
    ['no value at all, where all ids were known', { sent: {}, shown: { id: 'a1' }, isListWhole: true }, true],
    ['no value at all, and a 200', { sent: {}, shown: { id: 'a1' }, isListWhole: true, status: 200 }, false],
    ['no value at all', { sent: {}, shown: { id: 'a1' } }, false],
    [
      'nothing of ours, where all ids were known, and are one more now',
      { shown: {}, isListWhole: true, isListedNow: true },
      true,
    ],
    ['nothing of ours, where some ids were known', { shown: {}, isListedNow: true }, false],
    ['nothing of ours, at a key of ours', { shown: {}, id: 'check-1x', ownKeys: new Set(['check-1x']) }, true],
    ['a key of ours that a response had shown', { id: 'x', ownKeys: new Set(['x']), wasShown: true }, false],
    ['a key of ours as a value', { sent: { key: 'q' }, shown: { key: 'q' }, ownKeys: new Set(['q']) }, true],
    ['nothing of ours, where all ids were known', { shown: { id: 'a1' }, isListWhole: true }, false],
    ['a token as a key, not as a value', { shown: { 'Check-k4m9x2 name': 1 } }, false],
  ])('given %s', (_, change, want) => {
    expect(isSurelyCreated({ ...evidence, ...change })).toBe(want);
  });
});
