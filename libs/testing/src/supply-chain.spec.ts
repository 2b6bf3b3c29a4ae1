import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const WORKSPACE = path.join(__dirname, '../../..');
const textOf = (file: string) => readFileSync(path.join(WORKSPACE, file), 'utf8');

describe('what the image is built from', () => {
  it('starts from one base image of Node 24, pinned by digest', () => {
    const dockerfile = textOf('docker/Dockerfile');
    const stages = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
    expect(new Set(stages)).toEqual(new Set(['${NODE_IMAGE}']));
    expect(/^ARG NODE_IMAGE=(.*)$/m.exec(dockerfile)?.[1]).toMatch(
      /^node:24\.\d+\.\d+-bookworm-slim@sha256:[0-9a-f]{64}$/,
    );
  });

  it('names each package with one exact version', () => {
    const { dependencies, devDependencies, optionalDependencies } = JSON.parse(textOf('package.json')) as Record<
      string,
      Record<string, string>
    >;
    const loose = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }).filter(
      ([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version),
    );
    expect(loose).toEqual([]);
  });

  it('is listed with our own dependencies in a CycloneDX file', () => {
    expect(
      execFileSync(process.execPath, ['tools/run.cjs', 'tools/write-sbom.ts'], { cwd: WORKSPACE, encoding: 'utf8' }),
    ).toMatch(/^\d+ packages in /);
    const { bomFormat, components } = JSON.parse(textOf('dist/sbom.cdx.json')) as {
      bomFormat: string;
      components: { purl: string }[];
    };
    expect(bomFormat).toBe('CycloneDX');
    expect(components.map(({ purl }) => purl)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^pkg:npm\/pg@/) as unknown,
        expect.stringMatching(/^pkg:npm\/%40nestjs\/core@/) as unknown,
      ]),
    );
  });
});
