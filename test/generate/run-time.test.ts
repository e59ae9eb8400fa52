import { expect, it } from 'vitest';
import * as runTime from '../../scripts/generate/run-time.js';

const { forms, runTimeFor } = runTime;

it('the run time of generated code has these names', () => {
  // After a release, a new name raises `forms.newest`. A name that is removed or changed also raises `forms.oldest`.
  expect(Object.keys(runTime).sort()).toEqual([
    'DirectoryRequestError',
    'buildClient',
    'forms',
    'operationRows',
    'pagesOf',
    'reflected',
    'runTimeFor',
    'withPrefix',
  ]);
  expect(Object.keys(runTimeFor(forms.newest, '1.0.0'))).toEqual(
    expect.arrayContaining(['buildClient', 'operationRows', 'reflected']),
  );
});

it('code of a later version is refused with a sentence', () => {
  expect(() => runTimeFor(forms.newest + 1, '9.1.0')).toThrow(
    'directory-contract 9.1.0 made this client, and the installed version is older. Install 9.1.0 or later.',
  );
});

it('code of a version that worked differently is refused with a sentence', () => {
  expect(() => runTimeFor(forms.oldest - 1, '0.1.0')).toThrow(
    'directory-contract 0.1.0 made this client, and the installed version works differently. Run ' +
      '"npx directory-contract generate" again.',
  );
});
