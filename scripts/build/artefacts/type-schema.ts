import ts from 'typescript';
import { type Documentation, documentationOf } from './documentation-tags.js';
import { type Declaration, TypeDeclarations } from './type-declarations.js';

type Schema = Readonly<Record<string, unknown>>;

/** A type that is published as a JSON Schema. */
export interface SchemaRequest {
  /** The file that declares it. */
  file: string;
  type: string;
  /** The `$defs` names of types that are described once and referred to; all other types are described inline. */
  named?: Readonly<Record<string, string>>;
  /** Types that accept any value. */
  open?: readonly string[];
}

/**
 * Makes a JSON Schema (2020-12) from a type. No object allows further members; documentation becomes descriptions, and
 * tags become the keywords that a type cannot express. Members keep the order of their declaration.
 *
 * @throws Error with file and line for a type that no schema can express
 */
export function typeSchema(request: SchemaRequest): string {
  const declarations = new TypeDeclarations();
  const schema = new SchemaMaker(request, declarations);
  const root = schema.described(declarations.exported(request.file, request.type));
  const dialect = { $schema: 'https://json-schema.org/draft/2020-12/schema' };
  return `${JSON.stringify({ ...dialect, ...root, ...schema.definitions }, null, 2)}\n`;
}

class SchemaMaker {
  readonly #named: Readonly<Record<string, string>>;
  readonly #open: readonly string[];
  readonly #declarations: TypeDeclarations;
  readonly #definitions = new Map<string, Schema>();

  constructor({ named = {}, open = [] }: SchemaRequest, declarations: TypeDeclarations) {
    this.#named = named;
    this.#open = open;
    this.#declarations = declarations;
  }

