import { type Command, InvalidArgumentError } from 'commander';
import { addAnswersFlags } from './answers-file.js';
import { parserOf } from './check/setting-kinds.js';
import { configFile, flagOf } from './check/settings.js';
import { command, parsePort } from './command.js';
import { docsSettings } from './docs/docs-settings.js';
import type { DocsFlags } from './docs/run.js';

export function docsCommand(): Command {
  const docs = addAnswersFlags(
    command('docs', 'Serves the docs of the contract. They work without a network.')
      .option('--port <port>', 'port on 127.0.0.1, 0 for any free port', parsePort, 4030)
      .option('--open', 'open the docs in the default browser')
      .option('--watch', 'build the docs again when the file with answers changes, and reload open pages')
      .option('--output <folder>', 'write the docs to an empty folder instead, for any web server and any path')
      .option(
        '--site <address>',
        'address at which the folder will be published, for search engines',
        parseSiteAddress,
      ),
  ).optionsGroup(`A name of your own; ${configFile} can have the same in "docs":`);
  for (const { name, kind, placeholder = kind.placeholder, description } of docsSettings)
    docs.option(`${flagOf(name)} <${placeholder}>`, description, parserOf(flagOf(name), kind));
  return docs.action(async (flags: DocsFlags) => {
    await (await import('./docs/run.js')).runDocs(flags);
  });
}

/** Parses the address at which the docs will be published, and adds a missing slash at its end. */
function parseSiteAddress(text: string): string {
  const address = URL.canParse(text) ? new URL(text) : undefined;
  if (!address || !/^https?:$/.test(address.protocol) || address.search || address.hash || address.username)
    throw new InvalidArgumentError('Expected an address such as https://docs.example.com/directory/.');
  return address.href.replace(/\/?$/, '/');
}
