import { makeArtefacts } from '../../scripts/build/artefacts.js';
import { BuildError } from '../../scripts/build/problem.js';
import { DocumentCopy } from './document-copy.js';
import { structure } from './mistakes/structure.js';
import { references } from './mistakes/references.js';
import { schemas } from './mistakes/schemas.js';
import { examples } from './mistakes/examples.js';
import { names } from './mistakes/names.js';
import { provenance } from './mistakes/provenance.js';
const only = process.argv[2];
const copy = new DocumentCopy();
let ok = 0, n = 0;
for (const m of [...structure, ...references, ...schemas, ...examples, ...names, ...provenance]) {
  if (only && !m.mistake.includes(only)) continue;
  n++;
  let undo = () => {};
  const t = performance.now();
  try {
    undo = copy.edit(...m.edits);
    let problems: readonly import('../../scripts/build/problem.js').Problem[] = [];
    let note = '';
    try { await makeArtefacts(copy.project, ['lint'], { begin() {}, end() {} }); note = 'NOTHING FOUND'; } catch (e) {
      if (!(e instanceof BuildError)) { note = 'CRASH ' + (e as Error).stack; } else { problems = e.problems; if (problems.length === 0) note = e.message; }
    }
    const file = m.file ?? m.edits[0]!.file;
    const line = copy.lineOf(file, m.at);
    const at = problems.findIndex(p => p.rule === m.rule && p.file === file && p.line === line && `${p.message}\n${p.hint ?? ''}`.includes(m.says));
    if (at >= 0 && at < 3) ok++;
    console.log(`\n${at >= 0 ? (at < 3 ? 'ok' : 'LATE') : 'NOT OK'} ${m.mistake}  [want ${m.rule} ${file}:${line}, index ${at} of ${problems.length}] ${Math.round(performance.now() - t)} ms ${note}`);
    for (const p of problems.slice(0, 6)) console.log(`    ${p.file}:${p.line}:${p.column} ${p.rule} | ${p.message} | ${p.hint ?? ''} | ${p.pointer ?? ''}`);
  } catch (e) { console.log('\nBAD ' + m.mistake + ' ' + (e as Error).message); }
  undo();
}
console.log(`${ok} of ${n}`);
copy.remove();
