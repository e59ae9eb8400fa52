import type ts from 'typescript';
import type { ContractTypes, NamedOperation } from './contract-types.js';
import { createFlowReader } from './flows.js';
import type { Key } from './keys.js';
import { createOriginReader } from './origins.js';
import type { TeamCode } from './team-code.js';
import { createTypeReader } from './types.js';
import type { Use } from './use.js';

/** Methods that compare a value with others. */
const searches = /^(?:includes|has|indexOf|startsWith|endsWith|test|match|localeCompare)$/;

/** As many names at one place come from `keyof`, and code rarely means all of them. */
const maxNames = 9;

/** Finds all uses of a contract in the files of a team. */
export function findUsesOf(contract: ContractTypes, code: TeamCode): Use[] {
  const { typescript: ts, checker } = code;
  const { keysOf, keysOfCall, operationsOf } = contract;
  const types = createTypeReader(code, contract);
  const { typeAt, membersOf, propertiesNamed, keysIn, valuesOf, symbolsAt, isUnknown, hasProperty } = types;
  const { callByPath, originOf } = createOriginReader(code, contract, types);
  const flowsOf = createFlowReader(code, contract, types);
  const { StringLike, NumberLike, BooleanLike, Null } = ts.TypeFlags;
  const primitive = StringLike | NumberLike | BooleanLike | Null;
  const ownFiles = new Set(code.files);
  const uses: Use[] = [];
  const add = (kind: Use['kind'], keys: readonly Key[], node: ts.Node, more: Partial<Use> = {}): void => {
    if (keys.length > 0) uses.push({ kind, keys, node, ...more });
  };
  const valuesAt = (node: ts.Expression): unknown[] | undefined => valuesOf(typeAt(node));
  /** Adds all operations of a client, where nothing says which of them code calls. */
  const addClient = (client: ts.Type, node: ts.Node, reason: string): void => {
    for (const { key } of client.getProperties().flatMap(operationsOf)) add('call', [key], node, { reason });
  };

  /** The accesses and calls that begin with an expression, as in `queries.getTier.queryOptions(call)`. */
  const chainOf = (node: ts.Node): (ts.CallExpression | ts.PropertyAccessExpression)[] => {
    const { parent } = node;
    const isLink = (ts.isCallExpression(parent) || ts.isPropertyAccessExpression(parent)) && parent.expression === node;
    return isLink ? [parent, ...chainOf(parent)] : [];
  };
  const isCallArgument = (type: ts.Type): boolean =>
    isUnknown(type) || ['path', 'query', 'body', 'headers'].some((name) => hasProperty(type, [name]) !== false);
  /** Adds the calls of operations at their name, or at a variable that holds one of them. */
  const addCalls = (operations: readonly Partial<NamedOperation>[], node: ts.Expression, at: ts.Node): void => {
    if (operations.length === 0) return;
    const chain = chainOf(node);
    const calls = chain.filter(ts.isCallExpression);
    const argument = calls
      .flatMap((each) => [...each.arguments])
      .map(typeAt)
      .find(isCallArgument);
    const isDirect = calls[0] && calls[0] === chain[0] && !calls[0].arguments.some(ts.isSpreadElement);
    // If a variable holds the operation, its calls are uses of their own.
    const isHeld = ts.isVariableDeclaration(node.parent) || ts.isBindingElement(node.parent);
    const has = (...path: string[]): boolean | undefined => isHeld || hasProperty(argument, path);
    const isInfinite = chain.some((each) => ts.isPropertyAccessExpression(each) && /^infinite/.test(each.name.text));
    for (const { key = '', isPaged, ...more } of operations)
      add('call', keysOfCall(key), at, {
        ...more,
        isPaged: isPaged || isInfinite,
        ...((argument || isDirect || isHeld) && { has }),
      });
  };

  /** Adds what code does with a property or an operation; `node` is the whole expression, and `at` the name in it. */
  const addAccess = (symbols: readonly ts.Symbol[], node: ts.Expression, at: ts.Node): void => {
    const keys = symbols.flatMap(keysOf);
    const { parent } = node;
    const isTarget = ts.isBinaryExpression(parent) && parent.left === node;
    const isAssigned = isTarget && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken;
    const isStep =
      ts.isPostfixUnaryExpression(parent) || ts.isPrefixUnaryExpression(parent) || ts.isDeleteExpression(parent);
    if (isStep || (isTarget && /^[^=!<>]*=$/.test(parent.operatorToken.getText())))
      add('write', keys, at, { values: isAssigned ? valuesAt(parent.right) : undefined });
    if (!isAssigned) add('read', keys, at);
    addCalls(symbols.flatMap(operationsOf), node, at);
  };
  const addName = (node: ts.Identifier | ts.StringLiteralLike): void => {
    const { parent } = node;
    if ('moduleSpecifier' in parent || ts.isPropertyAssignment(parent)) return;
    const isOfType = ts.isTypeNode(parent) || ts.isQualifiedName(parent) || ts.isImportOrExportSpecifier(parent);
    const isPart = ts.isPropertyAccessExpression(parent) || ts.isElementAccessExpression(parent);
    const symbols = symbolsAt(node);
    if (isOfType || (ts.isStringLiteralLike(node) && !isPart)) {
      add(isOfType ? 'name' : 'text', symbols.flatMap(keysOf), node);
      for (const { key, name } of symbols.flatMap(operationsOf)) add('name', [key], node, { name });
    } else addAccess(symbols, isPart && parent.expression !== node ? parent : node, node);
    if (node.text === 'data') add('read', originOf(parent), node);
  };
  const addElement = (node: ts.ElementAccessExpression): void => {
    const { argumentExpression: argument, expression, parent } = node;
    const type = typeAt(expression);
    const names = valuesAt(argument)?.map(String) ?? [];
    const isOfSome = names.length === 1 || names.length < Math.min(maxNames, type.getProperties().length);
    const isWrite = ts.isBinaryExpression(parent) && parent.left === node;
    add('compare', originOf(argument), argument);
    for (const name of isOfSome ? names : []) addAccess(propertiesNamed(type, name), node, argument);
    if ((isOfSome && names.length > 0) || checker.isArrayLikeType(type)) return;
    add('dynamic', keysIn(type), argument, { isWrite, reason: 'chooses a field while it runs' });
    addClient(type, argument, 'chooses an operation while it runs');
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
    if (byPath) {
      const type = byPath.argument && typeAt(byPath.argument);
      const has = (...path: string[]) =>
        hasProperty(type, /^(?:body|headers)$/.test(path[0] ?? '') ? path : ['params', ...path]);
      add('call', keysOfCall(byPath.key), byPath.path, { name: '', has });
    } else if (ts.isIdentifier(callee) && symbolsAt(callee).flatMap(operationsOf).length === 0)
      addCalls(
        originOf(callee).flatMap((key) => (/ [^\t]*$/.test(key) ? { key } : [])),
        callee,
        callee,
      );
    // An object beside another, as in `Object.assign(tier, { title })`, may name its fields.
    const written = list.filter(ts.isObjectLiteralExpression).flatMap((each) => typeAt(each).getProperties());
    for (const { name, valueDeclaration = node } of written) {
      const fields = list
        .map(typeAt)
        .flatMap((type) => propertiesNamed(type, name))
        .flatMap(keysOf);
      add('read', fields, valueDeclaration, { reason: 'names the field in a call with the object' });
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
  /** Adds that an object literal becomes an object of the contract, not only of a part such as `Partial<Tier>`. */
  const addObject = (node: ts.ObjectLiteralExpression): void => {
    const type = checker.getContextualType(node);
    const members = (type ? membersOf(type) : []).flatMap((each) => (each.isIntersection() ? each.types : [each]));
    const keys = members.flatMap(({ symbol }) => keysOf(symbol));
    add('build', keys, node, { has: (...path) => hasProperty(typeAt(node), path) });
  };

  const addresses = [...contract.paths].map(([path, methods]) => {
    const segments = path.split(/\{[^}]*\}/).map((part) => part.replace(/[.*+?^$|()[\]\\]/g, '\\$&'));
    const pattern = new RegExp(`^[^/]*(?://[^/]*)?${segments.join('[^/?#]+')}(?:[?#]|$)`);
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
    const isCallee =
      ts.isPropertyAccessExpression(parent) || ts.isElementAccessExpression(parent) || ts.isCallExpression(parent);
    // Without a type, the pattern of a declaration would count as one.
    const isUntyped = ts.isVariableDeclaration(parent) && !parent.type;
    const isUnused = ts.isExpressionStatement(parent) || ts.isAwaitExpression(parent) || isUntyped;
    if (ts.isLiteralExpression(node) || isUnused || (isCallee && parent.expression === node)) return;
    const [expected, limit] = [checker.getContextualType(node), types.limitOf(node)];
    for (const to of new Set([expected, limit && keysIn(limit).length > 0 ? limit : undefined])) {
      if (!to || membersOf(to).every(({ flags }) => flags & primitive)) continue;
      const from = typeAt(node);
      const flows = flowsOf(from, to);
      for (const { declaration, kind, keys, ...more } of flows) {
        const isOwn = declaration && ownFiles.has(declaration.getSourceFile());
        add(kind, keys, isOwn ? (ts.getNameOfDeclaration(declaration) ?? declaration) : node, more);
      }
      if (flows[0]?.kind === 'dynamic') addClient(from, node, 'passes the client to code that may call any operation');
    }
  };

  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) || ts.isStringLiteralLike(node)) addName(node);
    if (ts.isStringLiteralLike(node)) addAddress(node, node.text);
    else if (ts.isTemplateExpression(node))
      addAddress(node, [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('x'));
    else if (ts.isTypeOperatorNode(node) && node.operator === ts.SyntaxKind.KeyOfKeyword)
      add('dynamic', keysIn(typeAt(node.type), true), node, { reason: 'names all fields with keyof' });
    else if (ts.isElementAccessExpression(node) && !ts.isStringLiteralLike(node.argumentExpression)) addElement(node);
    else if (ts.isObjectLiteralExpression(node)) addObject(node);
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
  for (const file of code.files) if (!contract.files.has(file)) visit(file);
  return uses;
}
