import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

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

/** The parsed documentation of a type or a member. */
interface Documentation {
  title?: string;
  description?: string;
  /** JSON Schema keywords. */
  keywords: Readonly<Record<string, unknown>>;
  /** Descriptions, by name, of members that have no declaration of their own. */
  members: ReadonlyMap<string, string>;
}

const asText = (text: string): unknown => text;
const asJson = (text: string): unknown => JSON.parse(text);

/** Tags that stand for keywords: `@minimum 0`. */
const keywords: Readonly<Record<string, (text: string) => unknown>> = {
  minimum: asJson,
  maximum: asJson,
  minLength: asJson,
  pattern: asText,
  format: asText,
  propertyNames: asJson,
  uniqueItems: () => true,
};

/**
 * Reads the comment of a declaration: its text, `@title`, `@integer`, `@member <name> <description>`, and keywords.
 *
 * @throws Error for any other tag, which may be a misspelling of one of these
 */
function documentationOf(node: ts.Node): Documentation {
  const [comment] = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc).slice(-1);
  const description = plain(comment?.comment);
  const found: Record<string, unknown> = {};
  const members = new Map<string, string>();
  let title: string | undefined;
  for (const { tagName, comment: text } of comment?.tags ?? []) {
    const name = tagName.text;
    const said = plain(text);
    const keyword = Object.hasOwn(keywords, name) ? keywords[name] : undefined;
    if (keyword) found[name] = keyword(said);
    else if (name === 'integer') found['type'] = 'integer';
    else if (name === 'title') title = said;
    else if (name === 'member') members.set(said.split(' ', 1)[0] ?? '', said.slice(said.indexOf(' ') + 1));
    else throw new Error(`${node.getSourceFile().fileName}: the tag @${name} is unknown.`);
  }
  return { ...(title && { title }), ...(description && { description }), keywords: found, members };
}

/** A comment as one line. */
function plain(comment: Parameters<typeof ts.getTextOfJSDocComment>[0]): string {
  return (ts.getTextOfJSDocComment(comment) ?? '').replace(/\s+/g, ' ').trim();
}

/** A type that a file declares. */
type Declaration = ts.InterfaceDeclaration | ts.TypeAliasDeclaration;

/** Finds declarations of types by name, in the given file and the files that it imports. It does not check types. */
class TypeDeclarations {
  readonly #files = new Map<string, ts.SourceFile>();

  /** The declaration of a type that a file declares or imports. @throws Error if the file has no such type */
  exported(path: string, name: string): Declaration {
    const file = this.#read(path);
    const own = file.statements.find(
      (statement): statement is Declaration =>
        (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement)) && statement.name.text === name,
    );
    if (own) return own;
    for (const statement of file.statements) {
      if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
      const { namedBindings } = statement.importClause ?? {};
      const found =
        namedBindings &&
        ts.isNamedImports(namedBindings) &&
        namedBindings.elements.find((element) => element.name.text === name);
      if (found) {
        const from = join(dirname(path), statement.moduleSpecifier.text.replace(/\.js$/, '.ts'));
        return this.exported(from, (found.propertyName ?? found.name).text);
      }
    }
    throw new Error(`${path}: the type ${name} does not exist.`);
  }

  /** The declaration that a type reference names. */
  referred(reference: ts.TypeReferenceNode): Declaration {
    return this.exported(reference.getSourceFile().fileName, reference.typeName.getText());
  }

  #read(path: string): ts.SourceFile {
    let file = this.#files.get(path);
    if (!file) {
      file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
      this.#files.set(path, file);
    }
    return file;
  }
}

/** The types of the files that the check reads and writes, except the settings, whose table makes its own schema. */
const types: Readonly<Record<string, SchemaRequest>> = {
  baseline: { file: 'engine/report/baseline.ts', type: 'Baseline' },
  'check-report': {
    file: 'model/report/report.ts',
    type: 'CheckReport',
    named: {
      Standing: 'standing',
      Tested: 'tested',
      OperationReport: 'operation',
      Finding: 'finding',
      EvidenceEntry: 'evidence',
    },
    open: ['Json'],
  },
};

/** The JSON Schemas, by file name, that editors use for files which people write for the check or read from it. */
export function checkSchemas(): Record<string, string> {
  const folder = fileURLToPath(new URL('../../check/', import.meta.url));
  return Object.fromEntries(
    Object.entries(types).map(([name, request]) => [
      `${name}.schema.json`,
      typeSchema({ ...request, file: folder + request.file }),
    ]),
  );
}