  get definitions(): { $defs?: Schema } {
    const inOrder = Object.values(this.#named).flatMap((name) => {
      const schema = this.#definitions.get(name);
      return schema ? [[name, schema] as const] : [];
    });
    return inOrder.length > 0 ? { $defs: Object.fromEntries(inOrder) } : {};
  }

  /** The schema of a declared type, with its documentation. */
  described(declaration: Declaration): Schema {
    const said = documentationOf(declaration);
    return ts.isInterfaceDeclaration(declaration)
      ? { ...headOf(said), ...this.#object(declaration.members) }
      : this.#node(declaration.type, said);
  }

  #node(node: ts.TypeNode, said: Documentation): Schema {
    const literals = this.#literals(node);
    if (literals)
      return {
        ...this.#aliasHead(node),
        ...headOf(said),
        ...(literals.length === 1 ? { const: literals[0] } : { enum: literals }),
      };
    const head = headOf(said);
    switch (node.kind) {
      case ts.SyntaxKind.StringKeyword:
        return { ...head, type: 'string', ...said.keywords };
      case ts.SyntaxKind.NumberKeyword:
        return { ...head, type: 'number', ...said.keywords };
      case ts.SyntaxKind.BooleanKeyword:
        return { ...head, type: 'boolean' };
    }
    if (ts.isArrayTypeNode(node))
      return { ...head, type: 'array', ...said.keywords, items: this.#node(node.elementType, nothing) };
    if (ts.isTypeLiteralNode(node)) return { ...head, ...this.#object(node.members) };
    if (ts.isTypeOperatorNode(node) && node.operator === ts.SyntaxKind.ReadonlyKeyword)
      return this.#node(node.type, said);
    const some = ts.isUnionTypeNode(node) ? node.types.filter(({ kind }) => kind !== undefinedKeyword) : [];
    if (some.length === 1 && some[0]) return this.#node(some[0], said);
    if (ts.isTypeReferenceNode(node)) return this.#reference(node, said);
    throw unsayable(node);
  }

  #reference(node: ts.TypeReferenceNode, said: Documentation): Schema {
    const name = node.typeName.getText();
    const [first, second] = node.typeArguments ?? [];
    const head = headOf(said);
    if (this.#open.includes(name)) return head;
    if (name === 'Readonly' && first) return this.#node(first, said);
    if (name === 'Record' && first && second) return { ...head, ...this.#record(first, second, said) };
    if (name === 'Partial' && first && ts.isTypeReferenceNode(first) && first.typeName.getText() === 'Record') {
      const [keys, value] = first.typeArguments ?? [];
      if (keys && value) return { ...head, ...this.#map(value, said, { propertyNames: { enum: this.#keys(keys) } }) };
    }
    if (name === 'Omit' && first && second && ts.isTypeReferenceNode(first)) {
      const declaration = this.#declarations.referred(first);
      if (!ts.isInterfaceDeclaration(declaration)) throw unsayable(node);
      const left = this.#literals(second) ?? [];
      const members = declaration.members.filter((member) => !left.includes(member.name?.getText() ?? ''));
      return { ...headOf(documentationOf(declaration)), ...head, ...this.#object(members) };
    }
    if (node.typeArguments) throw unsayable(node);
    const declaration = this.#declarations.referred(node);
    const definition = this.#named[name];
    if (definition === undefined) return { ...this.described(declaration), ...head };
    if (!this.#definitions.has(definition)) this.#definitions.set(definition, this.described(declaration));
    return { $ref: `#/$defs/${definition}`, ...head };
  }

  /** The documentation of an alias; empty for other types. */
  #aliasHead(node: ts.TypeNode): Schema {
    return ts.isTypeReferenceNode(node) ? headOf(documentationOf(this.#declarations.referred(node))) : {};
  }

  #object(members: readonly ts.TypeElement[]): Schema {
    const required: string[] = [];
    const properties = members.map((member): [string, Schema] => {
      if (!ts.isPropertySignature(member) || !member.type) throw unsayable(member);
      const name = ts.isStringLiteral(member.name) ? member.name.text : member.name.getText();
      if (!member.questionToken && !mayBeUndefined(member.type)) required.push(name);
      return [name, this.#node(member.type, documentationOf(member))];
    });
    return { type: 'object', properties: Object.fromEntries(properties), required, additionalProperties: false };
  }

  /** Keywords about a value apply to each value of a record. */
  #record(keys: ts.TypeNode, value: ts.TypeNode, said: Documentation): Schema {
    if (keys.kind === ts.SyntaxKind.StringKeyword) return this.#map(value, said);
    const names = this.#keys(keys);
    const { propertyNames: _, ...own } = said.keywords;
    const properties = names.map((name): [string, Schema] => {
      const description = said.members.get(name);
      return [name, this.#node(value, { ...nothing, ...(description && { description }), keywords: own })];
    });
    return { type: 'object', properties: Object.fromEntries(properties), required: names, additionalProperties: false };
  }

  #map(value: ts.TypeNode, { keywords }: Documentation, names: Schema = {}): Schema {
    const { propertyNames, ...own } = keywords;
    return {
      type: 'object',
      ...(propertyNames !== undefined && { propertyNames }),
      ...names,
      additionalProperties: this.#node(value, { ...nothing, keywords: own }),
    };
  }

  #keys(node: ts.TypeNode): string[] {
    const literals = this.#literals(node);
    if (!literals) throw unsayable(node);
    return literals.map(String);
  }

  /** The values of a literal type, or of a union of literals; undefined for any other type. */
  #literals(node: ts.TypeNode): (string | number)[] | undefined {
    if (ts.isLiteralTypeNode(node)) {
      if (ts.isStringLiteral(node.literal)) return [node.literal.text];
      return ts.isNumericLiteral(node.literal) ? [Number(node.literal.text)] : undefined;
    }
    if (ts.isUnionTypeNode(node)) {
      const all = node.types.map((each) => this.#literals(each));
      return all.every((each) => each !== undefined) ? all.flat() : undefined;
    }
    if (!ts.isTypeReferenceNode(node) || node.typeArguments || this.#named[node.typeName.getText()]) return undefined;
    if (this.#open.includes(node.typeName.getText())) return undefined;
    const declaration = this.#declarations.referred(node);
    return ts.isTypeAliasDeclaration(declaration) ? this.#literals(declaration.type) : undefined;
  }
}

const undefinedKeyword = ts.SyntaxKind.UndefinedKeyword;
const nothing: Documentation = { keywords: {}, members: new Map() };

function headOf({ title, description }: Documentation): Schema {
  return { ...(title && { title }), ...(description && { description }) };
}

function mayBeUndefined(node: ts.TypeNode): boolean {
  return ts.isUnionTypeNode(node) && node.types.some(({ kind }) => kind === undefinedKeyword);
}

function unsayable(node: ts.Node): Error {
  const file = node.getSourceFile();
  const { line } = file.getLineAndCharacterOfPosition(node.getStart());
  return new Error(`${file.fileName}:${line + 1}: no schema can express the type ${node.getText()}.`);
}
