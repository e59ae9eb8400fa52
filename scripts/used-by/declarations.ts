import type ts from 'typescript';
import { getOrCreate } from '../text/group-by.js';
import { type Key, type Locator, rootOf, toKey, wholeOf } from './keys.js';
import type { TeamCode } from './team-code.js';

/** A declaration of an operation: a method of the client, a function, or a member of `operations`. */
export interface DeclaredOperation {
  readonly key: Key;
  /** The name in code, which may be a former name of the operation. */
  readonly name: string;
  /** The name of the interface with the method; empty for a function. */
  readonly owner: string;
}

/** The declarations of a contract in a program, and what they stand for. */
export interface ContractDeclarations {
  /** Fields and parameters: their own key, and those of the components that their types name. */
  readonly fields: ReadonlyMap<ts.Node, readonly Key[]>;
  /** Types with fields. */
  readonly holders: ReadonlyMap<ts.Node, Key>;
  readonly names: ReadonlyMap<ts.Node, Key>;
  readonly operations: ReadonlyMap<ts.Node, DeclaredOperation>;
  /** The operations of each path of the types, by method. */
  readonly paths: ReadonlyMap<string, ReadonlyMap<string, Key>>;
  /** The files with these declarations, which are no code of the team. */
  readonly files: ReadonlySet<ts.SourceFile>;
  /** The components to which a value at a key refers, at any depth. */
  rootsWithin(key: Key): ReadonlySet<Key>;
}

type Member = [name: string, member: ts.PropertySignature];

/** The kind of a member of the types, and its segments of the key. The types have the structure of the document. */
function partOf(kind: string, name: string): [kind: string, ...segments: string[]] {
  switch (kind) {
    case 'operation':
      return name === 'requestBody' ? ['response', 'body'] : [name];
    case 'response':
      return name === 'headers' ? ['headers', 'header'] : ['media'];
    case 'responses':
      return ['response', name];
    case 'media':
      return ['schema'];
    default:
      return ['schema', name];
  }
}

