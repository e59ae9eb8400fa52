import { prefix } from './base-document.js';
import { describeRule } from './describe-rule.js';

describeRule('path-form', {
  accepts: [
    { document: 'a parameter as the last segment', changes: [[['paths', `${prefix}/matchmaking/{request_id}/`], {}]] },
  ],
  refuses: [
    `${prefix}/filters`,
    `${prefix}/`,
    `${prefix}//filters/`,
    `${prefix}/filters/?all=true/`,
    '/filters/',
    '/api/directory/private/v1beta/filters/',
    `/old${prefix}/filters/`,
  ].map((path) => ({
    document: `the path ${path}`,
    changes: [[['paths', path], {}] as const],
    findings: [
      {
        path: ['paths', path],
        message: `begins with ${prefix}/, has no empty segment and ends with a slash; found "${path}"`,
      },
    ],
  })),
});
