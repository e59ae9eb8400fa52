import type ts from 'typescript';
import { getOrCreate } from '../text/group-by.js';
import type { ContractTypes } from './contract-types.js';
import { isOperation, type Key, toKey } from './keys.js';
import type { TeamCode } from './team-code.js';
import type { TypeReader } from './types.js';

/** Methods of the type checker that editors use for completions, and that its types do not declare. */
interface CompletionChecker extends ts.TypeChecker {
  getContextualType(node: ts.Expression, completions?: 4 | undefined): ts.Type | undefined;
  getTypeArgumentConstraint(node: ts.TypeNode): ts.Type | undefined;
}
/** A type `keyof Tier`, which TypeScript resolves to names, and where they come from. */
interface ResolvedKeyof extends ts.Type {
  readonly origin?: ts.Type & { readonly type?: ts.Type };
}
type Sources = readonly (ts.Node | undefined)[];
/** Fields that many kinds of nodes have. */
type Fields = Partial<Record<'type' | 'initializer' | 'expression' | 'body', ts.Node>>;

/** As many names at one place come from `keyof`, and code rarely means all of them. */
const maxNames = 9;

/** The parts of a response that are in no type of the contract. */
const responseParts = /^(?:status|headers|response|data)$/;

/** Finds out which places of the contract names mean, and which of them values come from. */
export function createOriginReader(
  { typescript: ts, checker: plainChecker, program, files: ownFiles }: TeamCode,
  { paths, files, keysOf, declarationsOf, fieldsNamed }: ContractTypes,
  { typeAt, valuesOf, propertiesNamed }: TypeReader,
) {
  const checker = plainChecker as CompletionChecker;
  const isOwn = (node: ts.Node): boolean => {
    const file = node.getSourceFile();
    return !program.isSourceFileDefaultLibrary(file) && !program.isSourceFileFromExternalLibrary(file);
  };
  /** The object of which a node names a part: `tier.title`, `tier['title']`, `{ title }`, `'title' in tier`. */
  const objectOf = (node: ts.Node): ts.Node | undefined => {
    const { parent } = node;
    if (ts.isPropertyAccessExpression(parent) && parent.name === node) return parent.expression;
    if (ts.isElementAccessExpression(parent) && parent.argumentExpression === node) return parent.expression;
    if (ts.isBindingElement(parent) && ts.isObjectBindingPattern(parent.parent) && !parent.dotDotDotToken)
      return (parent.propertyName ?? parent.name) === node ? parent.parent : undefined;
    // In `({ title } = tier)`, the object literal is a pattern.
    const pattern = ts.isObjectLiteralElement(parent) && parent.name === node ? parent.parent : node;
    const isSide = ts.isBinaryExpression(pattern.parent) && pattern.parent.left === pattern;
    const isIn = isSide && pattern.parent.operatorToken.kind === ts.SyntaxKind.InKeyword;
    return isSide && (pattern !== node || isIn) ? pattern.parent.right : undefined;
  };
  /** The parts of an object that a node names; undefined if it may name any part. */
  const namesAt = (node: ts.Node, object: ts.Node): string[] | undefined => {
    const isComputed = ts.isElementAccessExpression(node.parent) || ts.isBinaryExpression(node.parent);
    const names = ts.isIdentifier(node) && !isComputed ? [node.text] : valuesOf(typeAt(node))?.map(String);
    const count = names?.length ?? 0;
    return count === 1 || count < Math.min(maxNames, typeAt(object).getProperties().length) ? names : undefined;
  };
  /** The name of a part of an object in an expression or a pattern, or a name by itself. */
  const nameIn = (node: ts.Node): ts.Node | undefined => {
    // A text in code is a value of its own, and names a field only in a type.
    if (ts.isIdentifier(node) || (ts.isStringLiteralLike(node) && ts.isLiteralTypeNode(node.parent))) return node;
    if (ts.isPropertyAccessExpression(node)) return node.name;
    if (ts.isElementAccessExpression(node)) return node.argumentExpression;
    const isPart = ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent) && !node.dotDotDotToken;
    return isPart ? (node.propertyName ?? node.name) : undefined;
  };
  /** The parameter of a generic function that gets an argument. */
  const parameterOf = (node: ts.Expression): ts.Node | undefined => {
    const call = ts.isCallExpression(node.parent) ? node.parent : undefined;
    const { declaration } = (call && checker.getResolvedSignature(call)) ?? {};
    const isGeneric = declaration?.typeParameters && !program.isSourceFileDefaultLibrary(declaration.getSourceFile());
    return isGeneric ? declaration.parameters[call?.arguments.indexOf(node) ?? -1] : undefined;
  };
  /** The type that a place allows: for an argument of a generic function, without what follows from the argument. */
  const limitOf = (node: ts.Expression): ts.Type | undefined =>
    checker.getContextualType(node, parameterOf(node) && !ts.isFunctionLike(node) ? 4 : undefined);
  /** The fields that a text names, if only names of fields may be there. */
  const fieldsAt = (node: ts.StringLiteralLike): ts.Symbol[] => {
    const inType = ts.isLiteralTypeNode(node.parent) ? node.parent : undefined;
    const argument = inType && (ts.isUnionTypeNode(inType.parent) ? inType.parent : inType);
    const allowed = argument ? checker.getTypeArgumentConstraint(argument) : limitOf(node);
    const members: ResolvedKeyof[] = allowed?.isUnion() ? [allowed, ...allowed.types] : [];
    const properties = members.flatMap(({ origin }) => (origin?.type ? propertiesNamed(origin.type, node.text) : []));
    // TypeScript does not keep where names of types without a name come from.
    const names = properties.length === 0 ? members.flatMap((each) => (each.isStringLiteral() ? each.value : [])) : [];
    return names.includes(node.text) ? fieldsNamed(names, node.text) : properties;
  };
  /** @param isPart whether a node stands for the part of an object that it names */
  const symbolsAt = (node: ts.Node, isPart = true): ts.Symbol[] => {
    const object = isPart ? objectOf(node) : undefined;
    if (object) return (namesAt(node, object) ?? []).flatMap((name) => propertiesNamed(typeAt(object), name));
    const symbol = checker.getSymbolAtLocation(node);
    return symbol ? [symbol] : ts.isStringLiteralLike(node) ? fieldsAt(node) : [];
  };

  /** The operation of a call that names its path, as in `client.GET('/tiers/', call)`, and these two arguments. */
  const callByPath = ({ expression, arguments: list }: ts.CallExpression) => {
    const texts = list.map((each) =>
      ts.isFunctionLike(each) || ts.isObjectLiteralExpression(each) ? '' : String(valuesOf(typeAt(each))),
    );
    const index = texts.findIndex((text) => paths.has(text));
    const [methods, path] = [paths.get(texts[index] ?? ''), list[index]];
    if (!methods || !path) return undefined;
    // A method of openapi-fetch has its name in its type, too.
    const methodTypes = typeAt(expression).aliasTypeArguments ?? [];
    const words = [...methodTypes.flatMap((type) => valuesOf(type) ?? []), nameIn(expression)?.getText(), ...texts];
    const key = words.map((word) => methods.get(String(word).toLowerCase())).find((each) => each !== undefined);
    return key === undefined ? undefined : { key, path, argument: list[index + 1] };
  };

  const childrenOf = (node: ts.Node): ts.Node[] => {
    const found: ts.Node[] = [];
    node.forEachChild((child) => void found.push(child));
    return found;
  };
  const returnsIn = (node: ts.Node): ts.Node[] => {
    if (ts.isReturnStatement(node)) return node.expression ? [node.expression] : [];
    return ts.isFunctionLike(node) ? [] : childrenOf(node).flatMap(returnsIn);
  };
  /** Of a call: its callee, its object, as in `title.trim()`, and what a library may return: `String(title)`. */
  const sourcesOfCall = (node: ts.CallExpression): Sources => {
    const { declaration } = checker.getResolvedSignature(node) ?? {};
    const isForeign = declaration && !isOwn(declaration) && !files.has(declaration.getSourceFile());
    const object = ts.isPropertyAccessExpression(node.expression) ? node.expression.expression : undefined;
    return [node.expression, object, ...(isForeign ? node.arguments : [])];
  };
  /** The calls of each function in the code. */
  const calls = new Map<ts.Node | undefined, (ts.CallExpression | ts.NewExpression)[]>();
  const readCalls = (node: ts.Node): void => {
    const call = ts.isCallExpression(node) || ts.isNewExpression(node) ? node : undefined;
    if (call)
      getOrCreate(calls, checker.getResolvedSignature(call)?.declaration, () => [] as (typeof call)[]).push(call);
    node.forEachChild(readCalls);
  };
  ownFiles.forEach(readCalls);
  /** The values of a variable of a loop, or of a parameter: arguments, or a list, as in `tiers.map((tier) => …)`. */
  const passedTo = (node: ts.Node): Sources => {
    if (!ts.isVariableDeclaration(node) && !ts.isParameter(node)) return [];
    const { parent } = node.parent;
    if (ts.isVariableDeclaration(node)) return ts.isForOfStatement(parent) ? [parent.expression] : [];
    if (ts.isCallExpression(parent) && ts.isPropertyAccessExpression(parent.expression))
      return [parent.expression.expression];
    const index = node.parent.parameters.indexOf(node);
    return calls.get(node.parent)?.map((call) => call.arguments?.[index]) ?? [];
  };
  /** The nodes from which another one has its value. */
  const sourcesOf = (node: ts.Node): Sources => {
    const { type, initializer, expression, body } = node as Fields;
    if (ts.isTypeOfExpression(node) || ts.isTypeLiteralNode(node)) return [];
    if (ts.isFunctionLike(node)) return [type, ...(body && ts.isBlock(body) ? returnsIn(body) : [body])];
    if (ts.isTypeNode(node) || ts.isArrayLiteralExpression(node)) return childrenOf(node);
    if (ts.isCallExpression(node)) return sourcesOfCall(node);
    if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse];
    if (ts.isBinaryExpression(node))
      return /^(?:\?\?|\|\||&&)$/.test(node.operatorToken.getText()) ? [node.left, node.right] : [];
    if (ts.isShorthandPropertyAssignment(node)) return declarationsOf(checker.getShorthandAssignmentValueSymbol(node));
    if (ts.isBindingElement(node) || ts.isObjectBindingPattern(node) || ts.isArrayBindingPattern(node))
      return [node.parent];
    // Declarations have a type or a value, and other expressions, such as `await tier`, an inner one.
    return [type, initializer, expression, ...passedTo(node)];
  };
  /**
   * The fields whose value an expression, a declaration or a type has, or the operations whose response it is. Goes
   * back from a node to those from which it has its value, until one is a place of the contract.
   */
  const originOf = (node: ts.Node | undefined, seen = new Set<ts.Node>()): Key[] => {
    if (!node || seen.has(node)) return [];
    seen.add(node);
    const byPath = ts.isCallExpression(node) && callByPath(node);
    if (byPath) return [byPath.key];
    const name = nameIn(node);
    const symbols = name ? symbolsAt(name, name !== node) : [];
    const keys = symbols.flatMap(keysOf);
    if (keys.length > 0) return keys;
    const declarations = symbols.flatMap(declarationsOf);
    const isOfClient = declarations.some((each) => files.has(each.getSourceFile()));
    const object = name && objectOf(name);
    const [part = ''] = (object && namesAt(name, object)) ?? [];
    if (object && responseParts.test(part)) {
      const operations = originOf(object, seen).filter(isOperation);
      if (operations.length > 0) return operations.map((key) => (part === 'response' ? key : toKey(key, part)));
      // Without its call, the status could be that of any operation.
      if (isOfClient) return [toKey('', part)];
    }
    const sources = isOfClient ? [] : declarations.length > 0 ? declarations.filter(isOwn) : sourcesOf(node);
    return [...new Set(sources.flatMap((each) => originOf(each, seen)))];
  };
  return { objectOf, namesAt, symbolsAt, parameterOf, limitOf, callByPath, originOf };
}
