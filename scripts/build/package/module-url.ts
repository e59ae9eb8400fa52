import { pathToFileURL } from 'node:url';

/** Stands for `import.meta.url` in CommonJS. esbuild adds this module to those that use it. */
export const moduleUrl = pathToFileURL(__filename).href;
