import { and, eq, isNull } from 'drizzle-orm';
import { panamaDay } from '#contract/dates.ts';
import type { StatusChange } from '#contract/transitions.ts';
import type { RequestForm } from '#contract/works/purchasing/model.ts';
import { REQUEST_STATE, requestMachine } from '#contract/works/purchasing/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import { staffOf, type Acting, type Context } from '#server/kernel/context.ts';
import { conflict, invalid, transitionRefused } from '#server/kernel/errors.ts';
import { checkTransition } from '#server/kernel/transition.ts';
import { nextOfYear, yearlyCode } from '#server/kernel/yearly.ts';
import { notify, whoMay } from '#server/modules/company/notifications/notify.service.ts';
import { houses } from '#server/modules/projects/houses/houses.table.ts';
import { partnerOf } from '#server/modules/works/contracts/construction.scope.ts';
import { unknownMaterials } from '#server/modules/works/materials/materials.service.ts';
import { buysFor, reachesSite } from '#server/modules/works/materials/materials.scope.ts';
import { materialRequestLines, materialRequests } from './purchasing.table.ts';
import { linesOf, lockRequest, requestFacts } from './requests.queries.ts';

const R = REQUEST_STATE;
type Request = typeof materialRequests.$inferSelect;

/** The site, its house and its materials. Raises 422 at their fields. */
async function checkForm(
  ctx: Context,
  form: RequestForm,
  madeBy: number | null,
  kept: ReadonlySet<number> = new Set(),
): Promise<void> {
  if (!reachesSite(ctx, 'materiales.crear', { projectId: form.project_id, madeBy }))
    throw invalid([{ field: 'project_id', message: 'Elige uno de tus proyectos.' }]);
  if (form.house_id !== null) {
    const found = await ctx.db.$count(
      houses,
      and(eq(houses.id, form.house_id), eq(houses.projectId, form.project_id), isNull(houses.archivedAt)),
    );
    if (found === 0) throw invalid([{ field: 'house_id', message: 'Elige una vivienda de este proyecto.' }]);
  }
  const faults = await unknownMaterials(ctx, form.lines, kept);
  if (faults.length > 0) throw invalid(faults);
}

const writeLines = (ctx: Context, requestId: number, lines: RequestForm['lines']) =>
  ctx.db
    .insert(materialRequestLines)
    .values(lines.map(({ material_id, quantity }) => ({ requestId, materialId: material_id, quantity })));

/** Makes a draft. Returns its id. Raises 422 at its field. */
export async function createRequest(ctx: Context, form: RequestForm): Promise<number> {
  await checkForm(ctx, form, staffOf(ctx).userId);
  return (await insertRequest(ctx, form)).id;
}

/** Makes a checked request and asks for it at once: what a contractor does (domain.md §3, 1→2). */
export async function askRequest(ctx: Context, form: RequestForm): Promise<Request> {
  const made = await insertRequest(ctx, form);
  await moveRequest(ctx, made, [R.requested], stepOf(ctx, R.requested, null));
  await tell(ctx, made, R.requested);
  return made;
}

async function insertRequest(ctx: Context, form: RequestForm): Promise<Request> {
  const { userId } = staffOf(ctx);
  const year = Number(panamaDay(ctx.now).slice(0, 4));
  const [made] = await ctx.db
    .insert(materialRequests)
    .values({
      year,
      number: await nextOfYear(ctx, 'material_requests', year),
      projectId: form.project_id,
      houseId: form.house_id,
      neededOn: form.needed_on,
      note: form.note,
      createdBy: userId,
      createdAt: ctx.now,
    })
    .returning();
  await writeLines(ctx, made!.id, form.lines);
  await announce(ctx, {
    record: 'solicitud_material',
    id: made!.id,
    from: null,
    to: R.draft,
    of: ['proyecto', form.project_id],
  });
  await audit(ctx, 'crear', 'solicitud_material', made!.id, { lines: form.lines.length });
  return made!;
}

/** Changes a draft. Raises 404, 409 STALE, 422. */
export async function changeRequest(
  ctx: Context,
  id: number,
  { version, ...form }: RequestForm & { version?: number | undefined },
): Promise<void> {
  const before = await lockRequest(ctx, id);
  if (version !== undefined && version !== before.version)
    throw conflict('STALE', undefined, { version: before.version });
  if (before.stateId !== R.draft) throw transitionRefused('Solo se cambia mientras es un borrador.');
  const lines = await linesOf(ctx, before);
  await checkForm(ctx, form, before.createdBy, new Set(lines.map(({ materialId }) => materialId)));
  await ctx.db.delete(materialRequestLines).where(eq(materialRequestLines.requestId, id));
  await writeLines(ctx, id, form.lines);
  await ctx.db
    .update(materialRequests)
    .set({
      projectId: form.project_id,
      houseId: form.house_id,
      neededOn: form.needed_on,
      note: form.note,
      version: before.version + 1,
    })
    .where(eq(materialRequests.id, id));
  await announce(ctx, {
    record: 'solicitud_material',
    id,
    verb: 'cambiar',
    of: ['proyecto', form.project_id],
  });
  await audit(ctx, 'cambiar', 'solicitud_material', id, {
    before: lines.map(({ materialId, quantity }) => ({ materialId, quantity })),
    after: form.lines,
  });
}

