import { pathToFileURL } from 'node:url';

/** Replaces `import.meta.url` in CommonJS. esbuild adds this module to the modules that use it. */
export const moduleUrl = pathToFileURL(__filename).href;
