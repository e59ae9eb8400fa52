import type ts from 'typescript';
import { getOrCreate } from '../text/group-by.js';
import { type Key, toKey } from './keys.js';
import type { TeamCode } from './team-code.js';

/** An operation, under a name that code has for it: that of a method, a function, or a member of `operations`. */
export interface NamedOperation {
  readonly key: Key;
  readonly name: string;
  /** Whether the name is that of a method that reads all pages. */
  readonly isPaged: boolean;
}

export type ContractTypes = ReturnType<typeof readContractTypes>;

/**
 * Relates the types of the contract, and its clients, to the contract: types of openapi-typescript have the structure
 * of the document, so where a declaration is among the types says what it stands for.
 *
 * @param knownPaths the paths of the contract; types of other services have others, and do not count
 */
export function readContractTypes({ typescript: ts, program, checker }: TeamCode, knownPaths: ReadonlySet<string>) {
  const places = new Map<ts.Node, Key | undefined>();
  const keys = new Map<ts.Node, readonly Key[]>();
  const schemas: ts.Type[] = [];
  const idKeys = new Map<string, Key>();
  const operationTypes = new Map<Key, ts.Type>();
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
        const type = node && ts.isPropertySignature(node) ? node.type : undefined;
        const named = type && ts.isTypeReferenceNode(type) ? targetsOf(type) : [];
        for (const each of [node, ...named]) if (each) places.set(each, `${section.name}/${component.name}`);
      }
    for (const item of pathItems)
      for (const method of checker.getTypeOfSymbol(item).getProperties()) {
        const { valueDeclaration: node, name } = method;
        if (!node || !ts.isPropertySignature(node) || !node.type || node.questionToken || name === 'parameters')
          continue;
        const key = `${name} ${item.name}`;
        getOrCreate(paths, item.name, () => new Map<string, Key>()).set(name, key);
        operationTypes.set(key, checker.getTypeOfSymbol(method));
        places.set(node, key);
        for (const target of targetsOf(node.type)) {
          places.set(target, key);
          idKeys.set(nameOf(target), key);
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

  function nameOf(node: ts.Declaration): string {
    const name = ts.getNameOfDeclaration(node);
    return name && 'text' in name ? String(name.text) : '';
  }
  const placeOf = (node: ts.Node): Key | undefined => {
    const known = places.get(node);
    if (known !== undefined || ts.isSourceFile(node)) return known;
    const around = placeOf(node.parent);
    const isItem = ts.isArrayTypeNode(node) || ts.isTupleTypeNode(node);
    const part = isItem ? '[]' : ts.isPropertySignature(node) ? nameOf(node) : undefined;
    const place = around === undefined || part === undefined ? around : toKey(around, part);
    places.set(node, place);
    return place;
  };
  /** The places that a declaration among the types stands for: its own, and the components that its type names. */
  const keysOfDeclaration = (node: ts.Node): readonly Key[] => {
    if (!files.has(node.getSourceFile())) return [];
    return getOrCreate(keys, node, () => {
      keys.set(node, []);
      const targets = 'type' in node && node.type ? targetsOf(node.type as ts.Node) : [];
      return [...new Set([placeOf(node) ?? [], ...targets.map(keysOfDeclaration)].flat())];
    });
  };
  const keysOf = (symbol: ts.Symbol | undefined): readonly Key[] => declarationsOf(symbol).flatMap(keysOfDeclaration);
  const operationOf = (node: ts.Declaration): NamedOperation | undefined => {
    const isMember = ts.isMethodSignature(node) || ts.isPropertySignature(node) || ts.isVariableDeclaration(node);
    const isPart = places.get(node) === undefined && placeOf(node) !== undefined;
    if (!isMember || isPart || !files.has(node.getSourceFile())) return undefined;
    // A former name of an operation has the types of the present one.
    const [, id = ''] = /DirectoryCall<'([^']*)'>/.exec(node.getText()) ?? [];
    const key = idKeys.get(nameOf(node)) ?? idKeys.get(id);
    const isPaged = ts.isInterfaceDeclaration(node.parent) && node.parent.name.text.endsWith('Pages');
    return key === undefined ? undefined : { key, name: nameOf(node), isPaged };
  };
  return {
    paths,
    files,
    declarationsOf,
    keysOf,
    operationsOf: (symbol: ts.Symbol | undefined): NamedOperation[] =>
      declarationsOf(symbol).flatMap((each) => operationOf(each) ?? []),
    /** The operation, its parameters and body, and the components that they are. */
    keysOfCall(operation: Key): readonly Key[] {
      const inner = (types: readonly ts.Type[], ...names: string[]): ts.Type[] =>
        types
          .flatMap((type) => checker.getNonNullableType(type).getProperties())
          .filter(({ name }) => names.includes(name))
          .map((property) => checker.getTypeOfSymbol(property));
      const types = [operationTypes.get(operation) ?? []].flat();
      const parameters = inner(inner(types, 'parameters'), 'path', 'query', 'header', 'cookie');
      const parts = [...inner(inner(types, 'requestBody'), 'content'), ...parameters];
      return [operation, ...parts.flatMap((type) => checker.getNonNullableType(type).getProperties()).flatMap(keysOf)];
    },
    /** The fields with a name of all schemas that have exactly these fields. */
    fieldsNamed: (names: readonly string[], name: string): ts.Symbol[] =>
      schemas
        .filter((type) => type.getProperties().length === names.length && names.every((each) => type.getProperty(each)))
        .flatMap((type) => type.getProperty(name) ?? []),
  };
}
