#!/usr/bin/env node
// The command as it is installed. Written so that even a very old Node.js can read it, and says what is wrong.
var found = process.versions.node.split('.').map(Number);
if (found[0] < 20 || (found[0] === 20 && found[1] < 19)) {
  process.stderr.write(
    'directory-contract needs Node.js 20.19 or later; this is ' +
      process.versions.node +
      '. Install a later one, then run the command again.\n',
  );
  process.exitCode = 2;
} else {
  import('./program.js');
}
