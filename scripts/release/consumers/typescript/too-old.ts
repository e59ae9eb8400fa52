// What a compiler that is too old is to say a sentence about.
import { createDirectoryClient } from 'directory-contract';

createDirectoryClient({ baseUrl: 'http://127.0.0.1', apiKey: 'a' });
