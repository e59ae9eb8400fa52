// The exports of 'directory-contract/validators': a validator for each schema of the contract.
export * from '../../generated/validators/index.js';
export type { ResponseIssue, ResponseValidationOptions } from './responses.js';
export { validateResponses } from './responses.js';
export type { ValidationIssue, ValidationResult, Validator } from './validator.js';