/** Writes a request and announces each of its states in turn. */
export async function moveRequest(
  ctx: Acting,
  request: Request,
  states: readonly number[],
  set: Partial<typeof materialRequests.$inferInsert> = {},
  reason?: string,
): Promise<void> {
  const last = states.at(-1);
  if (last === undefined) return;
  await ctx.db
    .update(materialRequests)
    .set({ ...set, stateId: last, version: request.version + 1 })
    .where(eq(materialRequests.id, request.id));
  let from = request.stateId;
  for (const to of states) {
    await announce(ctx, {
      record: 'solicitud_material',
      id: request.id,
      from,
      to,
      of: ['proyecto', request.projectId],
      ...(to === last && reason && { reason }),
    });
    from = to;
  }
}

/**
 * Moves a request along `requestMachine`. What two requests take of one house's budget is decided one after the other.
 * Raises 404, 403, 409 STALE, 422 with the reason or at `params[motivo]`.
 */
export async function changeRequestState(ctx: Context, id: number, change: StatusChange): Promise<void> {
  const request = await lockRequest(ctx, id);
  if (request.houseId !== null && change.estado_id === R.approved)
    await ctx.db
      .select({ id: houses.id })
      .from(houses)
      .where(eq(houses.id, request.houseId))
      .for('no key update');
  const facts = await requestFacts(ctx, request, await linesOf(ctx, request));
  checkTransition(requestMachine, request, change, facts, (permission) =>
    reachesSite(ctx, permission, { projectId: request.projectId, madeBy: request.createdBy }),
  );
  const to = change.estado_id;
  const exceeds = to === R.approved && facts.over.length > 0;
  if (exceeds && (change.motivo ?? '').length < 3)
    throw invalid([
      {
        field: 'params[motivo]',
        message: `Pasa del presupuesto en ${facts.over.join(', ')}: escribe por qué se aprueba.`,
      },
    ]);
  if (to === R.quoting && !buysFor(ctx, request.projectId))
    throw transitionRefused('Cotiza quien compra y ve los precios.');
  await moveRequest(ctx, request, [to], stepOf(ctx, to, exceeds ? change.motivo! : null), change.motivo);
  await audit(ctx, 'cambiar_estado', 'solicitud_material', id, {
    from: request.stateId,
    to,
    ...(exceeds && { over: facts.over }),
  });
  await tell(ctx, request, to, change.motivo);
}

function stepOf(ctx: Context, to: number, overReason: string | null) {
  const { userId } = staffOf(ctx);
  if (to === R.requested) return { askedBy: userId, askedAt: ctx.now };
  if (to === R.draft) return { askedBy: null, askedAt: null };
  return to === R.approved ? { approvedBy: userId, approvedAt: ctx.now, overReason } : {};
}

/** Tells who approves of a request, and who asked of the answer (domain.md §3). */
async function tell(ctx: Context, request: Request, to: number, reason?: string): Promise<void> {
  const code = yearlyCode('SM', request);
  const url = `/oficina/materiales/${request.id}`;
  const event = `solicitud_material:${request.id}:${to}:${request.version}`;
  if (to === R.requested)
    await notify(ctx, {
      kind: 'material_solicitado',
      to: await whoMay(ctx.db, 'materiales.aprobar', request.projectId),
      text: `Materiales por aprobar: ${code}.`,
      url,
      event,
    });
  if (to === R.approved || to === R.refused) {
    const text =
      to === R.approved
        ? `Se aprobó la solicitud ${code}.`
        : `Se rechazó la solicitud ${code}: ${reason ?? ''}`;
    // The office's page of a request is closed to the contractor who asked.
    const contractors = request.createdBy !== null && (await partnerOf(ctx, request.createdBy)) !== null;
    const askers = [request.askedBy, request.createdBy];
    const buyers = to === R.approved ? await whoMay(ctx.db, 'materiales.editar') : [];
    const told = { kind: 'material_decidido', text } as const;
    if (contractors)
      await notify(ctx, { ...told, to: askers, url: '/oficina/mis-materiales', event: `${event}:pide` });
    await notify(ctx, { ...told, to: contractors ? buyers : [...askers, ...buyers], url, event });
  }
}
