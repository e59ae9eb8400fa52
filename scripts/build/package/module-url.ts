import { pathToFileURL } from 'node:url';

/** `import.meta.url` of a CommonJS module. esbuild adds it to the modules that use it. */
export const moduleUrl = pathToFileURL(__filename).href;
