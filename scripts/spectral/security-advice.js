// @ts-check
export { default } from '@stoplight/spectral-owasp-ruleset';
