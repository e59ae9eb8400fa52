import type ts from 'typescript';

type Compiler = typeof ts;

/**
 * Declares each schema under its own name, `interface Badge { … }`, and refers to it by this name everywhere. The
 * generator writes `type Badge = components['schemas']['Badge']`, for which editors and compilers show all members
 * instead of the name. Objects become interfaces, to which a team can add the fields of its own service. A value of an
 * interface type is not assignable to `Record<string, unknown>`, but its copy `{ ...badge }` is.
 *
 * @param nodes the statements from the generator, among them `type Badge = …` for each schema
 * @param ts the compiler that created the statements
 */
export function declareTypes(
  nodes: readonly ts.Node[],
  commentOf: (schema: string) => readonly string[],
  ts: Compiler,
): ts.Node[] {
  const { factory } = ts;
  const aliases = nodes.filter(ts.isTypeAliasDeclaration);
  const names = new Map(aliases.map(({ name, type }) => [schemaOf(type, ts), name.text]));
  const schemas = schemasOf(nodes, ts);
  const types = new Map(schemas?.members.map((member) => [nameOf(member, ts), typeOf(member, ts)]));

  const referenceTo = (schema: string | undefined): ts.TypeNode | undefined => {
    const name = schema && names.get(schema);
    return name ? factory.createTypeReferenceNode(name) : undefined;
  };
  const { transformed } = ts.transform<ts.Node>(
    [...nodes],
    [
      (context) => {
        const visit = (node: ts.Node): ts.Node => {
          if (ts.isTypeAliasDeclaration(node)) return declareType(node);
          if (node === schemas) return factory.createTypeLiteralNode(schemas.members.map(toReference));
          return referenceTo(schemaOf(node, ts)) ?? ts.visitEachChild(node, visit, context);
        };
        /** Replaces the reference after `type Badge =` with the type itself. An object becomes an interface. */
        const declareType = (alias: ts.TypeAliasDeclaration): ts.Node => {
          const schema = schemaOf(alias.type, ts);
          const type = schema && types.get(schema);
          if (!type) return ts.visitEachChild(alias, visit, context);
          const { modifiers, name, typeParameters } = alias;
          const visitedType = ts.visitNode(type, visit, ts.isTypeNode);
          const members = membersOf(visitedType, ts);
          const statement = members
            ? factory.createInterfaceDeclaration(modifiers, name, typeParameters, undefined, members)
            : factory.createTypeAliasDeclaration(modifiers, name, typeParameters, visitedType);
          return withComment(statement, commentOf(schema), ts);
        };
        /** Makes a member of `components['schemas']` refer to the schema's own declaration. */
        const toReference = (member: ts.TypeElement): ts.TypeElement => {
          const type = referenceTo(nameOf(member, ts));
          return type ? factory.createPropertySignature(undefined, member.name ?? '', undefined, type) : member;
        };
        return visit;
      },
    ],
  );
  return transformed;
}

function schemasOf(nodes: readonly ts.Node[], ts: Compiler): ts.TypeLiteralNode | undefined {
  const isComponents = (node: ts.Node) => ts.isInterfaceDeclaration(node) && node.name.text === 'components';
  const components = nodes.find(isComponents) as ts.InterfaceDeclaration | undefined;
  const type = typeOf(
    components?.members.find((member) => nameOf(member, ts) === 'schemas'),
    ts,
  );
  return type && ts.isTypeLiteralNode(type) ? type : undefined;
}

/** The name of the schema that a type refers to. After `type Badge =`, it is one long identifier. */
function schemaOf(node: ts.Node, ts: Compiler): string | undefined {
  if (ts.isTypeReferenceNode(node) && ts.isIdentifier(node.typeName))
    return /^components\['schemas'\]\['(.+)'\]$/.exec(node.typeName.text)?.[1];
  const [objectType, schema] = splitIndexedAccess(node, ts) ?? [];
  const [root, kind] = (objectType && splitIndexedAccess(objectType, ts)) ?? [];
  const isComponents =
    root && ts.isTypeReferenceNode(root) && ts.isIdentifier(root.typeName) && root.typeName.text === 'components';
  return isComponents && kind === 'schemas' ? schema : undefined;
}

function splitIndexedAccess(node: ts.Node, ts: Compiler): [of: ts.TypeNode, key: string] | undefined {
  if (!ts.isIndexedAccessTypeNode(node) || !ts.isLiteralTypeNode(node.indexType)) return undefined;
  const { literal } = node.indexType;
  return ts.isStringLiteral(literal) ? [node.objectType, literal.text] : undefined;
}

function nameOf({ name }: ts.TypeElement, ts: Compiler): string | undefined {
  return name && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? name.text : undefined;
}

function typeOf(member: ts.TypeElement | undefined, ts: Compiler): ts.TypeNode | undefined {
  return member && ts.isPropertySignature(member) ? member.type : undefined;
}

/**
 * The members of an object type; undefined for any other type. The generator writes an object with undeclared fields as
 * `{ … } & { [key: string]: unknown }`. One interface can combine both parts, since every field fits `unknown`.
 */
function membersOf(type: ts.TypeNode, ts: Compiler): ts.TypeElement[] | undefined {
  if (ts.isTypeLiteralNode(type)) return [...type.members];
  if (!ts.isIntersectionTypeNode(type)) return undefined;
  const [fields, openMembers, ...furtherTypes] = type.types.map((part) =>
    ts.isTypeLiteralNode(part) ? part.members : undefined,
  );
  const isOpenObject = openMembers?.every(
    (member) => ts.isIndexSignatureDeclaration(member) && member.type.kind === ts.SyntaxKind.UnknownKeyword,
  );
  return fields && openMembers && isOpenObject && furtherTypes.length === 0 ? [...fields, ...openMembers] : undefined;
}

function withComment<Node extends ts.Node>(node: Node, lines: readonly string[], ts: Compiler): Node {
  // Escape the end of a comment as the generator does.
  const text = lines.map((line) => ` * ${line.replaceAll('*/', '*\\/')}\n`).join('');
  return ts.addSyntheticLeadingComment(node, ts.SyntaxKind.MultiLineCommentTrivia, `*\n${text} `, true);
}
