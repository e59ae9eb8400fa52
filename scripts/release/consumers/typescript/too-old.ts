// When an outdated compiler compiles this import, it must report clearly that it is too old.
import { createDirectoryClient } from 'directory-contract';

createDirectoryClient({ baseUrl: 'http://127.0.0.1', apiKey: 'a' });
