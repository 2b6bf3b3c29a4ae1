import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { sloRules } from './slo-rules';

/** `node tools/run.cjs tools/slo/write-slo-rules.ts`: writes the rules for Prometheus and their copy in the chart. */
for (const file of ['docs/slo-rules.yaml', 'deploy/helm/shipyard/files/slo-rules.yaml'])
  writeFileSync(path.join(__dirname, '../..', file), sloRules());
