import { readData } from './taught.js';

export const operationAnswers = readData('operation-answers.yaml');
