import { yamlBeside } from '../yaml-beside.js';

export const operationAnswers = yamlBeside<Readonly<Record<string, unknown>>>(
  import.meta.url,
  'operation-answers.yaml',
);
