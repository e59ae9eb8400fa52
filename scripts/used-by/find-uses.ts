import type ts from 'typescript';
import { pathSource } from '../contract/path-template.js';
import type { ContractTypes } from './contract-types.js';
import { createFlowReader } from './flows.js';
import { isOperation, type Key } from './keys.js';
import { createOriginReader } from './origins.js';
import type { TeamCode } from './team-code.js';
import { createTypeReader } from './types.js';
import type { Use } from './use.js';

/** Methods that compare a value with others. */
const searches = /^(?:includes|has|indexOf|startsWith|endsWith|test|match|localeCompare)$/;

/** Finds all uses of a contract in the files of a team. */
export function findUsesOf(contract: ContractTypes, code: TeamCode): Use[] {
  const { typescript: ts, checker } = code;
  const { keysOf, keysOfCall, declarationsOf } = contract;
  const types = createTypeReader(code, contract);
  const { typeAt, membersOf, propertiesNamed, keysIn, valuesOf, isUnknown, hasProperty } = types;
  const { objectOf, namesAt, symbolsAt, parameterOf, limitOf, callByPath, originOf } = createOriginReader(
    code,
    contract,
    types,
  );
  const flowsOf = createFlowReader(code, contract, types);
  const ownFiles = new Set(code.files);
  const uses: Use[] = [];
  const add = (kind: Use['kind'], keys: readonly Key[], node: ts.Node, more: Partial<Use> = {}): void => {
    // Code that reads any part of a client may call any of its operations.
    const operations = kind === 'dynamic' ? keys.filter(isOperation) : [];
    const isOfAny = keys.some((key) => key.startsWith('\t'));
    const reason = isOfAny ? 'reads a response that could be of this operation' : undefined;
    if (keys.length > operations.length) uses.push({ kind, keys, node, ...(reason && { reason }), ...more });
    for (const key of more.isWrite ? [] : operations) uses.push({ kind: 'call', keys: [key], node, ...more });
  };
  const valuesAt = (node: ts.Expression): unknown[] | undefined => valuesOf(typeAt(node));
  /** Whether an object has a part; in the argument of openapi-fetch, parameters are one level deeper. */
  const partsOf =
    (type: ts.Type | undefined): Use['has'] =>
    (...path) => {
      const isThere = hasProperty(type, path);
      return isThere === false ? hasProperty(type, ['params', ...path]) : isThere;
    };

  /** The accesses and calls that begin with an expression, as in `queries.getTier.queryOptions(call)`. */
  const chainOf = (node: ts.Node): (ts.CallExpression | ts.PropertyAccessExpression)[] => {
    const { parent } = node;
    const isLink = (ts.isCallExpression(parent) || ts.isPropertyAccessExpression(parent)) && parent.expression === node;
    return isLink ? [parent, ...chainOf(parent)] : [];
  };
  const isCallArgument = (type: ts.Type): boolean =>
    isUnknown(type) || ['path', 'query', 'body', 'headers'].some((name) => hasProperty(type, [name]) !== false);
  const isOfPages = ({ parent }: ts.Declaration): boolean =>
    ts.isInterfaceDeclaration(parent) && parent.name.text.endsWith('Pages');
  /** Adds the calls of operations at a name of them, or at a variable that holds one of them. */
  const addCalls = (operations: readonly Key[], whole: ts.Node, node: ts.Node, symbols: readonly ts.Symbol[]): void => {
    const chain = chainOf(whole);
    const calls = chain.filter(ts.isCallExpression);
    const [first] = calls;
    const argument = calls.flatMap((each) => each.arguments.map(typeAt)).find(isCallArgument);
    const isDirect = first && first === chain[0] && !first.arguments.some(ts.isSpreadElement);
    const isInfinite = chain.some((each) => ts.isPropertyAccessExpression(each) && /^infinite/.test(each.name.text));
    const isPaged = isInfinite || symbols.flatMap(declarationsOf).some(isOfPages);
    const has = argument || isDirect ? partsOf(argument) : undefined;
    for (const key of operations) add('call', keysOfCall(key), node, { name: symbols[0]?.name, isPaged, has });
  };

  const isOfClient = (call: ts.CallExpression): boolean => {
    const { declaration } = checker.getResolvedSignature(call) ?? {};
    return declaration !== undefined && contract.files.has(declaration.getSourceFile());
  };
  /** Adds what code does with the fields and operations that a name means. */
  const addName = (node: ts.Node, object?: ts.Node): void => {
    const { parent } = node;
    const symbols = symbolsAt(node);
    const keys = symbols.flatMap(keysOf);
    const operations = keys.filter(isOperation);
    const fields = keys.filter((key) => !isOperation(key));
    const whole = object && ts.isExpression(parent) ? parent : node;
    const { parent: around } = whole;
    const isOfType = ts.isTypeNode(parent) || ts.isQualifiedName(parent) || ts.isImportOrExportSpecifier(parent);
    const isText = ts.isStringLiteralLike(node) && !object;
    // If a variable holds an operation, its calls are uses of their own.
    const isHeld = ts.isVariableDeclaration(around) || ts.isBindingElement(around);
    if (isOfType || isText || isHeld)
      for (const key of operations) add('name', [key], node, { name: symbols[0]?.name });
    else if (operations.length > 0) addCalls(operations, whole, node, symbols);
    else if (ts.isCallExpression(around) && around.expression === whole && isOfClient(around))
      addCalls(originOf(whole).filter(isOperation), whole, node, []);
    const target = ts.isBinaryExpression(around) && around.left === whole ? around : undefined;
    const operator = target?.operatorToken.getText() ?? '';
    const isAssigned = /^[^=!<>]*=$/.test(operator);
    // Code may read or write the field that a text names.
    if (isOfType) add('name', fields, node);
    else if (operator !== '=') add('read', fields, node);
    if (isText || isAssigned) add('write', fields, node, { values: target && valuesAt(target.right) });
  };
  /** Adds what code does with the parts of an object that a node names, or with any part. */
  const addPart = (node: ts.Node, object: ts.Node): void => {
    const names = namesAt(node, object);
    if (names) addName(node, object);
    if (names?.includes('data')) add('read', originOf(node.parent), node);
    if (names || checker.isArrayLikeType(typeAt(object))) return;
    const isWrite = ts.isBinaryExpression(node.parent.parent) && node.parent.parent.left === node.parent;
    add('dynamic', keysIn(typeAt(object)), node, { isWrite, reason: 'chooses a field or an operation while it runs' });
  };
  /** Adds a comparison of a value with others, of which code shows those that are literals. */
  const addComparison = (side: ts.Expression, others: readonly ts.Expression[]): void => {
    const keys = ts.isLiteralExpression(side) ? [] : originOf(side);
    add('compare', keys, side);
    for (const other of others.flatMap((each) => (ts.isArrayLiteralExpression(each) ? [...each.elements] : [each]))) {
      const type = typeAt(other);
      const item = checker.isArrayLikeType(type) && checker.getIndexTypeOfType(type, ts.IndexKind.Number);
      add('value', keys, other, { values: valuesOf(item || type) });
    }
  };
  const addBinary = ({ left, right, operatorToken }: ts.BinaryExpression): void => {
    const operator = operatorToken.getText();
    const isNothing = [left, right].some((side) => /^(?:null|undefined)$/.test(side.getText()));
    if (isNothing || !/^(?:[!=]==?|[<>]=?)$/.test(operator)) return;
    addComparison(left, /[<>]/.test(operator) ? [] : [right]);
    addComparison(right, /[<>]/.test(operator) ? [] : [left]);
  };
  const addCall = (node: ts.CallExpression): void => {
    const { expression: callee, arguments: list } = node;
    const [argument] = list;
    const byPath = callByPath(node);
    const init = byPath?.argument && typeAt(byPath.argument);
    if (byPath) add('call', keysOfCall(byPath.key), byPath.path, { name: '', has: partsOf(init) });
    // An object beside another, as in `Object.assign(tier, { title })`, may name its fields.
    for (const literal of list.filter(ts.isObjectLiteralExpression))
      for (const name of literal.properties.flatMap((property) => property.name ?? [])) {
        const others = list.filter((each) => each !== literal).map(typeAt);
        const fields = others.flatMap((type) => propertiesNamed(type, name.getText())).flatMap(keysOf);
        for (const kind of ['read', 'write'] as const)
          add(kind, fields, name, { reason: 'names the field in a call with the object' });
      }
    if (!argument || !ts.isPropertyAccessExpression(callee)) return;
    if (searches.test(callee.name.text)) {
      addComparison(argument, [callee.expression]);
      addComparison(callee.expression, [argument]);
    }
    if (!/^(?:get|has)$/.test(callee.name.text)) return;
    const headers = originOf(callee.expression).filter((key) => key.endsWith('\theaders'));
    add('value', headers, argument, { values: valuesAt(argument)?.map((name) => String(name).toLowerCase()) });
  };

  const addresses = [...contract.paths].map(([path, methods]) => {
    const pattern = new RegExp(`^[^/]*(?://[^/]*)?${pathSource(path, '[^/?#]+')}(?:[?#]|$)`);
    return { path, pattern, keys: [...methods.values()] };
  });
  const addAddress = (node: ts.Expression, text: string): void => {
    const isTyped = ts.isCallExpression(node.parent) && callByPath(node.parent)?.path === node;
    if (!text.includes('/') || isTyped || ts.isLiteralTypeNode(node.parent)) return;
    for (const { path, pattern, keys } of addresses) {
      if (path === text) add('name', keys, node, { name: '' });
      for (const key of pattern.test(text) ? keys : [])
        add('call', [key], node, { name: '', reason: 'writes the address as a text' });
    }
  };

  /** Adds what happens if a value goes where another type is expected. */
  const addFlows = (node: ts.Expression): void => {
    const { parent } = node;
    // Without a type, the pattern of a declaration would count as one.
    const isUntyped = ts.isAwaitExpression(parent) || (ts.isVariableDeclaration(parent) && !parent.type);
    if (ts.isLiteralExpression(node) || isUntyped) return;
    const expected = limitOf(node);
    const parameter = parameterOf(node);
    const flows = expected ? flowsOf(typeAt(node), expected) : [];
    // A generic function reads the fields that its parameter names, and passes the object on.
    const others = (parameter ? flowsOf(typeAt(node), typeAt(parameter)) : []).filter(({ kind }) => kind !== 'dynamic');
    for (const { declaration, kind, keys, ...more } of [...flows, ...others]) {
      const isOwn = declaration && ownFiles.has(declaration.getSourceFile());
      add(kind, keys, isOwn ? (ts.getNameOfDeclaration(declaration) ?? declaration) : node, more);
    }
    if (!expected || !ts.isObjectLiteralExpression(node)) return;
    // The literal becomes an object of the contract, not only of a part such as `Partial<Tier>`.
    const members = membersOf(expected).flatMap((each) => (each.isIntersection() ? each.types : [each]));
    const keys = members.flatMap(({ symbol }) => keysOf(symbol));
    add('build', keys, node, { has: partsOf(typeAt(node)) });
  };

  const visit = (node: ts.Node): void => {
    const object = objectOf(node);
    if (object) addPart(node, object);
    else if (ts.isIdentifier(node) || ts.isStringLiteralLike(node)) addName(node);
    if (ts.isStringLiteralLike(node)) addAddress(node, node.text);
    else if (ts.isTemplateExpression(node))
      addAddress(node, [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('x'));
    else if (ts.isTypeOperatorNode(node) && node.operator === ts.SyntaxKind.KeyOfKeyword)
      add('dynamic', keysIn(typeAt(node.type), true), node, { reason: 'names all fields with keyof' });
    else if (ts.isElementAccessExpression(node))
      add('compare', originOf(node.argumentExpression), node.argumentExpression);
    else if (ts.isBinaryExpression(node)) addBinary(node);
    else if (ts.isSwitchStatement(node))
      addComparison(
        node.expression,
        node.caseBlock.clauses.filter(ts.isCaseClause).map(({ expression }) => expression),
      );
    else if (ts.isForInStatement(node))
      add('dynamic', keysIn(typeAt(node.expression)), node.expression, { reason: 'reads all fields in a loop' });
    else if (ts.isCallExpression(node)) addCall(node);
    if (ts.isExpression(node)) addFlows(node);
    node.forEachChild(visit);
  };
  for (const file of code.files) if (!contract.files.has(file)) file.forEachChild(visit);
  return uses;
}
