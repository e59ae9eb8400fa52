// @ts-nocheck: Dredd has no types.
// What Dredd cannot know: the key, ids that exist and that do not, and requests that get the refusals of the document.
// Its reader of OpenAPI 3 has no schemas of responses, only a body made from them whose every field it would want, so
// that these hooks give it the schemas of the document. What failed goes to a file: its reports do not name it.
const { readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const hooks = require('hooks');

const service = require(join(__dirname, `${process.env.BENCH_SERVICE}.cjs`));
const document = JSON.parse(readFileSync(process.env.BENCH_DOCUMENT, 'utf8'));
const known = { ...service.existing };

const operationOf = ({ request, origin }) => `${request.method} ${origin.resourceName}`;

hooks.beforeEach((transaction, done) => {
  const { request, expected, origin } = transaction;
  const operation = operationOf(transaction);
  const status = Number(expected.statusCode);
  const ids = status === 404 ? service.unknown : service.idsFor(operation, status, known);
  if (ids === undefined) transaction.skip = true;
  const path = origin.resourceName.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(ids?.[name] ?? ''));
  const isInvalid = status === 422 || (status === 400 && !service.bodies[operation]);
  const query = isInvalid ? service.invalidQueries[operation] : undefined;
  transaction.fullPath = query === undefined ? path : `${path}?${query}`;
  if (status === 422 && service.invalidPaths[operation]) transaction.fullPath = service.invalidPaths[operation];

  if (status !== 401) Object.assign(request.headers, service.credentials(process.env.SERVICE_KEY));
  Object.assign(request.headers, service.headers[operation]);
  const body = service.bodies[operation];
  if (body) {
    request.headers['Content-Type'] = status === 415 ? 'application/x-unknown' : body.type;
    request.body = body.valid(known);
    if (status === 400) request.body = body.malformed ?? '{"';
    if (status === 422) request.body = body.invalid;
    if (status === 409 && body.conflicting) request.body = body.conflicting;
  }

  const schema = schemaOf(request.method, origin.resourceName, status, expected.headers);
  if (schema) expected.bodySchema = JSON.stringify(schema);
  done();
});

/** The schema of a response, with all that it refers to; `headers` loses those that the document does not require. */
function schemaOf(method, path, status, headers) {
  const { responses } = document.paths[path][method.toLowerCase()];
  const response = resolved(responses[String(status)] ?? responses.default ?? {});
  for (const [name, header] of Object.entries(response.headers ?? {}))
    if (!resolved(header).required)
      for (const sent of Object.keys(headers)) if (sent.toLowerCase() === name.toLowerCase()) delete headers[sent];
  const [[type, media] = []] = Object.entries(response.content ?? {});
  // It compares all of a media type with all of the document's, and a charset may be added to texts.
  if (type?.startsWith('text/')) delete headers['Content-Type'];
  if (!media?.schema || type.startsWith('text/')) return undefined;
  const { components } = document;
  // Beside a reference the older dialect of Dredd ignores everything.
  return { $schema: 'http://json-schema.org/draft-07/schema#', allOf: [media.schema], components };
}

function resolved(part) {
  if (part.$ref === undefined) return part;
  return part.$ref
    .split('/')
    .slice(1)
    .reduce((at, name) => at[name], document);
}

hooks.afterEach((transaction, done) => {
  const keep = service.made[`${operationOf(transaction)} ${transaction.expected.statusCode}`];
  try {
    if (keep) Object.assign(known, keep(JSON.parse(transaction.real?.body ?? '')));
  } catch {
    // It was no JSON, which Dredd reports by itself.
  }
  done();
});

hooks.afterAll((transactions, done) => {
  const failed = transactions
    .filter(({ test }) => test?.status === 'fail')
    .map(({ name, test }) => `${name}: ${test.message.split('\n').map(withoutValues).sort().join(' ')}`);
  writeFileSync(process.env.BENCH_FAILURES, JSON.stringify(failed));
  done();
});

/** A failure is the same with another id. */
const withoutValues = (line) => line.replace(/"[^"]*"|\d{2,}/g, '…');
