// The layers of the code, from the bottom up. A room imports only rooms on lower floors, never one on its own floor or
// above; type imports count. A name that ends with a slash is a folder with its contents, except parts listed apart.

/** Each line is a floor; rooms on the same floor are independent of each other. */
const floors = {
  house: [
    ['scripts/text/'],
    ['scripts/files/'],
    ['scripts/system/'],
    ['scripts/contract/'],
    ['scripts/client/', 'scripts/validators/', 'scripts/spectral/'],
    ['generated/', 'scripts/generated-file.ts'],
    ['scripts/check/values/', 'scripts/check/model/rules/'],
    ['scripts/answers/'],
    ['scripts/validators/responses.ts'],
    ['scripts/validators/index.ts'],
    ['scripts/build/source/'],
    ['scripts/build/lint/', 'scripts/build/artefacts/'],
    ['scripts/build/docs/', 'scripts/build/package/'],
    ['scripts/build/'],
    [
      'scripts/index.ts',
      'scripts/mock/',
      'scripts/docs-server/',
      'scripts/generate/',
      'scripts/diff/',
      'scripts/sandbox/',
      'scripts/check/',
    ],
    ['scripts/learn/', 'scripts/used-by/', 'scripts/docs-page/'],
    ['scripts/commands/'],
    ['scripts/cli.ts', 'scripts/release/'],
    ['scripts/bench/'],
  ],
  check: [
    ['scripts/check/values/', 'scripts/check/model/rules/'],
    ['scripts/check/model/'],
    ['scripts/check/cases/', 'scripts/check/judge/', 'scripts/check/transport/'],
    ['scripts/check/session/', 'scripts/check/evidence/'],
    ['scripts/check/restore/'],
    ['scripts/check/meaning/'],
    ['scripts/check/engine/'],
    ['scripts/check/reports/'],
    ['scripts/check/'],
  ],
  sandbox: [
    ['scripts/sandbox/model/'],
    ['scripts/sandbox/data/', 'scripts/sandbox/effects/'],
    ['scripts/sandbox/behaviour/'],
    ['scripts/sandbox/faults/'],
    ['scripts/sandbox/scenario/'],
    ['scripts/sandbox/sandbox.ts'],
    ['scripts/sandbox/server/', 'scripts/sandbox/adapters.ts'],
    ['scripts/sandbox/index.ts'],
  ],
};

function patternOf(room) {
  return `^${room.replaceAll('.', '\\.')}${room.endsWith('/') ? '' : '$'}`;
}

/** The files of a room: its whole folder, except the parts that are rooms of their own. */
function filesOf(room, rooms) {
  const parts = rooms.filter((other) => other !== room && other.startsWith(room));
  return { path: patternOf(room), ...(parts.length > 0 && { pathNot: parts.map(patternOf) }) };
}

function rulesOf(part) {
  const rooms = part.flat();
  return part.flatMap((floor, height) =>
    floor.flatMap((room) =>
      part
        .slice(height)
        .flat()
        .filter((other) => other !== room)
        .map((other) => ({
          name: `${room} is below ${other}, or on the same floor`,
          severity: 'error',
          from: filesOf(room, rooms),
          to: filesOf(other, rooms),
        })),
    ),
  );
}

module.exports = {
  forbidden: [
    { name: 'no cycle', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'every file is in a room',
      severity: 'error',
      from: {
        path: '^scripts/',
        pathNot: [...floors.house.flat().map(patternOf), '^scripts/bin\\.cjs$'],
      },
      to: {},
    },
    ...Object.values(floors).flatMap(rulesOf),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: 'scripts/release/consumers|node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
  },
};

// Read by the test that compares CONTRIBUTING.md with these floors; dependency-cruiser accepts no unknown keys.
Object.defineProperty(module.exports, 'floors', { value: floors });
