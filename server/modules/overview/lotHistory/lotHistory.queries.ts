import { and, eq, sql } from 'drizzle-orm';
import type { LotEvent } from '#contract/projects/lots/model.ts';
import { formatMoney } from '#contract/money.ts';
import { showInstant } from '#contract/dates.ts';
import type { Context } from '#server/kernel/context.ts';
import { scopeOf } from '#server/kernel/context.ts';
import { rows } from '#server/kernel/db.ts';
import { notFound } from '#server/kernel/errors.ts';
import { lotsInReach } from '#server/modules/projects/lots/lots.scope.ts';
import { lots } from '#server/modules/projects/lots/lots.table.ts';

const CLAIMS: Record<string, string> = {
  hold: 'Apartado',
  offer: 'Ofrecido',
  reservation: 'Reservado',
  separation: 'Separado',
  sale: 'Vendido',
};
const LINES_MAX = 100;

interface Found {
  /** As PostgreSQL formats it. */
  at: string;
  kind: LotEvent['kind'];
  by: string | null;
  data: Record<string, unknown>;
}

/** The history of a lot, latest first: its sales, prices and changes. Raises 404 outside the caller's projects. */
export async function historyOfLot(ctx: Context, id: number): Promise<LotEvent[]> {
  const [lot] = await ctx.db
    .select({ id: lots.id })
    .from(lots)
    .where(and(eq(lots.id, id), lotsInReach(ctx, 'proyectos.ver')));
  if (!lot) throw notFound();
  const found = await rows<Found>(
    ctx.db,
    sql`select * from (
      select c.since at, 'venta' kind, null as by, jsonb_build_object('claim', c.kind, 'sale', s.id, 'code', s.code,
          'released', c.released_at, 'reason', c.release_reason) data
        from lot_claims c join sales s on s.id = c.sale_id where c.lot_id = ${id}
      union all
      select p.at, 'precio', coalesce(u.name, 'Sistema, en su día'), jsonb_build_object('from', p.from_cents, 'to', p.to_cents, 'reason', p.reason)
        from price_changes p left join users u on u.id = p.by_id where p.lot_id = ${id}
      union all
      select a.at, 'cambio', u.name, a.data from audit_log a left join users u on a.actor_kind = 'staff' and u.id::text = a.actor_id
        where a.entity = 'lote' and a.entity_id = ${String(id)}
      union all
      select i.confirmed_at, 'importacion', u.name, jsonb_build_object('import', i.id, 'file', i.file_name, 'status', r.status, 'undone', i.undone_at is not null)
        from import_rows r join imports i on i.id = r.import_id and i.kind = 'lots' join users u on u.id = i.confirmed_by
        where r.record_id = ${id}
    ) h order by at desc limit ${sql.raw(String(LINES_MAX))}`,
  );
  const seesSales = scopeOf(ctx, 'ventas.ver')?.scope === 'todo';
  return found.map(({ at, kind, by, data }) => ({
    at: new Date(at).toISOString(),
    kind,
    by: by ?? '',
    text: TEXTS[kind](data),
    sale_id: kind === 'venta' && seesSales ? Number(data['sale']) : null,
  }));
}

const text = (value: unknown) => (typeof value === 'string' ? value : '');
const TEXTS: Record<LotEvent['kind'], (data: Record<string, unknown>) => string> = {
  venta: ({ claim, code, sale, released, reason }) =>
    `${CLAIMS[text(claim)] ?? 'Tomado'} por ${text(code) || `el borrador ${Number(sale)}`}${
      released ? ` · liberado el ${showInstant(text(released))}: ${text(reason)}` : ''
    }`,
  precio: ({ from, to, reason }) =>
    `Recargo de ${formatMoney(Number(from))} a ${formatMoney(Number(to))} · ${text(reason)}`,
  cambio: ({ withheld, reason }) =>
    withheld === true
      ? `Fuera de la venta: ${text(reason) || 'sin motivo escrito'}`
      : 'Datos del lote cambiados',
  importacion: ({ import: number, file, status, undone }) =>
    `${status === 'new' ? 'Creado' : 'Cambiado'} por la importación ${Number(number)} (${text(file)})${undone ? ', deshecha después' : ''}`,
};
