import { describe, expect, it } from 'vitest';
import { isSurelyCreated } from '../../../scripts/check/model/surely-created.js';

const evidence = {
  status: 201,
  wasKnown: false,
  isListComplete: false,
  requestBody: { name: 'Check-k4m9x2 name', size: 3 },
  resource: { id: 'a1', name: 'Check-k4m9x2 name', size: 3 },
};

describe('isSurelyCreated', () => {
  it.each([
    ['a token of ours', {}, true],
    ['a token of ours in a nested part', { resource: { data: { labels: ['check-k4m9x2 NAME '] } } }, true],
    ['a refusal', { status: 409 }, false],
    ['no response', { status: undefined }, false],
    ['an id that was shown before', { wasKnown: true }, false],
    ['a value of others', { resource: { id: 'a1', name: 'Production' } }, false],
    [
      'a value that others may have sent',
      { requestBody: { name: 'EMEA' }, resource: { id: 'a1', name: 'EMEA' } },
      false,
    ],
    [
      'the same, where all ids were known',
      { requestBody: { name: 'EMEA' }, resource: { id: 'a1', name: 'EMEA' }, isListComplete: true },
      true,
    ],
    [
      'no value at all, where all ids were known',
      { requestBody: {}, resource: { id: 'a1' }, isListComplete: true },
      true,
    ],
    [
      'no value at all, and a 200',
      { requestBody: {}, resource: { id: 'a1' }, isListComplete: true, status: 200 },
      false,
    ],
    ['no value at all', { requestBody: {}, resource: { id: 'a1' } }, false],
    [
      'nothing of ours, where all ids were known, and are one more now',
      { resource: {}, isListComplete: true, isListedNow: true },
      true,
    ],
    ['nothing of ours, where some ids were known', { resource: {}, isListedNow: true }, false],
    ['nothing of ours, at a key of ours', { resource: {}, id: 'check-1x', ownKeys: new Set(['check-1x']) }, true],
    ['a key of ours that a response had shown', { id: 'x', ownKeys: new Set(['x']), wasKnown: true }, false],
    ['a key of ours as a value', { requestBody: { key: 'q' }, resource: { key: 'q' }, ownKeys: new Set(['q']) }, true],
    ['nothing of ours, where all ids were known', { resource: { id: 'a1' }, isListComplete: true }, false],
    ['a token as a key, not as a value', { resource: { 'Check-k4m9x2 name': 1 } }, false],
  ])('given %s', (_, change, want) => {
    expect(isSurelyCreated({ ...evidence, ...change })).toBe(want);
  });
});
