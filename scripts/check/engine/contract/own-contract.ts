import { existsSync, readFileSync } from 'node:fs';
import { contract } from '../../../../generated/contract.js';
import { lineIn, parseYaml } from '../../../contract/parse-yaml.js';
import { generatedFile } from '../../../generated-file.js';
import { type CheckedContract, createContract } from '../../model/contract/contract.js';
import { bundledContract, type ContractPlace } from '../../model/finding.js';

/** Returns the contract of this package. */
export function ownContract(): CheckedContract {
  return createContract({ document: contract, placeOf: findOwnPlace });
}

type SourceMap = { files: string[]; pointers: Record<string, [file: number, line: number, column: number]> };

/** Returns the file and the line of a JSON pointer of the contract; undefined if the pointer has no line. */
type FindPlace = (pointer: string) => Required<Pick<ContractPlace, 'file' | 'line'>> | undefined;

let findPlace: FindPlace | undefined;

/**
 * Returns the place of a JSON pointer of the contract, or of the nearest pointer above it that has a place. Uses the
 * files in `openapi/` if they exist, else the bundle in the package.
 */
export function findOwnPlace(pointer: string): ContractPlace {
  // The file is read only when needed, since most runs do not need it.
  findPlace ??= existsSync(generatedFile('../openapi/openapi.yaml')) ? readSourcePlaces() : readBundlePlaces();
  for (let part = pointer; part !== ''; part = part.slice(0, part.lastIndexOf('/'))) {
    const location = findPlace(part);
    if (location) return { pointer, ...location };
  }
  return { pointer };
}

function readSourcePlaces(): FindPlace {
  const { files, pointers } = JSON.parse(readFileSync(generatedFile('source-map.json'), 'utf8')) as SourceMap;
  return (pointer) => {
    const [index = -1, line = 1] = pointers[pointer] ?? [];
    const file = files[index];
    return file === undefined ? undefined : { file, line };
  };
}

export function readBundlePlaces(): FindPlace {
  const parsedBundle = parseYaml(readFileSync(generatedFile('docs/openapi.yaml')));
  return (pointer) => ({ file: bundledContract, line: lineIn(parsedBundle, pointer) });
}
