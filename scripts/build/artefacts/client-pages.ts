import { parsePointer } from '../../contract/pointer.js';
import { groupBy } from '../../text/group-by.js';
import { inlineLiteral, quoted, valueLiteral } from './literal.js';
import type { OperationEntry } from './operations.js';

type List = OperationEntry & { paging: NonNullable<OperationEntry['paging']> };

/** The operations that read a list. */
function listsOf(entries: readonly OperationEntry[]): List[] {
  return entries.filter((entry): entry is List => entry.paging !== undefined);
}

/** The types of `client.pages`: one generator for each operation that reads a list, and for its former names. */
export function pagesTypes(entries: readonly OperationEntry[]): string {
  const members = listsOf(entries).flatMap((entry) => {
    const place = parsePointer(entry.paging.items ?? '');
    const items = `Items<${[entry.id, ...(place.length > 0 ? [place] : [])].map(inlineLiteral).join(', ')}>`;
    return [
      `  /** The items of {@link DirectoryClient.${entry.id}}. */\n${method(entry.id, entry, items)}\n`,
      ...entry.formerly.map((name) => `  /** @deprecated Use ${entry.id}. */\n${method(name, entry, items)}\n`),
    ];
  });
  return `type Items<
  Id extends keyof operations,
  Place extends readonly string[] = [],
> = AsyncGenerator<CallItem<operations[Id], Place>, void, undefined>;

/**
 * One method per operation that returns a list. It generates the items of all pages. It asks for a page when
 * the items of the page before have been taken, with the same \`headers\`, \`signal\` and deadline.
 *
 * It throws a \`DirectoryRequestError\`: with the code \`refused\` for a response that is not a success, and
 * with the result as its \`cause\`, a \`DirectoryRefusal\`; with \`invalid-body\` for a page without a list; and
 * with the codes of any call.
 */
export interface DirectoryPages {
${members.join('')}}
`;
}

/** The code that says how each list with `x-paging` is read; empty if there is none. */
export function pagingCode(entries: readonly OperationEntry[]): string {
  const forms = groupBy(pagedOf(entries), ({ paging: { items, next, total, page } }) =>
    valueLiteral(defined({ items, next, total, page: page && defined(page) })),
  );
  const name = (index: number): string => `paging${index + 1}`;
  const constants = [...forms.keys()].map((form, index) => `const ${name(index)}: Paging = ${form};\n`);
  const members = [...forms.values()].flatMap((same, index) => same.map(({ id }) => `  ${id}: ${name(index)},\n`));
  return members.length === 0 ? '' : `\n${constants.join('')}const paged = {\n${members.join('')}};\n`;
}

/** The statements that create the client; a former name is the same function as its replacement. */
export function creation(entries: readonly OperationEntry[], prefix: string): string {
  const options = prefix === '' ? 'options' : `withPrefix(${quoted(prefix)}, options)`;
  const client = `buildClient(operationTable, ${options}) as DirectoryClient`;
  const isPaged = pagedOf(entries).length > 0;
  const aliases = (from: string, named: readonly OperationEntry[], margin: string): string =>
    named.flatMap(({ id, formerly }) => formerly.map((name) => `${margin}${name}: ${from}.${id},\n`)).join('');
  const former = aliases('client', entries, '    ');
  if (former === '' && !isPaged) return `return ${client};`;
  const formerLists = aliases('pages', listsOf(entries), '      ');
  return `const client = ${client};
  const pages = ${isPaged ? '{ ...client.pages, ...pagesOf(client, paged) }' : 'client.pages'};
  return Object.freeze({
    ...client,
${former}    pages: Object.freeze(${formerLists === '' ? 'pages' : `{\n      ...pages,\n${formerLists}    }`}),
  });`;
}

/** The operations with `x-paging`. */
export function pagedOf(entries: readonly OperationEntry[]): List[] {
  return listsOf(entries).filter(({ operation }) => operation['x-paging']);
}

/** Without undefined members. */
function defined(value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined));
}

/** The maximum length of a generated line that can be broken. */
export const columns = 110;

/** The signature of a method of an interface, on one line if it fits. */
export function method(name: string, { id, needsArgument }: OperationEntry, result: string): string {
  const start = `  ${name}(call${needsArgument ? '' : '?'}: DirectoryCall<${quoted(id)}>):`;
  return start.length + result.length + 2 <= columns ? `${start} ${result};` : `${start}\n    ${result};`;
}
