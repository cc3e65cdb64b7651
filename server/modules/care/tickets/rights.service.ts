import { isOpenTicket, LEGAL, OTHER_CATEGORY, TICKET } from '#contract/care/tickets/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Acting } from '#server/kernel/context.ts';
import { row, sql } from '#server/kernel/db.ts';
import { chooseAssignee } from './assign.service.ts';
import { lockTicketRow } from './tickets.queries.ts';
import { openTicket } from './tickets.service.ts';
import { writeTicketState } from './write.service.ts';

const HIGH = 3;

interface RightAsked {
  id: number;
  title: string;
  /** YYYY-MM-DD: the last day of the law. */
  dueOn: string;
}

/**
 * Opens the ticket of a request about personal data, in Legal and with the law's deadline; whoever may answer the request gets it
 * first. It has no name and no word of the request: those are read there, by who may see it. Returns its id.
 */
export async function openRightTicket(ctx: Acting, { id, title, dueOn }: RightAsked): Promise<number> {
  return openTicket(ctx, {
    title,
    description: '',
    departmentId: LEGAL,
    categoryId: OTHER_CATEGORY,
    priorityId: HIGH,
    projectId: null,
    origin: 'derecho',
    rightId: id,
    dueOn,
    assigneeId: await chooseAssignee(ctx, LEGAL, 'administracion.editar'),
  });
}

/** Closes the ticket of a request that was answered. Nothing for one from before requests had tickets. */
export async function closeRightTicket(ctx: Acting, rightId: number, reason: string): Promise<void> {
  const there = await row<{ id: number }>(ctx.db, sql`select id from tickets where right_id = ${rightId}`);
  const one = there && (await lockTicketRow(ctx.db, there.id));
  if (!one || !isOpenTicket(one.stateId)) return;
  await writeTicketState(
    ctx,
    one,
    TICKET.closed,
    {
      // Whoever answered had it, if nobody else did.
      assigneeId: one.assigneeId ?? ctx.staff?.userId ?? null,
      solvedAt: ctx.now,
      ...(one.answeredAt === null && { answeredAt: ctx.now }),
    },
    reason,
  );
  await audit(ctx, 'cambiar_estado', 'ticket', one.id, { from: one.stateId, to: TICKET.closed });
}
