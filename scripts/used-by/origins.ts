import type ts from 'typescript';
import type { ContractTypes } from './contract-types.js';
import { type Key, toKey } from './keys.js';
import type { TeamCode } from './team-code.js';
import type { TypeReader } from './types.js';

/** A call that names the path of its operation, as in `client.GET('/tiers/')`. */
interface CallByPath {
  readonly key: Key;
  readonly path: ts.Expression;
  readonly argument: ts.Expression | undefined;
}

/** The parts of a response that are in no type of the contract. */
const responseParts = /^(?:status|headers|response|data)$/;

/** Finds out which places of the contract the values of expressions come from. */
export function createOriginReader(
  { typescript: ts, checker }: TeamCode,
  { paths, files, keysOf, operationsOf, declarationsOf }: ContractTypes,
  { typeAt, valuesOf, textAt, symbolsAt }: TypeReader,
) {
  const callByPath = ({ expression, arguments: list }: ts.CallExpression): CallByPath | undefined => {
    const texts = list.map((each) =>
      ts.isFunctionLike(each) || ts.isObjectLiteralExpression(each) ? '' : textAt(each),
    );
    const index = texts.findIndex((text) => paths.has(text ?? ''));
    const [methods, path] = [paths.get(texts[index] ?? ''), list[index]];
    if (!methods || !path) return undefined;
    // A method of openapi-fetch has its name in its type, too.
    const methodTypes = typeAt(expression).aliasTypeArguments ?? [];
    const callee = ts.isPropertyAccessExpression(expression) ? expression.name : expression;
    const method = [...methodTypes.flatMap((type) => valuesOf(type) ?? []), callee.getText(), ...texts]
      .map((each) => String(each).toLowerCase())
      .find((each) => methods.has(each));
    const key = methods.get(method ?? '');
    return key === undefined ? undefined : { key, path, argument: list[index + 1] };
  };

  type Trace = (node: ts.Node | undefined) => Key[];
  /** Of a name: its place in the contract, or where its value in the code comes from. */
  const ofName = (name: ts.Identifier | ts.StringLiteralLike, object: ts.Node | undefined, trace: Trace): Key[] => {
    const symbols = symbolsAt(name);
    const keys = symbols.flatMap((symbol) => [...keysOf(symbol), ...operationsOf(symbol).map(({ key }) => key)]);
    if (keys.length > 0) return keys;
    const declarations = symbols.flatMap(declarationsOf);
    const isOfClient = declarations.some((each) => files.has(each.getSourceFile()));
    if (!object || !responseParts.test(name.text)) return isOfClient ? [] : declarations.flatMap(trace);
    const operations = trace(object).filter((key) => /^[a-z]+ [^\t]*$/.test(key));
    if (operations.length > 0) return operations.map((key) => (name.text === 'response' ? key : toKey(key, name.text)));
    // Without its call, the status could be that of any operation.
    return isOfClient ? [toKey('', name.text)] : declarations.flatMap(trace);
  };
  const ofCall = (node: ts.CallExpression, trace: Trace): Key[] => {
    const byPath = callByPath(node);
    if (byPath) return [byPath.key];
    const declaration = checker.getResolvedSignature(node)?.declaration;
    const body = declaration && 'body' in declaration ? (declaration.body as ts.Node | undefined) : undefined;
    if (body) return (ts.isBlock(body) ? returnsIn(body) : [body]).flatMap(trace);
    // The call of an operation, or of a method of a list or a text, such as `at` and `trim`, which keeps the origin.
    const callee = trace(node.expression);
    return callee.length === 0 && ts.isPropertyAccessExpression(node.expression)
      ? trace(node.expression.expression)
      : callee;
  };
  const returnsIn = (node: ts.Node): ts.Node[] => {
    if (ts.isReturnStatement(node)) return node.expression ? [node.expression] : [];
    const found: ts.Node[] = [];
    if (!ts.isFunctionLike(node)) node.forEachChild((child) => void found.push(...returnsIn(child)));
    return found;
  };
  /** Of a variable, a parameter or a property: its type, its value, or the list whose items it gets. */
  const ofVariable = (node: ts.VariableLikeDeclaration, trace: Trace): Key[] => {
    const stated = 'type' in node ? trace(node.type) : [];
    if (stated.length > 0) return stated;
    const { parent } = node;
    if (ts.isVariableDeclaration(node) && ts.isForOfStatement(parent.parent)) return trace(parent.parent.expression);
    if ('initializer' in node && node.initializer) return trace(node.initializer);
    const call = ts.isParameter(node) && ts.isCallExpression(parent.parent) ? parent.parent.expression : undefined;
    return call && ts.isPropertyAccessExpression(call) ? trace(call.expression) : [];
  };
  const childrenOf = (node: ts.Node): ts.Node[] => {
    const found: ts.Node[] = [];
    node.forEachChild((child) => void found.push(child));
    return found;
  };

  /** Each step goes back from a node to those from which it has its value, until one is a place of the contract. */
  const origin = (node: ts.Node, trace: Trace): Key[] => {
    if (ts.isIdentifier(node) || ts.isStringLiteralLike(node)) return ofName(node, undefined, trace);
    if (ts.isPropertyAccessExpression(node) && ts.isIdentifier(node.name))
      return ofName(node.name, node.expression, trace);
    if (ts.isElementAccessExpression(node))
      return ts.isStringLiteralLike(node.argumentExpression)
        ? ofName(node.argumentExpression, node.expression, trace)
        : trace(node.expression);
    if (ts.isBindingElement(node)) {
      const name = node.propertyName ?? node.name;
      const isPart = ts.isObjectBindingPattern(node.parent) && ts.isIdentifier(name) && !node.dotDotDotToken;
      return isPart ? ofName(name, node.parent.parent, trace) : trace(node.parent.parent);
    }
    if (ts.isCallExpression(node)) return ofCall(node, trace);
    if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse].flatMap(trace);
    if (ts.isBinaryExpression(node))
      return /^(?:\?\?|\|\||&&)$/.test(node.operatorToken.getText()) ? [node.left, node.right].flatMap(trace) : [];
    if (ts.isShorthandPropertyAssignment(node))
      return declarationsOf(checker.getShorthandAssignmentValueSymbol(node)).flatMap(trace);
    if (
      ts.isVariableDeclaration(node) ||
      ts.isParameter(node) ||
      ts.isPropertySignature(node) ||
      ts.isPropertyDeclaration(node) ||
      ts.isPropertyAssignment(node)
    )
      return ofVariable(node, trace);
    if (ts.isTypeAliasDeclaration(node)) return trace(node.type);
    const isValue =
      ts.isParenthesizedExpression(node) ||
      ts.isNonNullExpression(node) ||
      ts.isAsExpression(node) ||
      ts.isSatisfiesExpression(node) ||
      ts.isAwaitExpression(node);
    const isType = ts.isTypeNode(node) && !ts.isTypeLiteralNode(node) && !ts.isFunctionTypeNode(node);
    return isValue || isType ? childrenOf(node).flatMap(trace) : [];
  };

  /** The fields whose value an expression, a declaration or a type has, or the operations whose response it is. */
  const originOf = (start: ts.Node): Key[] => {
    const seen = new Set<ts.Node>();
    const trace: Trace = (node) => {
      if (!node || seen.has(node)) return [];
      seen.add(node);
      return origin(node, trace);
    };
    return [...new Set(trace(start))];
  };
  return { callByPath, originOf };
}
