'use strict';
// Vitest is an ES module, and refuses to be required; this says so in terms of what was asked for.
throw new Error(
  'directory-contract/vitest cannot be required, since Vitest cannot. Write "import" instead of "require".',
);
