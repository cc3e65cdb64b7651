import { urlOf } from '#contract/endpoint.ts';
import { paginate } from '#contract/paging.ts';
import * as rules from '#contract/money/statements/rules.ts';
import * as api from '#contract/money/statements/statementEndpoints.ts';
import type { StatementRow } from '#contract/money/statements/statements.ts';
import { scopeOf, type Context } from '#server/kernel/context.ts';
import { notFound } from '#server/kernel/errors.ts';
import type { Module } from '#server/kernel/core.ts';
import { route } from '#server/kernel/route.ts';
import { linePostings } from './statements.postings.ts';
import { reversedFollower } from './bankLine.service.ts';
import { findLines, findStatement, findStatements, sumsOfLines } from './statements.queries.ts';
import { changeLine, setLinesAside } from './aside.service.ts';
import { applyRule, endRule, findRules, makeRule, tryRule } from './rules.service.ts';
import { importStatement, tryStatement } from './statements.service.ts';
import { receiptsOf, undoStatement, whyNotUndo } from './undo.service.ts';

const asideText = (n: number) =>
  n === 0 ? 'Ninguna línea que apartar.' : `${count(n, 'línea apartada', 'líneas apartadas')}.`;
const count = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`;

/** Statements of the company's bank accounts and their lines. */
export const statementsModule: Module = {
  name: 'statements',
  followers: [reversedFollower],
  postings: [linePostings],
  records: { extracto: async (ctx, id) => (await findStatement(ctx, id)) !== undefined },
  routes(app) {
    route(app, api.listStatements, async (ctx, { query }) => {
      const { list, total } = await findStatements(ctx, query);
      return {
        data: list,
        meta: { pagination: paginate(query, list.length, total, urlOf(api.listStatements, { query })) },
      };
    });
    route(app, api.getStatement, async (ctx, { params }) => {
      const row = await oneStatement(ctx, params.id);
      const may = scopeOf(ctx, 'pagos.anular') !== undefined;
      return {
        data: {
          ...row,
          receipts: await receiptsOf(ctx, params.id),
          undo: may ? { disabled: await whyNotUndo(ctx, params.id) } : null,
        },
      };
    });
    route(app, api.undoStatement, async (ctx, { params, body }) => {
      const { receipts, lines } = await undoStatement(ctx, params.id, body.motivo);
      const reversed =
        receipts > 0
          ? ` Se ${receipts === 1 ? 'reversó' : 'reversaron'} ${count(receipts, 'recibo', 'recibos')}.`
          : '';
      return { success: `Extracto deshecho: ${count(lines, 'línea', 'líneas')} menos.${reversed}` };
    });
    route(app, api.tryStatement, async (ctx, { body }) => ({ data: await tryStatement(ctx, body) }));
    route(app, api.importStatement, async (ctx, { body }) => {
      const { id, again } = await importStatement(ctx, body);
      const data = await oneStatement(ctx, id);
      return {
        data,
        success: again
          ? 'Ese archivo ya estaba importado: no cambió nada.'
          : `Extracto importado: ${count(data.new_lines, 'línea nueva', 'líneas nuevas')}.`,
      };
    });
    route(app, api.listLines, async (ctx, { query }) => {
      const { list, total } = await findLines(ctx, query);
      return {
        data: list,
        meta: { pagination: paginate(query, list.length, total, urlOf(api.listLines, { query })) },
      };
    });
    route(app, api.sumLines, async (ctx, { query }) => ({ data: await sumsOfLines(ctx, query) }));
    route(app, api.changeLine, async (ctx, { params, body }) => {
      await changeLine(ctx, params.id, body);
      return {
        success: body.estado === 'ignored' ? 'Línea apartada.' : 'La línea vuelve a estar por conciliar.',
      };
    });
    route(app, api.setLinesAside, async (ctx, { body }) => {
      const { done, left } = await setLinesAside(ctx, body);
      return { success: asideText(done), left };
    });
    route(app, rules.listRules, async (ctx) => ({ data: await findRules(ctx) }));
    route(app, rules.tryRule, async (ctx, { query }) => ({ data: await tryRule(ctx, query) }));
    route(app, rules.makeRule, async (ctx, { body }) => {
      const { lines } = await makeRule(ctx, body);
      return { success: body.aplicar ? `Regla creada. ${asideText(lines)}` : 'Regla creada.' };
    });
    route(app, rules.applyRule, async (ctx, { params }) => ({
      success: asideText(await applyRule(ctx, params.id)),
    }));
    route(app, rules.endRule, async (ctx, { params }) => {
      await endRule(ctx, params.id);
      return { success: 'Regla terminada. Lo que apartó se queda apartado.' };
    });
  },
};

async function oneStatement(ctx: Context, id: number): Promise<StatementRow> {
  const found = await findStatement(ctx, id);
  if (!found) throw notFound();
  return found;
}
