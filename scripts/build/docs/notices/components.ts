import type { Component } from './component.js';
import { felix, lodash, meta } from './holders.js';

/** SHA-256 of the version of `redoc.standalone.js` in `@redocly/cli` that this list was made for. */
export const redocDigest = '8c70c2de83d33e33a75b225e573d6d9fe851f066f824b44b1637d831d52d7543';

/**
 * Redocly lists the software in its command, but not in Redoc's script, and its bundler keeps few comments. This list
 * comes from comparing the script with the dependencies of Redoc and its theme, and their dependencies; most are
 * recognised by a text of theirs. Repeat the comparison after an update of Redocly: the dependencies are in the package
 * `redoc` of the version in the first lines of the script.
 */
export const components: readonly Component[] = [
  {
    name: 'redoc',
    licence: 'MIT',
    copyright: 'Copyright (c) 2015-present, Rebilly, Inc.; (c) Copyright 2026 Redocly LLC',
    mark: /Redocly LLC, all rights reserved\.[\s*-]*Version: ([\d.]+)/,
  },
  {
    name: '@redocly/theme, @redocly/config',
    licence: 'MIT',
    copyright: 'Copyright 2022 Redocly Inc.; Copyright 2024 Redocly Inc.',
    mark: /sendCatalogEntitiesListSearchResultClickedMessage/,
  },
  {
    name: '@redocly/openapi-core',
    licence: 'MIT',
    copyright: 'Copyright 2019 Redocly Inc.',
    mark: /docs\/cli\/rules\/oas\/no-unresolved-refs/,
  },
  {
    name: '@redocly/redoc-opentelemetry',
    licence: 'MIT',
    copyright: '(c) Copyright 2025 Redocly Inc, all rights reserved.',
    mark: /otel\.cloud\.redocly\.com/,
  },
  {
    name: 'react, react/jsx-runtime',
    licence: 'MIT',
    copyright: meta,
    mark: /\breact(?:-jsx-runtime)?\.production\.js/,
  },
  {
    name: 'react-dom',
    licence: 'MIT',
    copyright: meta,
    mark: /\breact-dom(?:-client)?\.production\.js|rendererPackageName:`react-dom`/,
  },
  { name: 'scheduler', licence: 'MIT', copyright: meta, mark: /\bscheduler\.production\.js/ },
  {
    name: 'react-router',
    licence: 'MIT',
    copyright:
      'Copyright (c) React Training LLC 2015-2019; Copyright (c) Remix Software Inc. 2020-2021; Copyright (c) ' +
      'Shopify Inc. 2022-2023',
    mark: /react-router v([\d.]+)/,
  },
  {
    name: 'styled-components',
    licence: 'MIT',
    copyright: 'Copyright (c) 2016-present Glen Maddern and Maximilian Stoiber',
    mark: /`data-styled-version`,\w+=`([\d.]+)`/,
  },
  {
    name: 'stylis',
    licence: 'MIT',
    copyright: 'Copyright (c) 2016-present Sultan Tarimo',
    mark: /`-ms-`,\w+=`-moz-`,\w+=`-webkit-`,\w+=`comm`/,
  },
  {
    name: '@emotion/unitless (in styled-components)',
    licence: 'MIT',
    copyright: 'Copyright (c) Emotion team and other contributors',
    mark: /animationIterationCount:1,aspectRatio:1/,
  },
  {
    name: 'hoist-non-react-statics (in styled-components)',
    licence: 'BSD-3-Clause',
    copyright: 'Copyright (c) 2015, Yahoo! Inc. All rights reserved.',
    mark: /getDerivedStateFromProps:!0,propTypes:!0/,
  },
  { name: 'jotai', licence: 'MIT', copyright: 'Copyright (c) 2020 Poimandres', mark: /__JOTAI_DEFAULT_STORE__/ },
  { name: 'jotai-family', licence: 'MIT', copyright: 'Copyright (c) 2025 Poimandres', mark: /setShouldRemove/ },
  { name: 'lodash.debounce', licence: 'MIT', copyright: lodash, mark: /`maxWait`in \w+/ },
  { name: 'lodash.throttle', licence: 'MIT', copyright: lodash, mark: /maxWait:\w+,trailing/ },
  {
    name: 'hotkeys-js',
    licence: 'MIT',
    copyright: 'Copyright (c) 2015-present, Kenny Wong.; Copyright (c) 2011-2013 Thomas Fuchs',
    mark: /window\.hotkeys/,
  },
  {
    name: 'copy-to-clipboard',
    licence: 'MIT',
    copyright: 'Copyright (c) 2017 sudodoki <smd.deluzion@gmail.com>',
    mark: /copy command was unsuccessful/,
  },
  {
    name: 'toggle-selection',
    licence: 'MIT',
    copyright: 'Copyright (c) 2017 sudodoki <smd.deluzion@gmail.com>',
    mark: /\.type===`Caret`/,
  },
  { name: 'file-saver', licence: 'MIT', copyright: 'Copyright © 2016 Eli Grey', mark: /\.FileSaver=/ },
  {
    name: 'flexsearch',
    licence: 'Apache-2.0',
    copyright: 'Copyright Thomas Wilkerling; hosted by Nextapps GmbH',
    mark: /FlexSearch\.js v([\d.]+)/,
  },
  {
    name: 'slugify',
    licence: 'MIT',
    copyright: 'Copyright (c) Simeon Velichkov <simeonvelichkov@gmail.com>',
    mark: /slugify: string argument expected/,
  },
  {
    name: 'dompurify',
    licence: 'Apache-2.0',
    copyright: 'Copyright Dr.-Ing. Mario Heiderich, Cure53, and other contributors',
    mark: /@license DOMPurify ([\d.]+)/,
  },
  {
    name: '@tanstack/highlight',
    licence: 'MIT',
    copyright: 'Copyright (c) 2026-present Tanner Linsley',
    mark: /angular-html/,
  },
  {
    name: 'prismjs (the font of its tree view)',
    licence: 'MIT',
    copyright: 'Copyright (c) 2012 Lea Verou',
    mark: /TreeViewIcons/,
  },
  {
    name: '@markdoc/markdoc',
    licence: 'MIT',
    copyright: 'Copyright (c) 2021- Stripe, Inc. (https://stripe.com)',
    mark: /peg\$silentFails/,
  },
  {
    name: 'markdown-it',
    licence: 'MIT',
    copyright: 'Copyright (c) 2014 Vitaly Puzrin, Alex Kocharin.',
    mark: /node_modules\/markdown-it\//,
  },
  {
    name: 'linkify-it',
    licence: 'MIT',
    copyright: 'Copyright (c) 2015 Vitaly Puzrin.',
    mark: /node_modules\/linkify-it\//,
  },
  {
    name: 'mdurl',
    licence: 'MIT',
    copyright:
      'Copyright (c) 2015 Vitaly Puzrin, Alex Kocharin. Parts: Copyright Joyent, Inc. and other Node contributors.',
    mark: /node_modules\/mdurl\//,
  },
  {
    name: 'uc.micro',
    licence: 'MIT',
    copyright: 'Copyright Mathias Bynens <https://mathiasbynens.be/>',
    mark: /node_modules\/uc\.micro\//,
  },
  {
    name: 'punycode',
    licence: 'MIT',
    copyright: 'Copyright Mathias Bynens <https://mathiasbynens.be/>',
    mark: /node_modules\/punycode\//,
  },
  {
    name: 'entities',
    licence: 'BSD-2-Clause',
    copyright: felix,
    mark: /node_modules\/entities\/|absenceOfDigitsInNumericCharacterReference/,
  },
  {
    name: 'htmlparser2',
    licence: 'MIT',
    copyright: 'Copyright 2010, 2011, Chris Winberry <chris@winberry.net>. All rights reserved.',
    mark: /stateInAttributeValueNoQuotes/,
  },
  {
    name: 'domhandler, domutils, domelementtype',
    licence: 'BSD-2-Clause',
    copyright: felix,
    mark: /isTagParent|ProcessingInstruction/,
  },
  { name: 'js-yaml', licence: 'MIT', copyright: 'Copyright (C) 2011-2015 by Vitaly Puzrin', mark: /js-yaml ([\d.]+)/ },
  {
    name: 'path-browserify',
    licence: 'MIT',
    copyright: 'Copyright (c) 2013 James Halliday',
    mark: /The "pathObject" argument must be of type Object/,
  },
  {
    name: 'json-pointer',
    licence: 'MIT',
    copyright: 'Copyright (c) 2016 Manuel Stofer',
    mark: /Invalid reference token: /,
  },
  { name: 'foreach', licence: 'MIT', copyright: 'Copyright (c) 2013 Manuel Stofer', mark: /Invalid reference token: / },
  { name: 'jsonpath-rfc9535', licence: 'Apache-2.0', copyright: 'Copyright P0lip', mark: /MemberNameShorthand/ },
  { name: 'json-crawl', licence: 'MIT', copyright: 'Copyright (c) 2022 Damir Yusipov', mark: /json-crawl v([\d.]+)/ },
  {
    name: 'allof-merge',
    licence: 'MIT',
    copyright: 'Copyright (c) 2022 Damir Yusipov',
    mark: /Could not merge values, they are probably incompat/,
  },
  {
    name: 'openapi-sampler',
    licence: 'MIT',
    copyright: 'Copyright (c) 2017 Roman Hotsiy <gotsijroman@gmail.com>',
    mark: /OpenAPI Sampler: /,
  },
  {
    name: 'fast-xml-parser',
    licence: 'MIT',
    copyright: 'Copyright (c) 2017 Amit Kumar Gupta',
    mark: /suppressUnpairedNode/,
  },
  {
    name: 'fast-xml-builder',
    licence: 'MIT',
    copyright: 'Copyright (c) 2026 Natural Intelligence',
    mark: /suppressUnpairedNode/,
  },
  { name: 'graphql', licence: 'MIT', copyright: 'Copyright (c) GraphQL Contributors', mark: /`GraphQLError`/ },
  {
    name:
      '@opentelemetry/api, core, resources, sdk-trace, exporter-trace-otlp-http, otlp-exporter-base, ' +
      'otlp-transformer, semantic-conventions',
    licence: 'Apache-2.0',
    copyright: 'Copyright The OpenTelemetry Authors',
    mark: /@opentelemetry\/sdk-trace/,
  },
  {
    name: '@babel/runtime, regenerator-runtime',
    licence: 'MIT',
    copyright:
      'Copyright (c) 2014-present Sebastian McKenzie and other contributors; Copyright (c) 2014-present, ' +
      'Facebook, Inc.',
    mark: /regenerator-runtime -- Copyright/,
  },
];
