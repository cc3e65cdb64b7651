import type { NoticeKind } from '#contract/company/notifications/kinds.ts';
import type { Acting } from '#server/kernel/context.ts';
import { rows, sql } from '#server/kernel/db.ts';
import { headsOf } from '#server/modules/care/tickets/assign.service.ts';
import { notify } from '#server/modules/company/notifications/notify.service.ts';
import type { FoundOrder } from './ticketOrders.queries.ts';

type Of = Pick<FoundOrder, 'id' | 'code' | 'version'>;

/** Tells everybody who works for the order's contractor. `event`: what happened, in one word. */
export async function tellContractor(
  ctx: Acting,
  one: Of & Pick<FoundOrder, 'contractorId'>,
  text: string,
  event: string,
  kind: NoticeKind = 'orden_trabajo',
): Promise<void> {
  const company = await rows<{ id: number }>(
    ctx.db,
    sql`select id from users where partner_id = ${one.contractorId} and active order by id`,
  );
  await tell(
    ctx,
    one,
    company.map(({ id }) => id),
    text,
    event,
    kind,
  );
}

/** Tells who has the order's ticket, or who leads its department. */
export async function tellTeam(
  ctx: Acting,
  one: Of & Pick<FoundOrder, 'assigneeId' | 'departmentId' | 'projectId'>,
  text: string,
  event: string,
  kind: NoticeKind = 'orden_trabajo_respuesta',
): Promise<void> {
  const to = one.assigneeId === null ? await headsOf(ctx.db, one) : [one.assigneeId];
  await tell(ctx, one, to, text, event, kind);
}

const tell = (
  ctx: Acting,
  one: Of,
  to: readonly number[],
  text: string,
  event: string,
  kind: NoticeKind,
): Promise<void> =>
  notify(ctx, {
    kind,
    to,
    text: `${one.code}: ${text}`,
    url: `/oficina/ordenes-de-trabajo?orden=${one.id}`,
    event: `orden_trabajo:${one.id}:${event}:${one.version}`,
  });
