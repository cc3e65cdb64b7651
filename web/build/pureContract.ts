import type { Plugin } from 'vite';

/**
 * Schemas and endpoints that nobody uses are not shipped: the values at the top of contract/ are made by calls without
 * effect, and each is marked so. (The bundler's own list of pure functions goes by name alone and, with names as short
 * as `z` and `page`, drops calls of libraries.)
 */
export function pureContract(): Plugin {
  return {
    name: 'pure-contract',
    transform: {
      filter: { id: /\/contract\/[^?]*\.ts$/ },
      handler(code) {
        let marked = '';
        let done = 0;
        for (const { start, end } of callsAtTop(this.parse(code, { lang: 'ts' }).body)) {
          marked += `${code.slice(done, start)}/* @__PURE__ */ (() => ${code.slice(start, end)})()`;
          done = end;
        }
        return done === 0 ? null : { code: marked + code.slice(done), map: null };
      },
    },
  };
}

type Statement = ReturnType<import('vite').Rollup.PluginContext['parse']>['body'][number];

/** Where the calls stand that make a module's own values, in order. */
function callsAtTop(body: readonly Statement[]): { start: number; end: number }[] {
  return body.flatMap((statement) => {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declared?.type !== 'VariableDeclaration' || declared.kind !== 'const') return [];
    return declared.declarations.flatMap(({ init }) => (init?.type === 'CallExpression' ? [init] : []));
  });
}
