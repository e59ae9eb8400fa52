// A compiler that is too old must report this with a clear sentence.
import { createDirectoryClient } from 'directory-contract';

createDirectoryClient({ baseUrl: 'http://127.0.0.1', apiKey: 'a' });
