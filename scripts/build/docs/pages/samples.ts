import type { OpenApiDocument, OpenApiOperation } from '../../../contract/document.js';
import { sampleCallOf } from '../samples/call.js';
import { curlSample } from '../samples/curl.js';
import { goSample } from '../samples/go.js';
import { javaSample } from '../samples/java.js';
import { pythonSample } from '../samples/python.js';
import { typeScriptSample } from '../samples/typescript.js';

/** A sample call of one operation, ready to paste. */
export interface Sample {
  /** The label of the sample's tab or heading. */
  language: 'curl' | 'TypeScript' | 'Python' | 'Go' | 'Java';
  /** The language of the code, for its code fence and highlighting. */
  lang: 'bash' | 'typescript' | 'python' | 'go' | 'java';
  /** ASCII text in which every line, even the last, ends with a line break. */
  source: string;
}

/**
 * A call of an operation in each language, always in this order. They read the server's address and the key from
 * `DIRECTORY_BASE_URL` and `DIRECTORY_API_KEY`. Parameters and body are examples from the document, escaped so that
 * they cannot inject code.
 *
 * @throws Error if the operation is not from this document
 */
export function samplesOf(bundle: OpenApiDocument, operation: OpenApiOperation): readonly Sample[] {
  const call = sampleCallOf(bundle, operation);
  return [
    { language: 'curl', lang: 'bash', source: curlSample(call) },
    { language: 'TypeScript', lang: 'typescript', source: typeScriptSample(call) },
    { language: 'Python', lang: 'python', source: pythonSample(call) },
    { language: 'Go', lang: 'go', source: goSample(call) },
    { language: 'Java', lang: 'java', source: javaSample(call) },
  ];
}

/** The samples in curl and TypeScript. Markdown and pages with all operations have no others, and so stay small. */
export function firstSamplesOf(bundle: OpenApiDocument, operation: OpenApiOperation): readonly Sample[] {
  return samplesOf(bundle, operation).slice(0, 2);
}
