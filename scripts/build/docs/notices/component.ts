/** The licences whose texts are next to this file, as `<name>.txt`. */
export type Licence = 'MIT' | 'Apache-2.0' | 'BSD-2-Clause' | 'BSD-3-Clause';

/** Third-party software that Redoc's script contains. */
export interface Component {
  /** A package, or several with the same holder and licence. */
  readonly name: string;
  readonly licence: Licence;
  /** As in the licence file of the package; several holders are separated by semicolons. */
  readonly copyright: string;
  /** Matches the script if it contains the package, and each licence comment of the package. A group is the version. */
  readonly mark: RegExp;
}
