// Modules for Node.js import this file first, so that an old version prints this message before any other error.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  throw new Error(
    `directory-contract needs Node.js 20.19 or later, but this is Node.js ${process.versions.node}. ` +
      'Install a later version.',
  );
}

export {};
