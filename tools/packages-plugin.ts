import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

const EMPTY_MAP = Buffer.from(JSON.stringify({ version: 3, sources: [''], mappings: 'AAAA' })).toString('base64');

const PATCHES = [
  // React checks each element in development, and the services draw pages in production's way everywhere.
  { of: /[\\/]node_modules[\\/]react(-dom)?[\\/]/, from: 'process.env.NODE_ENV', to: '"production"' },
  // To learn whether it runs at Cloudflare, pg makes a Response, and Node 20 loads all of its `fetch` for that.
  { of: /[\\/]node_modules[\\/]pg[\\/]lib[\\/]stream\.js$/, from: 'if (isCloudflareRuntime())', to: 'if (false)' },
  // undici loads all of Node's `fetch` too, because its cookies, which nothing here uses, take both kinds of headers.
  { of: /[\\/]node_modules[\\/]undici[\\/]lib[\\/]web[\\/]cookies[\\/]/, from: 'globalThis.Headers', to: 'undefined' },
];

/** Packages as bundles hold them. */
export const packagesPlugin: Plugin = {
  name: 'packages',
  setup(build) {
    build.onLoad({ filter: /[\\/]node_modules[\\/].*\.[cm]?js$/ }, async ({ path: filename }) => {
      const source = await readFile(filename, 'utf8');
      const code = PATCHES.reduce(
        (text, { of, from, to }) => (of.test(filename) ? text.replaceAll(from, to) : text),
        source,
      );
      // Node reads a bundle's source map at each start. One of the packages too would be five times as large.
      return { contents: `${code}\n//# sourceMappingURL=data:application/json;base64,${EMPTY_MAP}`, loader: 'js' };
    });
  },
};
