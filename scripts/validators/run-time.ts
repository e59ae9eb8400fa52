// Functions that the validators share. The build copies them next to the validators, as one module.
export { date, dateTime, email, uri, uriReference, uuid } from './formats.js';
export { validatedResponses } from './response-issues.js';
export { rule, validator } from './validator.js';
