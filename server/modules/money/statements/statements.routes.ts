import { urlOf } from '#contract/endpoint.ts';
import { paginate } from '#contract/paging.ts';
import * as api from '#contract/money/statements/statementEndpoints.ts';
import type { StatementRow } from '#contract/money/statements/statements.ts';
import type { Context } from '#server/kernel/context.ts';
import { notFound } from '#server/kernel/errors.ts';
import type { Module } from '#server/kernel/house.ts';
import { route } from '#server/kernel/route.ts';
import { reversedFollower } from './bankLine.service.ts';
import { findLines, findStatement, findStatements } from './statements.queries.ts';
import { changeLine, importStatement, tryStatement } from './statements.service.ts';

const count = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`;

/** Statements of the company's bank accounts and their lines. */
export const statementsModule: Module = {
  name: 'statements',
  followers: [reversedFollower],
  records: { extracto: async (ctx, id) => (await findStatement(ctx, id)) !== undefined },
  routes(app) {
    route(app, api.listStatements, async (ctx, { query }) => {
      const { list, total } = await findStatements(ctx, query);
      return {
        data: list,
        meta: { pagination: paginate(query, list.length, total, urlOf(api.listStatements, { query })) },
      };
    });
    route(app, api.getStatement, async (ctx, { params }) => ({ data: await oneStatement(ctx, params.id) }));
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
    route(app, api.changeLine, async (ctx, { params, body }) => {
      await changeLine(ctx, params.id, body);
      return {
        success: body.estado === 'ignored' ? 'Línea apartada.' : 'La línea vuelve a estar por conciliar.',
      };
    });
  },
};

async function oneStatement(ctx: Context, id: number): Promise<StatementRow> {
  const found = await findStatement(ctx, id);
  if (!found) throw notFound();
  return found;
}
