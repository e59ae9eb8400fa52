// A compiler that is too old for the package must say so clearly when it compiles this import.
import { createDirectoryClient } from 'directory-contract';

createDirectoryClient({ baseUrl: 'http://127.0.0.1', apiKey: 'a' });
