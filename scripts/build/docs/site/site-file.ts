/** A file of the published docs. */
export interface SiteFile {
  /** Relative to `generated/docs/`, with forward slashes. */
  path: string;
  text: string;
}
