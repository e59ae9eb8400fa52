// @ts-check
// Advice on security by OWASP, from which the rules choose. It goes through this file because the loader for programs,
// other than the command line, reads a package named in a ruleset only as an ES module, and takes this one's CommonJS
// file.
export { default } from '@stoplight/spectral-owasp-ruleset';
