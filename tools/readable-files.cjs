const fs = require('node:fs');
const path = require('node:path');
const { readCachedProjectGraph } = require('@nx/devkit');

/**
 * Returns the files that a task may read: its inputs in nx.json and project.json. `^name` is the same input of each
 * project that this one depends on.
 */
function readableFiles(projectName, targetName) {
  const { namedInputs } = JSON.parse(fs.readFileSync(path.join(__dirname, '..', 'nx.json'), 'utf8'));
  const { nodes, dependencies } = readCachedProjectGraph();

  function dependenciesOf(name, found = new Set()) {
    for (const { target } of dependencies[name] ?? []) {
      if (nodes[target] === undefined || found.has(target)) continue;
      found.add(target);
      dependenciesOf(target, found);
    }
    return found;
  }

  function patternsOf(name, inputs) {
    return inputs.flatMap((input) => {
      if (typeof input !== 'string' || input.startsWith('^')) return [];
      if (namedInputs[input] !== undefined) return patternsOf(name, namedInputs[input]);
      return [input.replace('{projectRoot}', nodes[name].data.root).replace('{workspaceRoot}/', '')];
    });
  }

  function filesetOf(name, inputs) {
    const patterns = patternsOf(name, inputs);
    return {
      include: patterns.filter((pattern) => !pattern.startsWith('!')),
      exclude: patterns.filter((pattern) => pattern.startsWith('!')).map((pattern) => pattern.slice(1)),
    };
  }

  const inputs = nodes[projectName].data.targets[targetName].inputs;
  const inherited = inputs.filter((input) => typeof input === 'string' && input.startsWith('^')).map((i) => i.slice(1));
  return {
    task: `${projectName}:${targetName}`,
    filesets: [
      filesetOf(projectName, inputs),
      ...[...dependenciesOf(projectName)].map((name) => filesetOf(name, inherited)),
    ],
  };
}

module.exports = { readableFiles };
