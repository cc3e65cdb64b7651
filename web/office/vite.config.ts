import { fileURLToPath } from 'node:url';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressed } from '../build/compressed.ts';
import { pureContract } from '../build/pureContract.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const ASSETS = 'oficina-assets';

/** Packages that rarely change, in their own chunks, so that browsers keep them cached after a release. */
const lasting: [name: string, test: RegExp][] = [
  ['react', /node_modules\/(react|react-dom|scheduler)\//],
  ['tanstack', /node_modules\/@tanstack\//],
  ['mantine', /node_modules\/(@mantine\/(core|hooks|store|form|notifications|modals)|@floating-ui)\//],
];

/** The office: a single-page app under /ingresar and /oficina. The first load is at most 350 kB (quality.md). */
export default defineConfig({
  root: here('.'),
  base: '/',
  cacheDir: here('../../.cache/vite-office'),
  plugins: [
    tanstackRouter({
      target: 'react',
      routesDirectory: here('./routes'),
      generatedRouteTree: here('./routeTree.gen.ts'),
      tmpDir: here('../../.cache/router'),
      addExtensions: true,
      semicolons: true,
      autoCodeSplitting: true,
      disableLogging: true,
    }),
    react(),
    pureContract(),
    compressed(),
  ],
  build: {
    outDir: here('../../dist/office'),
    emptyOutDir: true,
    manifest: true,
    // The server serves this folder with a cache time of one year (kernel/office.ts).
    assetsDir: ASSETS,
    // No inlined assets: they would enlarge the first load.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        // The pdf.js worker is an .mjs file; serve it as .js.
        assetFileNames: ({ names }) =>
          names.some((name) => name.endsWith('.mjs'))
            ? `${ASSETS}/[name]-[hash].js`
            : `${ASSETS}/[name]-[hash][extname]`,
        codeSplitting: {
          groups: lasting.map(([name, test]) => ({ name, test, priority: 10 })),
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': 'http://127.0.0.1:8080',
      '/archivos': 'http://127.0.0.1:8080',
      '/socket.io': { target: 'http://127.0.0.1:8080', ws: true },
    },
  },
});