/** Finds the types of the contract, and its clients. Types of other services have other paths, and do not count. */
export function findDeclarations(
  { typescript: ts, program }: TeamCode,
  { operationKey, hasPath }: Locator,
): ContractDeclarations {
  const fields = new Map<ts.Node, Key[]>();
  const holders = new Map<ts.Node, Key>();
  const names = new Map<ts.Node, Key>();
  const operations = new Map<ts.Node, DeclaredOperation>();
  const paths = new Map<string, Map<string, Key>>();
  const files = new Set<ts.SourceFile>();
  const references = new Map<Key, Set<Key>>();
  const roots = new Map<Key, Set<Key>>();
  const keyOfId = new Map<string, Key>();

  const textOf = (name: ts.Node | undefined): string => (name && 'text' in name ? String(name.text) : '');
  const isHolder = (node: ts.Node) => ts.isInterfaceDeclaration(node) || ts.isTypeLiteralNode(node);
  const membersOf = (node: ts.Node | undefined): Member[] => {
    const type = node && 'type' in node ? (node.type as ts.Node | undefined) : node;
    const list = type && isHolder(type) ? [...type.members] : [];
    return list.filter((each) => ts.isPropertySignature(each)).map((member) => [textOf(member.name), member]);
  };

  const readTypes = (file: ts.SourceFile): void => {
    const declarations = file.statements.filter(
      (node) => ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node),
    );
    const declared = new Map(declarations.map((node) => [node.name.text, node]));
    const pathMembers = membersOf(declared.get('paths'));
    if (pathMembers.filter(([path]) => hasPath(path)).length * 2 < Math.max(1, pathMembers.length)) return;
    files.add(file);
    const keyOfName = new Map<string, Key>();

    /** The key that a type names: `Tier`, or `components["schemas"]["Tier"]["id"]`. */
    const keyNamed = (type: ts.Node): Key | undefined => {
      if (ts.isTypeReferenceNode(type)) return keyOfName.get(type.typeName.getText());
      const steps: string[] = [];
      let node = type;
      for (; ts.isIndexedAccessTypeNode(node); node = node.objectType)
        steps.unshift(ts.isLiteralTypeNode(node.indexType) ? textOf(node.indexType.literal) : '');
      const [section, name, ...rest] = steps;
      return node.getText() === 'components' && name !== undefined ? toKey(`${section}/${name}`, ...rest) : undefined;
    };
    const read = (node: ts.Node | undefined, kind: string, key: Key): void => {
      const target = node && keyNamed(node);
      if (target !== undefined) getOrCreate(references, wholeOf(key), () => new Set<Key>()).add(target);
      else if (node && isHolder(node)) {
        if (kind === 'schema') holders.set(node, key);
        for (const member of node.members) {
          const isIndex = ts.isIndexSignatureDeclaration(member);
          if (!isIndex && !ts.isPropertySignature(member)) continue;
          const [inner, ...segments] = partOf(kind, isIndex ? '{}' : textOf(member.name));
          fields.set(member, [toKey(key, ...segments)]);
          read(member.type, inner, toKey(key, ...segments));
        }
      } else if (node && ts.isArrayTypeNode(node)) read(node.elementType, kind, toKey(key, '[]'));
      else if (node && !ts.isIndexedAccessTypeNode(node)) node.forEachChild((child) => read(child, kind, key));
    };

    const components = membersOf(declared.get('components')).flatMap(([section, list]) =>
      membersOf(list).map(([name, member]) => ({ section, key: `${section}/${name}`, member })),
    );
    const definitions = components.map(({ section, key, member }) => {
      names.set(member, key);
      const name = member.type?.getText() ?? '';
      const target = declared.get(name);
      if (target) {
        keyOfName.set(name, key);
        names.set(target, key);
      }
      const type = target && ts.isTypeAliasDeclaration(target) ? target.type : (target ?? member.type);
      return { kind: section === 'responses' || section === 'requestBodies' ? 'response' : 'schema', key, type };
    });
    for (const node of declarations) {
      const key = ts.isTypeAliasDeclaration(node) && !names.has(node) ? keyNamed(node.type) : undefined;
      if (key !== undefined) names.set(node, key);
    }
    for (const { kind, key, type } of definitions) read(type, kind, key);
    for (const [path, item] of pathMembers)
      for (const [method, { type }] of membersOf(item)) {
        if (!type || method === 'parameters' || type.kind === ts.SyntaxKind.NeverKeyword) continue;
        const key = operationKey(method, path);
        getOrCreate(paths, path, () => new Map<string, Key>()).set(method, key);
        const isNamed = ts.isIndexedAccessTypeNode(type) && ts.isLiteralTypeNode(type.indexType);
        if (isNamed) keyOfId.set(textOf((type.indexType as ts.LiteralTypeNode).literal), key);
        else read(type, 'operation', key);
      }
    for (const [name, member] of membersOf(declared.get('operations'))) {
      const key = keyOfId.get(name) ?? '';
      operations.set(member, { key, name, owner: 'operations' });
      read(member.type, 'operation', key);
    }
  };

  /** Finds the operation in the type of a method or function: `DirectoryCall<'getTier'>`, `typeof getTier`. */
  const idWithin = (node: ts.Node): string | undefined =>
    node.forEachChild((child) => {
      const name = ts.isTypeQueryNode(child) ? child.exprName : ts.isLiteralTypeNode(child) ? child.literal : undefined;
      const id = textOf(name && ts.isQualifiedName(name) ? name.right : name);
      return keyOfId.has(id) ? id : idWithin(child);
    });
  const readClient = (file: ts.SourceFile): void => {
    let count = 0;
    const add = (node: ts.NamedDeclaration, owner: string): void => {
      const id = idWithin(node);
      if (id === undefined) return;
      operations.set(node, { key: keyOfId.get(id) ?? '', name: textOf(node.name), owner });
      count += 1;
    };
    for (const statement of file.statements) {
      if (ts.isInterfaceDeclaration(statement))
        for (const member of statement.members) if (ts.isMethodSignature(member)) add(member, statement.name.text);
      if (ts.isTypeAliasDeclaration(statement) && statement.name.text === 'OperationTable')
        for (const [name, member] of membersOf(statement))
          if (keyOfId.has(name)) operations.set(member, { key: keyOfId.get(name) ?? '', name, owner: 'table' });
      if (ts.isVariableStatement(statement) && file.isDeclarationFile)
        for (const declaration of statement.declarationList.declarations) add(declaration, '');
    }
    // A program of the team may declare methods of its own for a few operations.
    if (count > 1 && count >= keyOfId.size) files.add(file);
  };

  const candidates = program.getSourceFiles().filter((file) => !program.isSourceFileDefaultLibrary(file));
  for (const file of candidates) if (/\bpaths\b/.test(file.text)) readTypes(file);
  for (const file of candidates) {
    if (file.text.startsWith('// Made by "directory-contract generate"')) files.add(file);
    if (keyOfId.size > 0 && !files.has(file)) readClient(file);
  }
  for (const [node, [own = '']] of fields) fields.set(node, [own, ...targetsOf(references, wholeOf(own))]);
  return {
    fields,
    holders,
    names,
    operations,
    paths,
    files,
    rootsWithin: (key) => getOrCreate(roots, key, () => rootsWithin(references, key)),
  };
}

type References = ReadonlyMap<Key, ReadonlySet<Key>>;

/** The components that a value is, by way of types that only name others. */
function targetsOf(references: References, start: Key): Set<Key> {
  const found = new Set(references.get(start));
  for (const key of found) for (const next of references.get(key) ?? []) found.add(next);
  return found;
}

function rootsWithin(references: References, start: Key): Set<Key> {
  const found = new Set<Key>();
  const addTargets = (around: Key): void => {
    for (const [key, targets] of references)
      if (`${key}\t`.startsWith(`${around}\t`)) for (const target of targets) found.add(rootOf(target));
  };
  addTargets(start);
  for (const root of found) addTargets(root);
  return found;
}
