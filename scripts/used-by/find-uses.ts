import type ts from 'typescript';
import type { ContractDeclarations, DeclaredOperation } from './declarations.js';
import { createFlowReader } from './flows.js';
import type { Key } from './keys.js';
import { createOriginReader } from './origins.js';
import type { TeamCode } from './team-code.js';
import { createTypeReader } from './types.js';
import type { Use } from './use.js';

/** Functions of the queries that take the argument of a call. */
const queryFunctions = /^(?:queryOptions|infiniteQueryOptions)$/;
/** Methods that compare a value with others. */
const searches = /^(?:includes|has|indexOf|startsWith|endsWith|test|match|localeCompare)$/;
const comparisons = /^(?:[!=]==?|[<>]=?)$/;

/** More names at one place come from `keyof`, and code rarely means all of them. */
const maxNames = 8;

/** `ContextFlags.Completions` of TypeScript, which its types do not declare. */
const completions = 4;
type ContextualChecker = ts.TypeChecker & {
  getContextualType(node: ts.Expression, flags: typeof completions): ts.Type | undefined;
};

/** Finds all uses of a contract in the files of a team. */
export function collectUses(code: TeamCode, declarations: ContractDeclarations): Use[] {
  const { typescript: ts, checker } = code;
  const types = createTypeReader(code, declarations);
  const { keysOfProperty, holdersOf, valuesOf, propertiesNamed, operationsIn, hasProperty, declarationsOf } = types;
  const { operationsOf, callByPath, nameOf, symbolsAt, originOf } = createOriginReader(code, declarations, types);
  const { flowsOf, isOpaque } = createFlowReader(code, types);
  const ownFiles = new Set(code.files);
  const uses: Use[] = [];
  const add = (kind: Use['kind'], keys: readonly Key[], node: ts.Node, more: Partial<Use> = {}): void => {
    if (keys.length > 0)
      uses.push({ kind, keys, node: ts.isPropertyAccessExpression(node) ? node.name : node, ...more });
  };
  const typeAt = (node: ts.Node): ts.Type => checker.getTypeAtLocation(node);
  const valuesAt = (node: ts.Expression): unknown[] | undefined => {
    if (ts.isArrayLiteralExpression(node)) return node.elements.flatMap((each) => valuesOf(typeAt(each)) ?? []);
    const item = checker.isArrayLikeType(typeAt(node)) && checker.getIndexTypeOfType(typeAt(node), ts.IndexKind.Number);
    return valuesOf(item || typeAt(node));
  };
  const addFlows = (from: ts.Type, to: ts.Type, node: ts.Node): void => {
    // Nothing says which operations code calls on a client without its type.
    if (isOpaque(to))
      for (const { key } of operationsIn(from.getProperties()))
        add('call', [key], node, { reason: 'passes the client to code that may call any operation' });
    for (const { declaration, kind, keys, ...more } of flowsOf(from, to)) {
      const isOwn = declaration && ownFiles.has(declaration.getSourceFile());
      add(kind, keys, isOwn ? (ts.getNameOfDeclaration(declaration) ?? declaration) : node, more);
    }
  };

  /** Adds the calls of operations. `reference` is the whole expression, and `node` the name in it. */
  const addOperations = (operations: readonly DeclaredOperation[], node: ts.Node, reference: ts.Node): void => {
    const { parent } = reference;
    const query = ts.isPropertyAccessExpression(parent) && queryFunctions.test(parent.name.text) ? parent : undefined;
    const callee = query ?? reference;
    const call = ts.isCallExpression(callee.parent) && callee.parent.expression === callee ? callee.parent : undefined;
    // If a variable holds the method, its calls are uses of their own.
    const isHeld = ts.isVariableDeclaration(parent) || ts.isBindingElement(reference);
    for (const { key, name, owner } of operations) {
      const argument = call?.arguments[owner === '' ? 1 : 0];
      const has = isHeld ? () => true : (...path: string[]) => hasProperty(argument && typeAt(argument), path);
      const isShown = isHeld || (call && !call.arguments.some(ts.isSpreadElement));
      const isPaged = owner.endsWith('Pages') || query?.name.text === 'infiniteQueryOptions';
      add('call', [key], node, { name, isPaged, ...(isShown && { has }) });
    }
  };

  const addAccess = (
    node: ts.PropertyAccessExpression | ts.ElementAccessExpression,
    name: string,
    at: ts.Node,
  ): void => {
    const { parent } = node;
    const type = typeAt(node.expression);
    const keys = keysOfProperty(type, name);
    const isTarget = ts.isBinaryExpression(parent) && parent.left === node;
    const isAssigned = isTarget && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken;
    const isStep =
      ts.isPostfixUnaryExpression(parent) || ts.isPrefixUnaryExpression(parent) || ts.isDeleteExpression(parent);
    if (isStep || (isTarget && /^[^=!<>]*=$/.test(parent.operatorToken.getText())))
      add('write', keys, at, { values: isAssigned ? valuesOf(typeAt(parent.right)) : undefined });
    if (!isAssigned) add('read', keys, at);
    addOperations(operationsIn(propertiesNamed(type, name)), at, node);
  };
  const addElement = (node: ts.ElementAccessExpression): void => {
    const { argumentExpression: argument } = node;
    const type = typeAt(node.expression);
    const names = valuesOf(typeAt(argument))?.map(String);
    const properties = types.membersOf(type).flatMap((member) => member.getProperties());
    addComparison(argument, undefined);
    if (names && names.length <= maxNames && (names.length === 1 || names.length < properties.length))
      for (const name of names) addAccess(node, name, argument);
    else if (!checker.isArrayLikeType(type)) {
      const isWrite = ts.isBinaryExpression(node.parent) && node.parent.left === node;
      add('dynamic', holdersOf(type), argument, { isWrite, reason: 'chooses a field while it runs' });
      for (const { key } of operationsIn(properties))
        add('call', [key], argument, { reason: 'chooses an operation while it runs' });
    }
  };

  const addComparison = (side: ts.Expression, values: unknown[] | undefined): void => {
    if (!ts.isLiteralExpression(side)) add('compare', originOf(side), side, { values });
  };
  const addBinary = ({ left, right, operatorToken }: ts.BinaryExpression): void => {
    const operator = operatorToken.getText();
    if (operator === 'in')
      for (const name of valuesAt(left) ?? []) add('read', keysOfProperty(typeAt(right), String(name)), left);
    if (operator === '=' && ts.isObjectLiteralExpression(left))
      for (const { name } of left.properties)
        if (name) add('read', keysOfProperty(typeAt(right), nameOf(name) ?? ''), name);
    if (!comparisons.test(operator)) return;
    for (const [side, other] of [
      [left, right],
      [right, left],
    ] as const)
      if (!/^(?:null|undefined)$/.test(other.getText()))
        addComparison(side, /=/.test(operator) && !/[<>]/.test(operator) ? valuesAt(other) : undefined);
  };
  const addCall = (node: ts.CallExpression): void => {
    const sent = callByPath(node);
    if (sent) {
      const type = sent.argument && typeAt(sent.argument);
      const has = (...path: string[]) =>
        hasProperty(type, /^(?:body|headers)$/.test(path[0] ?? '') ? path : ['params', ...path]);
      add('call', [sent.key], sent.path, { name: '', has });
    }
    const {
      expression: callee,
      arguments: [argument],
    } = node;
    addTexts(node);
    if (!argument || !ts.isPropertyAccessExpression(callee)) return;
    if (searches.test(callee.name.text)) {
      addComparison(argument, valuesAt(callee.expression));
      addComparison(callee.expression, valuesAt(argument));
    }
    if (callee.name.text !== 'get' && callee.name.text !== 'has') return;
    const headers = originOf(callee.expression).filter((key) => key.endsWith('\theaders'));
    add('compare', headers, argument, { values: valuesAt(argument)?.map((name) => String(name).toLowerCase()) });
  };

  /** Fields that texts name beside an object, as in `pick(tier, ['id'])` and `expect(tier).toMatchObject({ id })`. */
  const addTexts = ({ expression, arguments: list }: ts.CallExpression): void => {
    const objects = [...list, ...(ts.isPropertyAccessExpression(expression) ? [expression.expression] : [])]
      .map(typeAt)
      .flatMap((type) => [type, ...types.argumentsOf(type)])
      .filter((type) => holdersOf(type).length > 0);
    if (objects.length === 0) return;
    for (const each of list) {
      const texts = ts.isObjectLiteralExpression(each)
        ? typeAt(each)
            .getProperties()
            .map(({ name }) => name)
        : valuesAt(each);
      for (const text of texts ?? [])
        for (const object of objects)
          add('read', keysOfProperty(object, String(text)), each, {
            reason: 'names the field in a call with the object',
          });
    }
  };

  const addPattern = (node: ts.ObjectBindingPattern): void => {
    const type = typeAt(node);
    for (const element of node.elements) {
      const at = element.propertyName ?? element.name;
      const name = element.dotDotDotToken ? undefined : nameOf(at);
      if (name === undefined) continue;
      add('read', keysOfProperty(type, name), at);
      addOperations(operationsIn(propertiesNamed(type, name)), at, element);
    }
  };

  const addName = (name: ts.Node, node: ts.Node): void => {
    const keys = symbolsAt(name)
      .flatMap(declarationsOf)
      .flatMap((each) => declarations.names.get(each) ?? []);
    add('name', keys, node);
  };
  /** Fields and operations that texts name in types: `Tier['id']`, `Pick<Tier, 'id'>`, `operations['getTier']`. */
  const addNamed = (list: readonly ts.TypeNode[], node: ts.Node): void => {
    const all = list.map((each) => checker.getTypeFromTypeNode(each));
    const names = all.flatMap((type) => valuesOf(type)?.map(String) ?? []);
    if (names.length > maxNames) return;
    for (const name of names)
      for (const type of all) {
        const symbols = propertiesNamed(type, name);
        add('name', keysOfProperty(type, name), node);
        add(
          'name',
          symbols.flatMap(declarationsOf).flatMap((each) => declarations.names.get(each) ?? []),
          node,
        );
        addOperations(operationsIn(symbols), node, node);
      }
  };
  const addTypeReference = (node: ts.TypeReferenceNode | ts.ImportTypeNode, name: ts.Node): void => {
    addName(name, node);
    if (!node.typeArguments) return;
    addNamed(node.typeArguments, node);
    const isOfClient = symbolsAt(name)
      .flatMap(declarationsOf)
      .some((each) => clientFiles.has(each.getSourceFile()));
    for (const key of isOfClient ? originOf(node) : [])
      for (const operation of declarations.operations.values())
        if (operation.key === key && operation.owner === 'operations')
          add('call', [key], node, { name: operation.name, has: () => true });
  };
  const clientFiles = new Set([...declarations.operations.keys()].map((node) => node.getSourceFile()));
  /** Members of a type of the team that repeat those of the type that it extends or implements. */
  const addHeritage = (node: ts.ExpressionWithTypeArguments): void => {
    addName(node.expression, node);
    const owner = node.parent.parent;
    for (const { name } of ts.isClassLike(owner) || ts.isInterfaceDeclaration(owner) ? owner.members : [])
      if (name) add('name', keysOfProperty(typeAt(node), nameOf(name) ?? ''), name);
  };

  const shapes = [...declarations.paths].map(([path, methods]) => {
    const segments = path.split(/\{[^}]*\}/).map((part) => part.replace(/[.*+?^$|()[\]\\]/g, '\\$&'));
    return {
      pattern: new RegExp(`^[^/]*(?://[^/]*)?${segments.join('[^/?#]+')}(?:[?#]|$)`),
      keys: [...methods.values()],
    };
  });
  const addAddress = (node: ts.Expression, text: string): void => {
    const isTyped = ts.isCallExpression(node.parent) && callByPath(node.parent)?.path === node;
    if (!text.includes('/') || isTyped || ts.isLiteralTypeNode(node.parent)) return;
    for (const { pattern, keys } of shapes)
      if (pattern.test(text)) add('call', keys, node, { name: '', reason: 'writes the address as a text' });
  };

  const visit = (node: ts.Node): void => {
    if (ts.isImportSpecifier(node) || ts.isExportSpecifier(node)) addName(node.name, node);
    else if (ts.isTypeReferenceNode(node)) addTypeReference(node, node.typeName);
    else if (ts.isImportTypeNode(node) && node.qualifier) addTypeReference(node, node.qualifier);
    else if (ts.isTypeQueryNode(node) && ts.isQualifiedName(node.exprName)) {
      const { right } = node.exprName;
      addOperations(operationsIn(symbolsAt(right)), right, node);
    } else if (ts.isExpressionWithTypeArguments(node)) addHeritage(node);
    else if (ts.isIndexedAccessTypeNode(node)) addNamed([node.objectType, node.indexType], node.indexType);
    else if (ts.isTypeOperatorNode(node) && node.operator === ts.SyntaxKind.KeyOfKeyword)
      add('dynamic', holdersOf(typeAt(node.type)), node, { reason: 'names all fields with keyof' });
    else if (ts.isPropertyAccessExpression(node)) addAccess(node, node.name.text, node.name);
    else if (ts.isElementAccessExpression(node)) addElement(node);
    else if (ts.isObjectBindingPattern(node)) addPattern(node);
    else if (ts.isBinaryExpression(node)) addBinary(node);
    else if (ts.isSwitchStatement(node)) {
      const clauses = node.caseBlock.clauses.filter(ts.isCaseClause);
      addComparison(
        node.expression,
        clauses.flatMap(({ expression }) => valuesAt(expression) ?? []),
      );
    } else if (ts.isForInStatement(node))
      add('dynamic', holdersOf(typeAt(node.expression)), node.expression, { reason: 'reads all fields in a loop' });
    else if (ts.isCallExpression(node)) addCall(node);
    else if (ts.isIdentifier(node) && isReference(node)) addOperations(operationsOf(node), node, node);
    if (ts.isStringLiteralLike(node)) addAddress(node, node.text);
    if (ts.isTemplateExpression(node))
      addAddress(
        node,
        node.templateSpans.reduce((text, { literal }) => `${text}x${literal.text}`, node.head.text),
      );
    if (ts.isExpression(node) && isPassed(node))
      for (const target of targetsOf(node)) addFlows(typeAt(node), target, node);
    node.forEachChild(visit);
  };
  /** The types that are expected of a value: for an argument of a generic function, also the limit of its type. */
  const targetsOf = (node: ts.Expression): ts.Type[] => {
    const { parent } = node;
    const isGeneric = ts.isCallExpression(parent) && checker.getResolvedSignature(parent)?.declaration?.typeParameters;
    // Editors ask for completions in the same way, without what TypeScript infers from the argument itself.
    const limit = isGeneric ? (checker as ContextualChecker).getContextualType(node, completions) : undefined;
    const expected = checker.getContextualType(node);
    return [expected, limit && types.keysWithin(limit).length > 0 ? limit : undefined].filter(
      (type) => type !== undefined,
    );
  };
  /** Whether a name stands for the value of a variable or an import, and not for its declaration. */
  const isReference = (node: ts.Identifier): boolean => {
    const { parent } = node;
    if (ts.isShorthandPropertyAssignment(parent)) return true;
    const isName = 'name' in parent && parent.name === node;
    return (
      !isName &&
      (ts.isExpression(parent) || ts.isStatement(parent) || ('initializer' in parent && parent.initializer === node))
    );
  };
  const isPassed = (node: ts.Expression): boolean => {
    const { parent } = node;
    // Without a type, the pattern of a declaration would count as one.
    if (
      ts.isLiteralExpression(node) ||
      ts.isExpressionStatement(parent) ||
      (ts.isVariableDeclaration(parent) && !parent.type)
    )
      return false;
    const isInner =
      ts.isPropertyAccessExpression(parent) || ts.isElementAccessExpression(parent) || ts.isCallExpression(parent);
    return !isInner || parent.expression !== node;
  };

  for (const file of code.files) if (!declarations.files.has(file)) visit(file);
  return uses;
}
