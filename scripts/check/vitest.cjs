'use strict';
// Vitest is an ES module and cannot be required; this error names the module that the user asked for.
throw new Error('Vitest is an ES module. Use import instead of require for directory-contract/vitest.');
