/** The steps of a build. `lint` makes no files; the other steps make files only if the lint passes. */
export const steps = ['lint', 'bundle', 'types', 'client', 'validators', 'docs'] as const;
export type Step = (typeof steps)[number];
