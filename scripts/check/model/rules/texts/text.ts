/** What a page about a rule says besides the table of rules. Loaded only where somebody reads about rules. */
export interface RuleText {
  /** What the check looks at, and what breaks the rule. */
  means: string;
  /** The part of the contract that the example contradicts, as YAML. */
  schema?: string;
  /** An example: lines of a request (`>`), of a response (`<`), and what else happens (`#`). */
  wrong: string;
  /** The last response of a correct server, in the same form. */
  right?: string;
  /** Where the finding of the example is: its operation, and a JSON pointer. */
  at: string;
  /** The message of the finding. */
  says: string;
  /** What to do if the server is right, and the contract is wrong. */
  contract?: string;
}

export type RuleTexts = Readonly<Record<string, RuleText>>;
