#!/usr/bin/env node
// The installed command, in syntax that a very old Node.js can parse, so that it can print what is wrong. CommonJS,
// because the program starts sooner without the loader of ES modules.
var found = process.versions.node.split('.').map(Number);
if (found[0] < 20 || (found[0] === 20 && found[1] < 19)) {
  process.stderr.write(
    'directory-contract needs Node.js 20.19 or later, but this is Node.js ' +
      process.versions.node +
      '. Install a later version, then run the command again.\n',
  );
  process.exitCode = 2;
} else {
  // Catch errors here: the program itself cannot catch those that occur while it loads.
  try {
    require('./program.cjs');
  } catch (error) {
    process.stderr.write(
      'directory-contract cannot be started: ' +
        String(error).split('\n')[0] +
        '. Install it again, and start Node.js without unusual options.\n',
    );
    process.exitCode = 2;
  }
}
