import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

/** A type that a file declares. */
export type Declaration = ts.InterfaceDeclaration | ts.TypeAliasDeclaration;

/** Finds declarations of types by name, in the given file and the files that it imports. It does not check types. */
export class TypeDeclarations {
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
