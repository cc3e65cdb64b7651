import { asc, eq } from 'drizzle-orm';
import { GIVEN_KINDS } from '#contract/care/handover/model.ts';
import type { MyHandover } from '#contract/care/handover/mine.ts';
import { HANDOVER as S, PUNCH } from '#contract/care/handover/rules.ts';
import { clocksOf } from '#contract/care/covers/rules.ts';
import { panamaDay } from '#contract/dates.ts';
import type { Context } from '#server/kernel/context.ts';
import { presentClock, rulesNow } from '#server/modules/care/covers/clocks.service.ts';
import { fileUrl } from '#server/modules/company/files/files.service.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { givenTo } from './given.service.ts';
import { punchItems } from './handover.table.ts';
import { handoverOf } from './move.service.ts';
import { photosOf } from './photos.queries.ts';

const STAGES: Readonly<Record<number, MyHandover['stage']>> = {
  [S.scheduled]: 'programada',
  [S.inspecting]: 'inspeccion',
  [S.signing]: 'firmar',
  [S.refused]: 'rechazada',
  [S.delivered]: 'entregada',
};

/** The delivery of a sale's house for its family; null before it is scheduled. The caller has checked that the sale is theirs. */
export async function myHandover(
  ctx: Context,
  sale: { id: number; projectId: number },
): Promise<MyHandover | null> {
  const handover = await handoverOf(ctx.db, sale.id);
  const stage = handover && STAGES[handover.stateId];
  if (!handover || !stage) return null;
  const today = panamaDay(ctx.now);
  const [project] = await ctx.db
    .select({ slug: projects.slug })
    .from(projects)
    .where(eq(projects.id, sale.projectId));
  const items = (
    await ctx.db
      .select()
      .from(punchItems)
      .where(eq(punchItems.handoverId, handover.id))
      .orderBy(asc(punchItems.stateId), asc(punchItems.dueOn), asc(punchItems.id))
  ).filter(({ stateId }) => stateId !== PUNCH.voided);
  const photos = await photosOf(ctx, { items: items.map(({ id }) => id) });
  const given =
    stage === 'entregada' ? await givenTo(ctx, { projectId: sale.projectId, modelId: handover.modelId }) : [];
  return {
    stage,
    scheduledOn: handover.scheduledOn,
    deliveredOn: handover.deliveredOn,
    book: handover.stateId === S.scheduled && project ? `/citas/${project.slug}` : null,
    items: items.map((one) => ({
      id: one.id,
      place: one.room,
      text: one.text,
      dueOn: one.dueOn,
      state: one.stateId === PUNCH.pending ? 'pendiente' : one.stateId === PUNCH.done ? 'corregido' : 'listo',
      photos: photos.filter(({ itemId }) => itemId === one.id).map(({ url }) => url),
    })),
    clocks:
      handover.deliveredOn === null
        ? []
        : clocksOf(await rulesNow(ctx.db), handover.deliveredOn).map((clock) => presentClock(clock, today)),
    documents: given.map(({ kind, fileId }) => ({ name: GIVEN_KINDS[kind], href: fileUrl(ctx, fileId) })),
  };
}
