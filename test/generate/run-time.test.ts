import { expect, it } from 'vitest';
import * as runTime from '../../scripts/generate/run-time.js';
import { words } from '../words.js';

const { forms, runTimeFor } = runTime;

it('the run time of generated code has these names', () => {
  // After a release, a new name raises `forms.newest`. A name that is removed or changed also raises `forms.oldest`.
  const names = words`DirectoryRequestError buildClient forms operationRows pagesOf reflected runTimeFor withPrefix`;
  expect(Object.keys(runTime).sort()).toEqual(names);
  expect(runTimeFor(forms.newest, '1.0.0')).toMatchObject({ buildClient: runTime.buildClient });
});

it.each([
  [forms.newest + 1, 'directory-contract 9 made this client, and the installed version is older. Install 9 or later.'],
  [
    forms.oldest - 1,
    'directory-contract 9 made this client, and the installed version works differently. Run ' +
      '"npx directory-contract generate" again.',
  ],
])('code of form %i, which this version does not run, is refused with a sentence', (form, sentence) => {
  expect(() => runTimeFor(form, '9')).toThrow(sentence);
});
