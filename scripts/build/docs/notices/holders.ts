// Copyright holders of several components.
export const meta = 'Copyright (c) Meta Platforms, Inc. and affiliates.';
export const felix = 'Copyright (c) Felix Böhm';
export const lodash =
  'Copyright jQuery Foundation and other contributors; ' +
  'Based on Underscore.js, copyright Jeremy Ashkenas, DocumentCloud and Investigative Reporters & Editors';
