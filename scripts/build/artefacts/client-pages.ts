import { parsePointer } from '../../contract/pointer.js';
import { groupBy } from '../../text/group-by.js';
import { inlineLiteral, quote, valueLiteral } from './literal.js';
import type { OperationEntry } from './operations.js';

type ListOperation = OperationEntry & { paging: NonNullable<OperationEntry['paging']> };

function selectLists(entries: readonly OperationEntry[]): ListOperation[] {
  return entries.filter((entry): entry is ListOperation => entry.paging !== undefined);
}

/** The type of `client.pages`, as code: one generator method per operation that returns a list, and per former name. */
export function pagesInterface(entries: readonly OperationEntry[]): string {
  const members = selectLists(entries).flatMap((entry) => {
    const itemsPath = parsePointer(entry.paging.items ?? '');
    const items = `Items<${[entry.id, ...(itemsPath.length > 0 ? [itemsPath] : [])].map(inlineLiteral).join(', ')}>`;
    return [
      `  /** The items of {@link DirectoryClient.${entry.id}}. */\n${methodSignature(entry.id, entry, items)}\n`,
      ...entry.formerIds.map(
        (name) => `  /** @deprecated Use ${entry.id}. */\n${methodSignature(name, entry, items)}\n`,
      ),
    ];
  });
  return `type Items<
  Id extends keyof operations,
  Place extends readonly string[] = [],
> = AsyncGenerator<CallItem<operations[Id], Place>, void, undefined>;

/**
 * One method per operation that returns a list. It generates the items of all pages. It asks for a page when
 * the items of the previous page have been read, with the same \`headers\`, \`signal\` and deadline.
 *
 * It throws a \`DirectoryRequestError\`: with the code \`refused\` for a response that is not a success, and
 * with the result as its \`cause\`, a \`DirectoryRefusal\`; with \`invalid-body\` for a page without a list; and
 * with the codes of any call.
 */
export interface DirectoryPages {
${members.join('')}}
`;
}

/** The code of the constant `paged`, which tells the client how to page each list; empty if no list has `x-paging`. */
export function pagingCode(entries: readonly OperationEntry[]): string {
  const entriesByPaging = groupBy(selectPagedLists(entries), ({ paging: { items, empty, next, total, page } }) =>
    valueLiteral(withoutUndefinedMembers({ items, empty, next, total, page: page && withoutUndefinedMembers(page) })),
  );
  const pagingNameOf = (index: number): string => `paging${index + 1}`;
  const constants = [...entriesByPaging.keys()].map(
    (pagingLiteral, index) => `const ${pagingNameOf(index)}: Paging = ${pagingLiteral};\n`,
  );
  const members = [...entriesByPaging.values()].flatMap((group, index) =>
    group.map(({ id }) => `  ${id}: ${pagingNameOf(index)},\n`),
  );
  return members.length === 0 ? '' : `\n${constants.join('')}const paged = {\n${members.join('')}};\n`;
}

/** The statements that create the client. The former name of an operation is an alias of its current method. */
export function creationCode(entries: readonly OperationEntry[], prefix: string): string {
  const options = prefix === '' ? 'options' : `withPrefix(${quote(prefix)}, options)`;
  const client = `buildClient(operationTable, ${options}) as DirectoryClient`;
  const hasPagedLists = selectPagedLists(entries).length > 0;
  const toAliases = (objectName: string, operations: readonly OperationEntry[], indent: string): string =>
    operations
      .flatMap(({ id, formerIds }) => formerIds.map((name) => `${indent}${name}: ${objectName}.${id},\n`))
      .join('');
  const methodAliases = toAliases('client', entries, '    ');
  if (methodAliases === '' && !hasPagedLists) return `return ${client};`;
  const pagesAliases = toAliases('pages', selectLists(entries), '      ');
  return `const client = ${client};
  const pages = ${hasPagedLists ? '{ ...client.pages, ...pagesOf(client, paged) }' : 'client.pages'};
  return Object.freeze({
    ...client,
${methodAliases}    pages: Object.freeze(${pagesAliases === '' ? 'pages' : `{\n      ...pages,\n${pagesAliases}    }`}),
  });`;
}

export function selectPagedLists(entries: readonly OperationEntry[]): ListOperation[] {
  return selectLists(entries).filter(({ operation }) => operation['x-paging']);
}

function withoutUndefinedMembers(value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined));
}

/** The maximum length of lines in the generated client. Code that cannot be wrapped may be longer. */
export const maxLineLength = 110;

export function methodSignature(name: string, { id, needsArgument }: OperationEntry, result: string): string {
  const start = `  ${name}(call${needsArgument ? '' : '?'}: DirectoryCall<${quote(id)}>):`;
  return start.length + result.length + 2 <= maxLineLength ? `${start} ${result};` : `${start}\n    ${result};`;
}
