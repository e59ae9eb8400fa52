import { yamlBeside } from '../yaml-beside.js';

type Answers = Readonly<Record<string, { value: unknown; closed?: boolean }>>;

export const fieldAnswers = yamlBeside<Answers>(import.meta.url, 'field-answers.yaml');
