/** The licences whose texts are beside this file, as `<name>.txt`. */
export type Licence = 'MIT' | 'Apache-2.0' | 'BSD-2-Clause' | 'BSD-3-Clause';

/** Software of others that Redoc's script holds. */
export interface Component {
  /** A package, or several of one holder and one licence. */
  readonly name: string;
  readonly licence: Licence;
  /** As the licence file of the package says it; several are separated by semicolons. */
  readonly copyright: string;
  /**
   * Stands in the script where the package is in it, and in each of its comments on a licence. A group is the version.
   */
  readonly mark: RegExp;
}
