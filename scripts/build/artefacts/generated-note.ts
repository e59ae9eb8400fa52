/** The first line of every generated JavaScript or TypeScript file. */
export const generatedNote = '// Made by "npm run build" from openapi/; do not edit.';
