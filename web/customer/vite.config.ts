import { globSync } from 'node:fs';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { compressed } from '../build/compressed.ts';
import { pureContract } from '../build/pureContract.ts';

const here = import.meta.dirname;
const dist = path.join(here, '../../dist');
const names = globSync('pages/*/*/*Page.tsx', { cwd: here }).map((file) =>
  file.slice('pages/'.length, -'.tsx'.length),
);

/** One small entry per page, so that a page loads only its own code. */
function pageEntries(): Plugin {
  const prefix = 'page:';
  return {
    name: 'page-entries',
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${prefix}`)) return null;
      const name = id.slice(prefix.length + 1);
      const component = path.basename(name);
      return [
        `import { hydrate } from ${JSON.stringify(path.join(here, 'entry-client.tsx'))};`,
        `import { ${component} } from ${JSON.stringify(path.join(here, 'pages', `${name}.tsx`))};`,
        `hydrate(${component});`,
      ].join('\n');
    },
  };
}

/** `vite build` builds dist/customer for browsers and dist/customer-server for server-side rendering. */
export default defineConfig({
  root: here,
  plugins: [react(), pageEntries(), pureContract(), compressed()],
  define: { 'process.env.NODE_ENV': '"production"' },
  // The picture worker loads the HEIC converter only when it needs it.
  worker: { format: 'es', plugins: () => [pureContract()] },
  css: { modules: { generateScopedName: '[name]_[local]_[hash:base64:4]' } },
  builder: {
    async buildApp(builder) {
      for (const environment of ['client', 'ssr']) await builder.build(builder.environments[environment]!);
    },
  },
  environments: {
    client: {
      build: {
        outDir: path.join(dist, 'customer'),
        emptyOutDir: true,
        manifest: 'manifest.json',
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        target: 'es2022',
        rolldownOptions: {
          // One chunk for shared code: a dozen small ones compress worse, and each is a request.
          output: {
            codeSplitting: {
              groups: [
                {
                  name: 'shared',
                  test: (id) => /[\\/](?:web[\\/]customer[\\/](?:components|lib)|contract)[\\/]/.test(id),
                  minShareCount: 5,
                },
              ],
            },
          },
          input: {
            start: path.join(here, 'start.ts'),
            ...Object.fromEntries(names.map((name) => [name, `page:${name}`])),
          },
        },
      },
    },
    ssr: {
      resolve: { noExternal: true },
      build: {
        outDir: path.join(dist, 'customer-server'),
        emptyOutDir: true,
        copyPublicDir: false,
        ssr: true,
        target: 'node24',
        rolldownOptions: { input: { 'entry-server': path.join(here, 'entry-server.tsx') } },
      },
    },
  },
});
