import type ts from 'typescript';
import type { ContractDeclarations, DeclaredOperation } from './declarations.js';
import { type Key, toKey } from './keys.js';
import type { TeamCode } from './team-code.js';
import type { TypeReader } from './types.js';

/** A call that names the path of its operation, as in `client.GET('/tiers/')`. */
interface CallByPath {
  readonly key: Key;
  readonly path: ts.Expression;
  readonly argument: ts.Expression | undefined;
}

export type OriginReader = ReturnType<typeof createOriginReader>;

/** The parts of a response that are in no type of the contract. */
const responseParts = /^(?:status|headers|response)$/;

/** Finds out what expressions of the team stand for. */
export function createOriginReader(
  { typescript: ts, checker, program }: TeamCode,
  { operations, names, paths, files }: ContractDeclarations,
  { declarationsOf, propertiesNamed, keysOfProperty, valuesOf, operationsIn, statusOf }: TypeReader,
) {
  const symbolsAt = (node: ts.Node): ts.Symbol[] =>
    [checker.getSymbolAtLocation(node)].filter((each) => each !== undefined);
  const textIn = (node: ts.Node): string | undefined => {
    const type = checker.getTypeAtLocation(node);
    return type.isStringLiteral() ? type.value : undefined;
  };
  const nameOf = (node: ts.Node): string | undefined =>
    ts.isComputedPropertyName(node) ? textIn(node.expression) : 'text' in node ? String(node.text) : undefined;
  const unwrap = (node: ts.Node): ts.Node =>
    ts.isParenthesizedExpression(node) ||
    ts.isNonNullExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isAwaitExpression(node)
      ? unwrap(node.expression)
      : node;

  /** The operations that an expression is: a method of the client, or a variable that holds it. */
  const operationsOf = (expression: ts.Node, depth = 0): DeclaredOperation[] => {
    const node = unwrap(expression);
    if (depth > 10) return [];
    if (ts.isPropertyAccessExpression(node)) return operationsIn(symbolsAt(node.name));
    if (ts.isElementAccessExpression(node)) return operationsIn(symbolsAt(node.argumentExpression));
    if (ts.isBindingElement(node)) {
      const type = checker.getTypeAtLocation(node.parent);
      return operationsIn(propertiesNamed(type, nameOf(node.propertyName ?? node.name) ?? ''));
    }
    if (ts.isVariableDeclaration(node)) {
      const own = operations.get(node);
      return own ? [own] : node.initializer ? operationsOf(node.initializer, depth + 1) : [];
    }
    if (!ts.isIdentifier(node)) return [];
    return symbolsAt(node)
      .flatMap(declarationsOf)
      .flatMap((each) => (each === node.parent ? [] : operationsOf(each, depth + 1)));
  };

  const callByPath = ({ expression, arguments: list }: ts.CallExpression): CallByPath | undefined => {
    const texts = list.map((each) => (ts.isSpreadElement(each) ? undefined : textIn(each)));
    const index = texts.findIndex((text) => text !== undefined && paths.has(text));
    const [methods, path] = [paths.get(texts[index] ?? ''), list[index]];
    if (!methods || !path) return undefined;
    const aliased = checker.getTypeAtLocation(expression).aliasTypeArguments ?? [];
    const callee = ts.isPropertyAccessExpression(expression) ? expression.name : expression;
    const method = [...aliased.map((type) => type.isStringLiteral() && type.value), callee.getText(), ...texts]
      .map((each) => String(each).toLowerCase())
      .find((each) => methods.has(each));
    const key = methods.get(method ?? '');
    return key === undefined ? undefined : { key, path, argument: list[index + 1] };
  };

  const originOfProperty = (type: ts.Type, name: string, object: ts.Node | undefined, seen: Set<ts.Node>): Key[] => {
    const keys = keysOfProperty(type, name);
    if (keys.length > 0) return keys;
    const declarations = propertiesNamed(type, name).flatMap(declarationsOf);
    if (!responseParts.test(name)) return declarations.flatMap((each) => origin(each, seen));
    const parts = object ? statusOf(origin(object, seen), name) : [];
    // Without its call, the status could be that of any operation.
    return parts.length === 0 && declarations.some(isOfClient) ? [toKey('', name)] : parts;
  };
  const folders = [...files].map(({ fileName }) => fileName.replace(/(?:generated\/)?[^/]*$/, ''));
  const isOfClient = (node: ts.Node): boolean => {
    const file = node.getSourceFile();
    return program.isSourceFileFromExternalLibrary(file) && folders.some((folder) => file.fileName.startsWith(folder));
  };

  const originOfCall = (node: ts.CallExpression, seen: Set<ts.Node>): Key[] => {
    const sent = [...operationsOf(node.expression).map(({ key }) => key), callByPath(node)?.key].filter(
      (key) => key !== undefined,
    );
    if (sent.length > 0) return sent;
    const declaration = checker.getResolvedSignature(node)?.declaration;
    const known = declaration && operations.get(declaration);
    const body = declaration && 'body' in declaration ? (declaration.body as ts.Node | undefined) : undefined;
    if (known || body) return known ? [known.key] : returnsIn(body as ts.Node).flatMap((each) => origin(each, seen));
    // Methods of lists and texts, such as `at` and `trim`, keep the origin.
    return ts.isPropertyAccessExpression(node.expression) ? origin(node.expression.expression, seen) : [];
  };
  const returnsIn = (node: ts.Node): ts.Node[] => {
    if (ts.isReturnStatement(node)) return node.expression ? [node.expression] : [];
    if (!ts.isBlock(node) && ts.isExpression(node)) return [node];
    const found: ts.Node[] = [];
    node.forEachChild((child) => {
      if (ts.isStatement(child) || ts.isBlock(child) || ts.isCaseOrDefaultClause(child) || ts.isCaseBlock(child))
        found.push(...(ts.isExpressionStatement(child) ? [] : returnsIn(child)));
    });
    return found;
  };

  const originOfTypeName = (node: ts.TypeReferenceNode | ts.ImportTypeNode, seen: Set<ts.Node>): Key[] => {
    const own = symbolsAt(ts.isTypeReferenceNode(node) ? node.typeName : (node.qualifier ?? node))
      .flatMap(declarationsOf)
      .flatMap((each) => {
        const name = names.get(each);
        if (name !== undefined) return [name];
        return ts.isTypeAliasDeclaration(each) && !isOfClient(each) ? origin(each.type, seen) : [];
      });
    return [...own, ...(node.typeArguments ?? []).flatMap((each) => origin(each, seen))];
  };

  /** The origin of a variable, a parameter or a property: its type, its value, or the list whose items it gets. */
  const originOfVariable = (
    node: ts.VariableDeclaration | ts.ParameterDeclaration | ts.PropertySignature | ts.PropertyDeclaration,
    seen: Set<ts.Node>,
  ): Key[] => {
    const stated = node.type ? origin(node.type, seen) : [];
    if (stated.length > 0) return stated;
    const { parent } = node;
    if (ts.isVariableDeclaration(node) && ts.isForOfStatement(parent.parent))
      return origin(parent.parent.expression, seen);
    if ('initializer' in node && node.initializer) return origin(node.initializer, seen);
    const isCallback = ts.isParameter(node) && ts.isCallExpression(parent.parent);
    return isCallback && ts.isPropertyAccessExpression(parent.parent.expression)
      ? origin(parent.parent.expression.expression, seen)
      : [];
  };

  /** The fields whose value an expression, a declaration or a type has, or the operations whose response it is. */
  const origin = (wrapped: ts.Node, seen: Set<ts.Node>): Key[] => {
    const node = unwrap(wrapped);
    if (seen.has(node)) return [];
    seen.add(node);
    if (ts.isPropertyAccessExpression(node))
      return originOfProperty(checker.getTypeAtLocation(node.expression), node.name.text, node.expression, seen);
    if (ts.isElementAccessExpression(node)) {
      const name = textIn(node.argumentExpression);
      if (name === undefined) return origin(node.expression, seen);
      return originOfProperty(checker.getTypeAtLocation(node.expression), name, node.expression, seen);
    }
    if (ts.isIdentifier(node))
      return symbolsAt(node)
        .flatMap(declarationsOf)
        .flatMap((each) => origin(each, seen));
    if (ts.isCallExpression(node)) return originOfCall(node, seen);
    if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse].flatMap((each) => origin(each, seen));
    if (ts.isBinaryExpression(node))
      return /^(?:\?\?|\|\||&&)$/.test(node.operatorToken.getText())
        ? [node.left, node.right].flatMap((each) => origin(each, seen))
        : [];
    if (ts.isBindingElement(node)) {
      const name = ts.isObjectBindingPattern(node.parent) ? nameOf(node.propertyName ?? node.name) : undefined;
      if (name === undefined) return origin(node.parent.parent, seen);
      return originOfProperty(checker.getTypeAtLocation(node.parent), name, node.parent.parent, seen);
    }
    if (ts.isPropertyAssignment(node)) return origin(node.initializer, seen);
    if (ts.isShorthandPropertyAssignment(node))
      return declarationsOf(checker.getShorthandAssignmentValueSymbol(node)).flatMap((each) => origin(each, seen));
    if (
      ts.isVariableDeclaration(node) ||
      ts.isParameter(node) ||
      ts.isPropertySignature(node) ||
      ts.isPropertyDeclaration(node)
    )
      return originOfVariable(node, seen);
    if (ts.isTypeReferenceNode(node) || ts.isImportTypeNode(node)) return originOfTypeName(node, seen);
    if (ts.isLiteralTypeNode(node)) {
      const operation = [...operations.values()].find(({ name }) => name !== '' && name === nameOf(node.literal));
      return operation ? [operation.key] : [];
    }
    if (ts.isIndexedAccessTypeNode(node)) {
      const type = checker.getTypeFromTypeNode(node.objectType);
      const fieldNames = valuesOf(checker.getTypeFromTypeNode(node.indexType)) ?? [];
      return fieldNames.flatMap((name) => originOfProperty(type, String(name), undefined, seen));
    }
    const keys: Key[] = [];
    if (ts.isUnionTypeNode(node) || ts.isArrayTypeNode(node) || ts.isParenthesizedTypeNode(node))
      node.forEachChild((child) => void keys.push(...origin(child, seen)));
    return keys;
  };

  return {
    operationsOf,
    callByPath,
    nameOf,
    symbolsAt,
    originOf: (node: ts.Node): Key[] => [...new Set(origin(node, new Set()))],
  };
}
