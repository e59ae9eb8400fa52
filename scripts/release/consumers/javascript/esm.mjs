// Imports every entry point that needs no test runner.
import assert from 'node:assert/strict';
import * as root from 'directory-contract';
import * as check from 'directory-contract/check';
import * as examples from 'directory-contract/examples';
import * as mock from 'directory-contract/mock';
import * as sandbox from 'directory-contract/sandbox';
import * as validators from 'directory-contract/validators';
import { doJobs } from './jobs.mjs';

await doJobs({ root, validators, examples, sandbox, mock, check });
await assert.rejects(import('directory-contract/generated/openapi.yaml'), { code: 'ERR_PACKAGE_PATH_NOT_EXPORTED' });
