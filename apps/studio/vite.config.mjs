import { defineConfig } from 'vite';

/** An entry for every page of the studio, one each for the pictures, the player and the copy buttons of public pages, and two for the gateway: its console, and the page that a key opens. The editor is a chunk of its own, loaded where it is used. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/studio-files/',
  publicDir: false,
  resolve: { tsconfigPaths: true },
  build: {
    outDir: '../../dist/apps/studio',
    emptyOutDir: true,
    manifest: 'manifest.json',
    assetsDir: '',
    sourcemap: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    // The editor is 780 KB, 258 KB as it is sent. It is loaded on its own page only, and then cached.
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: {
      input: ['src/main.ts', 'src/pictures.ts', 'src/play.ts', 'src/copy.ts', 'src/operators.ts', 'src/usage-key.ts'],
    },
  },
});
