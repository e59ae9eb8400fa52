import type ts from 'typescript';
import { getOrCreate } from '../text/group-by.js';
import { type Key, toKey } from './keys.js';
import type { TeamCode } from './team-code.js';

export type ContractTypes = ReturnType<typeof readContractTypes>;

/** The ways from the type of an operation to what a call sends; `*` is any member. */
const partsOfCall = ['parameters * *', 'requestBody content *'].map((way) => way.split(' '));

/**
 * Relates the types of the contract, and its clients, to the contract: types of openapi-typescript have the structure
 * of the document, so where a declaration is among the types says what it stands for.
 *
 * @param knownPaths the paths of the contract; types of other services have others, and do not count
 */
export function readContractTypes({ typescript: ts, program, checker }: TeamCode, knownPaths: ReadonlySet<string>) {
  const places = new Map<ts.Node, Key>();
  const keys = new Map<ts.Node, readonly Key[]>();
  const schemas: ts.Type[] = [];
  const operations = new Map<string, ts.Symbol>();
  const keysById = new Map<string, Key>();
  const paths = new Map<string, Map<string, Key>>();
  const files = new Set<ts.SourceFile>();

  const declarationsOf = (symbol: ts.Symbol | undefined): readonly ts.Declaration[] => {
    const target = symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    return target?.declarations ?? [];
  };
  /** The declarations that a type names: `Tier`, or `components["schemas"]["Tier"]`, also as one of several. */
  const targetsOf = (type: ts.Node): readonly ts.Declaration[] => {
    if (ts.isTypeReferenceNode(type)) return declarationsOf(checker.getSymbolAtLocation(type.typeName));
    if (ts.isIndexedAccessTypeNode(type) && ts.isLiteralTypeNode(type.indexType))
      return declarationsOf(checker.getSymbolAtLocation(type.indexType.literal));
    const found: ts.Declaration[] = [];
    if (ts.isUnionTypeNode(type) || ts.isArrayTypeNode(type) || ts.isParenthesizedTypeNode(type))
      type.forEachChild((child) => void found.push(...targetsOf(child)));
    return found;
  };
  const isTyped = (node: ts.Node | undefined): node is ts.PropertySignature & { readonly type: ts.TypeNode } =>
    node !== undefined && ts.isPropertySignature(node) && node.type !== undefined;
  const nameOf = (node: ts.Declaration): string => {
    const name = ts.getNameOfDeclaration(node);
    return name && 'text' in name ? String(name.text) : '';
  };
  /** Notes the places of a declaration and of all that it contains. */
  const place = (node: ts.Node, key: Key): void => {
    places.set(node, key);
    node.forEachChild((child) => {
      const isItem = ts.isArrayTypeNode(child) || ts.isTupleTypeNode(child);
      const part = isItem ? '[]' : ts.isPropertySignature(child) && nameOf(child);
      place(child, part === false ? key : toKey(key, part));
    });
  };

  const candidates = program.getSourceFiles().filter((file) => !program.isSourceFileDefaultLibrary(file));
  for (const file of candidates) {
    if (!/\bpaths\b/.test(file.text)) continue;
    const membersOf = (name: string): ts.Symbol[] => {
      const root = checker.getSymbolAtLocation(file)?.exports?.get(name as ts.__String);
      return root ? checker.getDeclaredTypeOfSymbol(root).getProperties() : [];
    };
    const pathItems = membersOf('paths');
    if (pathItems.filter(({ name }) => knownPaths.has(name)).length * 2 < Math.max(1, pathItems.length)) continue;
    files.add(file);
    for (const section of membersOf('components'))
      for (const component of checker.getTypeOfSymbol(section).getProperties()) {
        schemas.push(checker.getTypeOfSymbol(component));
        const { valueDeclaration: node } = component;
        if (!isTyped(node)) continue;
        const named = ts.isTypeReferenceNode(node.type) ? targetsOf(node.type) : [];
        for (const each of [node, ...named]) place(each, `${section.name}/${component.name}`);
      }
    for (const item of pathItems)
      for (const method of checker.getTypeOfSymbol(item).getProperties()) {
        const { valueDeclaration: node, name } = method;
        if (!isTyped(node) || node.questionToken || name === 'parameters') continue;
        const key = `${name} ${item.name}`;
        getOrCreate(paths, item.name, () => new Map<string, Key>()).set(name, key);
        operations.set(key, method);
        for (const each of [node, ...targetsOf(node.type)]) {
          place(each, key);
          if (each !== node) keysById.set(nameOf(each), key);
        }
      }
  }
  // The client is in the package of the types, or made by this package.
  const folders = [...files].map(({ fileName }) => fileName.replace(/(?:generated\/)?[^/]*$/, ''));
  for (const file of candidates) {
    const isBeside = folders.some((folder) => file.fileName.startsWith(folder));
    const isMade = file.text.startsWith('// Made by "directory-contract generate"');
    if (isMade || (isBeside && program.isSourceFileFromExternalLibrary(file))) files.add(file);
  }

  /** The operation that a member or a function of a client calls; a former name of it has the present types. */
  const operationOf = (node: ts.Node): Key | undefined => {
    if (!ts.isMethodSignature(node) && !ts.isPropertySignature(node) && !ts.isVariableDeclaration(node))
      return undefined;
    const [, id = ''] = /DirectoryCall<'([^']*)'>/.exec(node.getText()) ?? [];
    return keysById.get(nameOf(node)) ?? keysById.get(id);
  };
  /** The places that a declaration stands for: its own, and the components that its type names. */
  const keysOfDeclaration = (node: ts.Node): readonly Key[] => {
    if (!files.has(node.getSourceFile())) return [];
    return getOrCreate(keys, node, () => {
      keys.set(node, []);
      const targets = 'type' in node && node.type ? targetsOf(node.type as ts.Node) : [];
      const own = places.get(node) ?? operationOf(node) ?? [];
      return [...new Set([own, ...targets.map(keysOfDeclaration)].flat())];
    });
  };
  const keysOf = (symbol: ts.Symbol | undefined): readonly Key[] => declarationsOf(symbol).flatMap(keysOfDeclaration);
  return {
    paths,
    files,
    declarationsOf,
    keysOf,
    /** The operation, its parameters and body, and the components that they are. */
    keysOfCall(operation: Key): readonly Key[] {
      const step = (from: readonly ts.Symbol[], name: string): ts.Symbol[] =>
        from
          .flatMap((symbol) => checker.getNonNullableType(checker.getTypeOfSymbol(symbol)).getProperties())
          .filter((member) => name === '*' || name === member.name);
      const parts = partsOfCall.flatMap((way) => way.reduce(step, [operations.get(operation) ?? []].flat()));
      return [operation, ...parts.flatMap(keysOf)];
    },
    /** The fields with a name of all schemas that have exactly these fields. */
    fieldsNamed: (names: readonly string[], name: string): ts.Symbol[] =>
      schemas
        .filter((type) => type.getProperties().length === names.length && names.every((each) => type.getProperty(each)))
        .flatMap((type) => type.getProperty(name) ?? []),
  };
}
