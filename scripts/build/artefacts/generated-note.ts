/** The first line of every generated file of JavaScript or TypeScript. */
export const generatedNote = '// Made by "npm run build" from openapi/; do not edit.';
