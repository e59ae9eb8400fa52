import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Answer } from '../../scripts/answers/answers.js';
import { withAnswer } from '../../scripts/learn/edit-answers.js';
import { yamlBeside } from '../yaml-beside.js';

type Rows = Record<string, Record<'before' | 'after', string>>;
const texts = yamlBeside<
  Record<'added' | 'byHand' | 'ours' | 'shared', string> & {
    appended: Rows;
    inserted: Rows;
    unusual: Rows;
    renewed: Record<string, { question: string; value: string; changes: string[] }>;
  }
>(import.meta.url, 'edited-answers.yaml');
const { added, byHand, ours, shared } = texts;

const from = { by: 'learn', on: '2026-11-23', evidence: '2 responses of getTier; getTier has null at /image' };
const prefix: Answer = { value: 'Bearer', from };
describe('an answer', () => {
  it.each(Object.entries(texts.appended))('is added after existing content: %s', (_, { before, after }) => {
    expect(withAnswer(before, 'auth.scheme-prefix', prefix)).toBe(after);
    expect(parse(after)).toMatchObject({ answers: { 'auth.scheme-prefix': { value: 'Bearer' } } });
  });

  it('is added without changing anything else', () => {
    const textAfter = withAnswer(byHand, 'auth.scheme-prefix', prefix);
    expect(textAfter.replace(added, '')).toBe(byHand);
    expect(textAfter).toContain(added);
  });

  it.each(Object.entries(texts.inserted))('is added %s', (_, { before, after }) => {
    expect(withAnswer(before, 'b', { value: ['x'] })).toBe(after);
  });

  it.each(Object.entries(texts.unusual))('is added to answers %s', (_, { before }) => {
    const after = withAnswer(before, 'b', { value: ['x'] });
    expect(parse(after)).toEqual({ answers: { a: { value: 1 }, b: { value: ['x'] } } });
    expect(after).toContain('# kept');
  });

  it('is set in an unusual form with an anchor', () => {
    const textBefore = '? answers\n: ? a\n  : { value: &a 1 }\n  ? b\n  : { value: *a }\n';
    expect(parse(withAnswer(textBefore, 'a', { value: 2 }))).toEqual({ answers: { a: { value: 2 }, b: { value: 1 } } });
  });

  it('is renewed in place, with its comments', () => {
    const nulls = withAnswer(ours, 'partner-entry.nullability', { value: ['headline', 'award'], from });
    const name = withAnswer(nulls, 'the-service.name', { value: { request: 'web', response: 'web_url' }, from });
    expect(name).toBe(
      ours
        .replace('[headline]', '[headline, award]')
        .replace('on: 2026-11-01, evidence: old', `on: 2026-11-23, evidence: ${from.evidence}`)
        .replace('request: website\n', 'request: web\n')
        .replace('response: website_url\n', 'response: web_url\n')
        .replace('on: 2026-11-01\n', `on: 2026-11-23\n      evidence: ${from.evidence}\n`),
    );
  });

  it('is renewed if it gets different values for some operations, and if it loses them', () => {
    const textBefore = 'answers:\n  x: { value: 1 }\n  y:\n    value: 1\n';
    const otherAnswer = { value: 1, except: { a: 2 } };
    const more = withAnswer(withAnswer(textBefore, 'x', otherAnswer), 'y', otherAnswer);
    expect(more).toBe('answers:\n  x: { value: 1, except: { a: 2 } }\n  y:\n    value: 1\n    except: { a: 2 }\n');
    const { answers } = parse(withAnswer(more, 'y', { value: 3 }));
    expect(answers).toEqual({ x: otherAnswer, y: { value: 3, except: {} } });
  });

  it('is written over several lines if one line would be too long', () => {
    const time = { type: 'string', format: 'date-time' };
    const value = { created_at: time, updated_at: time, deleted_at: time };
    const lines = Object.keys(value).map((name) => `      ${name}: { type: string, format: date-time }\n`);
    const textAfter = withAnswer('', 'partner-entry.fields', { value });
    expect(textAfter).toBe(`answers:\n  partner-entry.fields:\n    value:\n${lines.join('')}`);
  });

  it('keeps texts that YAML would otherwise read as another type', () => {
    for (const value of ['no', '1', '', 'a: b', '# x', '- y', "it's", 'two\nlines', '2026-11-23', '{', '\u2028'])
      expect(parse(withAnswer('', 'q', { value, from: { evidence: value } })).answers.q.value).toBe(value);
  });

  it.each(Object.entries(texts.renewed))(
    '%s is renewed, and the others keep their meaning and their bytes',
    (_, row) => {
      const { question, value, changes } = row;
      for (const lineBreak of ['\n', '\r\n']) {
        const textBefore = shared.replaceAll('\n', lineBreak);
        const after = withAnswer(textBefore, question, { value });
        let wantedText = shared;
        for (let index = 0; index < changes.length; index += 2)
          wantedText = wantedText.replace(changes[index] ?? '', () => changes[index + 1] ?? '');
        expect(after).toBe(wantedText.replaceAll('\n', lineBreak));
        const { answers } = parse(textBefore);
        expect(parse(after).answers).toEqual({ ...answers, [question]: { ...answers[question], value } });
      }
    },
  );
});
