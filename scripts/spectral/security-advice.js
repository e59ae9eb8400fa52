// @ts-check
// OWASP's security rules, from which .spectral.yaml chooses. This file re-exports them because Spectral's JavaScript
// API, unlike its command line, loads a package named in a ruleset only as an ES module; this package is CommonJS.
export { default } from '@stoplight/spectral-owasp-ruleset';
