import { prefix } from './base-document.js';
import { describeRule, put, type Row, wrong } from './describe-rule.js';

describeRule('path-form', {
  accepts: [['a parameter as the last segment', put(['paths', `${prefix}/matchmaking/{request_id}/`], {})]],
  rejects: [
    `${prefix}/filters`,
    `${prefix}/`,
    `${prefix}//filters/`,
    `${prefix}/filters/?all=true/`,
    '/filters/',
    '/api/directory/private/v1beta/filters/',
    `/old${prefix}/filters/`,
  ].map(
    (path): Row => [
      `the path ${path}`,
      wrong(['paths', path], {}, `begins with ${prefix}/, has no empty segment and ends with a slash; found "${path}"`),
    ],
  ),
});
