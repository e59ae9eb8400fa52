/**
 * A type with every documented field present, in nested objects and lists as well: `Complete<PartnerEntry>`. It suits a
 * team that knows its service to send them all, for example from a baseline of the check. Null stays where the contract
 * allows it. With names, only these fields are present, each with everything in it:
 * `Complete<PartnerEntry, 'title' | 'slug'>`.
 *
 * It only says what a program relies on. Whether the server sends the fields is what the check shows.
 */
export type Complete<Type, Names extends keyof Type = never> = [Names] extends [never]
  ? Whole<Type>
  : { [Name in keyof Type as Name extends Names ? never : Name]: Type[Name] } & {
      [Name in Names]-?: Whole<Exclude<Type[Name], undefined>>;
    };

/** Members of a union, such as null, are taken one by one. A text of an open set would pass for an object. */
type Whole<Type> = Type extends string
  ? Type
  : Type extends readonly (infer Item)[]
    ? Whole<Item>[]
    : Type extends object
      ? { [Name in keyof Type]-?: Whole<Exclude<Type[Name], undefined>> }
      : Type;
