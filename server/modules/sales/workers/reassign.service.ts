import { passSales } from '#server/modules/sales/sale/hands.service.ts';
import { and, asc, eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import { whyNotReassign, whyNotSetAdviser } from '#contract/sales/sale/actions.ts';
import type { Reassign, Reassigned } from '#contract/sales/board/board.ts';
import { auditMany } from '#server/kernel/audit.ts';
import type { Context } from '#server/kernel/context.ts';
import { invalid } from '#server/kernel/errors.ts';
import { notify } from '#server/modules/company/notifications/notify.service.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { ASSIGNMENT, findSaleStaff, holdReceiver } from './processors.service.ts';
import { salesInReach } from '#server/modules/sales/sale/sales.scope.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { assignments } from './workers.table.ts';

/**
 * Reassigns several sales to one processor or adviser in one transaction; with `probar` it writes nothing. Each result
 * says why a sale stays unchanged; sales out of scope are omitted. Raises 422 at usuario_id and motivo.
 */
export async function reassignSales(
  ctx: Context,
  { ventas, tipo, usuario_id, motivo, probar }: z.infer<typeof Reassign>,
): Promise<z.infer<typeof Reassigned>[]> {
  const processor = tipo === 'procesador';
  if (processor && usuario_id === null)
    throw invalid([{ field: 'usuario_id', message: 'Elige un procesador.' }]);
  if (!probar && processor && motivo === '')
    throw invalid([{ field: 'motivo', message: 'Escribe el motivo.' }]);
  if (usuario_id !== null && !probar) await holdReceiver(ctx.db, usuario_id);
  const staff = await findSaleStaff(ctx.db, ctx.now);
  const receiver = usuario_id === null ? null : staff.find(({ id }) => id === usuario_id);
  if (receiver === undefined || (receiver && !receiver[processor ? 'processor' : 'adviser']))
    throw invalid([
      {
        field: 'usuario_id',
        message: processor
          ? 'Elige un procesador activo de la lista.'
          : 'Elige un asesor activo de la lista.',
      },
    ]);
  const column = processor ? sales.processorId : sales.adviserId;
  const query = ctx.db
    .select({
      id: sales.id,
      code: sales.code,
      stateId: sales.stateId,
      name: people.name,
      fromId: column,
      from: users.name,
    })
    .from(sales)
    .innerJoin(people, eq(people.id, sales.personId))
    .leftJoin(users, eq(users.id, column))
    .where(and(inArray(sales.id, [...new Set(ventas)]), salesInReach(ctx, 'ventas.aprobar')))
    .orderBy(asc(sales.id));
  const found = await (probar ? query : query.for('no key update', { of: sales }));
  const answer = found.map((sale) => ({
    id: sale.id,
    code: sale.code,
    name: sale.name,
    from: sale.from,
    to: receiver?.name ?? null,
    refused:
      (processor ? whyNotReassign(sale.stateId) : whyNotSetAdviser(sale.stateId)) ??
      (sale.fromId === usuario_id
        ? receiver
          ? `Ya la tiene ${receiver.name}.`
          : 'Ya no tiene asesor.'
        : null),
  }));
  const moved = found.filter((_, at) => answer[at]!.refused === null);
  if (probar || moved.length === 0) return answer;
  const ids = moved.map(({ id }) => id);
  await passSales(
    ctx,
    processor ? 'processor' : 'adviser',
    ids.map((id) => ({ id, to: usuario_id })),
  );
  if (processor && usuario_id !== null)
    await ctx.db.insert(assignments).values(
      moved.map(({ id, fromId }) => ({
        saleId: id,
        processorId: usuario_id,
        typeId: fromId === null ? ASSIGNMENT.manual : ASSIGNMENT.reassigned,
        assignedBy: ctx.staff?.userId ?? null,
        reason: motivo,
        at: ctx.now,
      })),
    );
  await auditMany(
    ctx,
    processor ? 'reasignar' : 'cambiar_asesor',
    'precontrato',
    moved.map(({ id, fromId }) => ({ id, data: { from: fromId, to: usuario_id } })),
  );
  await notify(ctx, {
    kind: 'venta_asignada',
    to: [usuario_id],
    text: ids.length === 1 ? `Te pasaron la venta de ${moved[0]!.name}.` : `Te pasaron ${ids.length} ventas.`,
    url: ids.length === 1 ? `/oficina/ventas/${ids[0]}` : '/oficina/tablero?mias=1',
    event: `reparto:${ids[0]}:${ids.length}:${ctx.now.toISOString()}`,
  });
  return answer;
}
