import { contract } from '../../generated/contract.js';
import { createSandboxFor } from '../../scripts/sandbox/sandbox.js';
import { yamlBeside } from '../yaml-beside.js';
import { ids, root } from './fixture.js';
import { openedOf, testStories } from './story.js';

const { schemas, paths } = yamlBeside<{ schemas: object; paths: object }>(import.meta.url, 'widgets.yaml', { root });
const components = { ...contract.components, schemas: { ...contract.components['schemas'], ...schemas } };
const createSandbox = createSandboxFor({ ...contract, components, paths: { ...contract.paths, ...paths } });

testStories(import.meta.url, 'new-resource.yaml', {
  names: { ...ids, root, widgets: `${root}/directories/${ids.directory}/widgets/` },
  begin: () => openedOf(createSandbox()),
});
