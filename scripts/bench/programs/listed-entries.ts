// Starts a sandbox with invented entries, lists all entries, and stops the sandbox. The sandbox is a child process, so
// its processor time counts as time of this program. Arguments: <program> <number of entries>

import { startServer } from '../../release/program.js';
import { defaultKey } from '../../sandbox/sandbox.js';

const [program = '', count = ''] = process.argv.slice(2);
const address = /http\S+\/entries\/partners\/\S+\/$/m;
const server = await startServer([program, 'sandbox', '--port', '0', '--entries', count], address);
const list = await fetch(server.readyText.replace(/[^/]+\/$/, ''), { headers: { Authorization: defaultKey } });
await list.arrayBuffer();
await server.stop();
if (!list.ok) throw new Error(`The request for the list of entries failed with status ${list.status}.`);
