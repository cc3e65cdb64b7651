import { reaches } from '#server/modules/sales/sale/sales.scope.ts';
import { eq, sql } from 'drizzle-orm';
import { DEED } from '#contract/company/catalogs/states.ts';
import { addDays, panamaDay, showDay } from '#contract/dates.ts';
import type { DeedChange, DeedStatusChange } from '#contract/legal/deeds/model.ts';
import { deedMachine, VOIDABLE } from '#contract/legal/deeds/rules.ts';
import { hasEnded, SALE } from '#contract/sales/sale/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce, type Follower } from '#server/kernel/changes.ts';
import { staffOf, type Acting, type Context } from '#server/kernel/context.ts';
import { row, type Db } from '#server/kernel/db.ts';
import { conflict, invalid, notFound, transitionRefused } from '#server/kernel/errors.ts';
import { checkTransition } from '#server/kernel/transition.ts';
import { notify, whoMay } from '#server/modules/company/notifications/notify.service.ts';
import { advanceSale } from '#server/modules/sales/sale/advance.service.ts';
import { lockSale } from '#server/modules/sales/sale/states.service.ts';
import { lawyersOf, workersOf } from '#server/modules/sales/workers/told.service.ts';
import { usualDays } from './days.service.ts';
import { factsOf } from './deeds.facts.ts';
import { lockDeed, refuseStaleDeed } from './deeds.lock.ts';
import { findEntries, type FoundDeed } from './deeds.queries.ts';
import { whyNotEdit } from './deeds.rules.ts';
import { deedsInReach } from './deeds.scope.ts';
import { readStep, type Step } from './deeds.steps.ts';
import { deedEntries, deeds } from './deeds.table.ts';

type Row = typeof deeds.$inferInsert;

/**
 * Day by which a deed that comes into a state on `day` should leave it: of a defect its limit, of an appointment its day,
 * else the usual days in force.
 */
export async function dueOf(
  db: Db,
  stateId: number,
  day: string,
  at: { notaryOn?: string | null | undefined; limitOn?: string | null | undefined },
): Promise<string | null> {
  if (stateId === DEED.defective && at.limitOn) return at.limitOn;
  if (stateId === DEED.signing && at.notaryOn) return at.notaryOn > day ? at.notaryOn : day;
  const usual = (await usualDays(db, day)).get(stateId);
  return usual ? addDays(day, usual.most) : null;
}

/** Opens the deed of a sale, whose row must be locked. Null when the sale has one. */
async function createDeed(ctx: Acting, saleId: number): Promise<number | null> {
  const [made] = await ctx.db
    .insert(deeds)
    .values({
      saleId,
      stateId: DEED.toDo,
      stateSince: ctx.now,
      dueOn: await dueOf(ctx.db, DEED.toDo, panamaDay(ctx.now), {}),
      // As the project's last deed was: the horizontal regime is the project's.
      ph: sql<boolean>`coalesce((select d.ph from deeds d join sales s on s.id = d.sale_id
        where s.project_id = (select project_id from sales where id = ${saleId}) order by d.id desc limit 1), false)`,
      createdBy: ctx.staff?.userId ?? null,
      createdAt: ctx.now,
    })
    .onConflictDoNothing()
    .returning({ id: deeds.id });
  if (!made) return null;
  await announce(ctx, {
    record: 'escritura',
    id: made.id,
    from: null,
    to: DEED.toDo,
    of: ['precontrato', saleId],
  });
  await audit(ctx, 'crear', 'escritura', made.id, { sale: saleId });
  return made.id;
}

/** Why a deed cannot be opened for a sale in this state; null when it can. */
export const whyNotOpen = (saleState: number): string | null =>
  saleState === SALE.inDeed
    ? null
    : saleState < SALE.inDeed
      ? 'La venta aún no pasa a escritura.'
      : 'Solo una venta en escritura puede abrir otra.';

/** Opens the deed of a sale by hand, after the one before was voided. Raises 404, 422 with the reason, 409 DEED_OPEN. */
export async function openDeed(ctx: Context, saleId: number): Promise<number> {
  const reached = await row<{ id: number }>(
    ctx.db,
    sql`select s.id from sales s where s.id = ${saleId} and ${deedsInReach(ctx, 'legal.crear')}`,
  );
  const sale = reached && (await lockSale(ctx.db, saleId));
  if (!sale) throw notFound();
  const refusal = whyNotOpen(sale.stateId);
  if (refusal) throw transitionRefused(refusal);
  const id = await createDeed(ctx, saleId);
  if (id === null) throw conflict('DEED_OPEN', 'Esta venta ya tiene una escritura abierta.');
  return id;
}

/** Writes a deed's new state and announces it. The deed and its sale must be locked and the transition checked. */
async function writeState(
  ctx: Acting,
  deed: Pick<FoundDeed, 'id' | 'stateId' | 'version' | 'saleId'>,
  to: number,
  set: Partial<Row>,
  reason?: string,
): Promise<void> {
  await ctx.db
    .update(deeds)
    .set({ ...set, stateId: to, stateSince: ctx.now, version: deed.version + 1 })
    .where(eq(deeds.id, deed.id));
  await announce(ctx, {
    record: 'escritura',
    id: deed.id,
    from: deed.stateId,
    to,
    of: ['precontrato', deed.saleId],
    reason,
  });
  await audit(ctx, 'cambiar_estado', 'escritura', deed.id, { from: deed.stateId, to });
}

/**
 * Moves a deed along `deedMachine` with what the step records. Raises 404 outside the caller's scope, 403 without the
 * transition's permission, 409 STALE, 422 with the reason or at `params[…]`.
 */
export async function changeDeedState(ctx: Context, id: number, change: DeedStatusChange): Promise<void> {
  const deed = await lockDeed(ctx, id, 'legal.ver');
  const facts = factsOf(deed, ctx.now, ctx.staff?.userId);
  checkTransition(
    deedMachine,
    deed,
    {
      estado_id: change.estado_id,
      ...(change.motivo !== undefined && { motivo: change.motivo }),
      ...(change.version !== undefined && { version: change.version }),
    },
    facts,
    (permission) => reaches(ctx, permission, deed),
  );
  const today = panamaDay(ctx.now);
  const [last] = await findEntries(ctx.db, id);
  const paidOn =
    deed.taxes
      .map((one) => one.paidOn)
      .toSorted()
      .at(-1) ?? null;
  const step = readStep(deed, change, { today, last, paidOn });
  if (step.faults.length > 0) throw invalid(step.faults);
  await applyStep(ctx, deed, change, step, last?.id);
}

async function applyStep(
  ctx: Context,
  deed: FoundDeed,
  change: DeedStatusChange,
  { set, entry, defect }: Step,
  lastEntry: number | undefined,
): Promise<void> {
  const to = change.estado_id;
  if (entry) await ctx.db.insert(deedEntries).values({ ...entry, deedId: deed.id, createdAt: ctx.now });
  if (defect && lastEntry !== undefined)
    await ctx.db
      .update(deedEntries)
      .set({ defect: defect.text, defectOn: defect.on, limitOn: defect.limitOn })
      .where(eq(deedEntries.id, lastEntry));
  const dueOn = await dueOf(ctx.db, to, panamaDay(ctx.now), {
    notaryOn: set.notaryOn,
    limitOn: defect?.limitOn,
  });
  const ends = to === DEED.voided ? { voidAskedBy: null, voidAskedAt: null } : {};
  const reason = to === DEED.voided ? (deed.voidReason ?? undefined) : change.motivo;
  await writeState(ctx, deed, to, { ...set, ...ends, dueOn }, reason);
  if (to === DEED.defective) await tellDefect(ctx, deed, defect!);
  if (to === DEED.registered) {
    await advanceSale(ctx, deed.saleId, SALE.registered);
    await tellRegistered(ctx, deed);
  }
  if (to === DEED.signed) await tellTaxes(ctx, deed);
}

const urlOfDeed = (id: number) => `/oficina/escrituras/${id}`;

/** The registry returned a deed: lawyer and processor hear it (domain.md §3, Notify). */
async function tellDefect(
  ctx: Context,
  deed: FoundDeed,
  { text, limitOn }: { text: string; limitOn: string },
): Promise<void> {
  const lawyers = await lawyersOf(ctx.db, { id: deed.saleId, projectId: deed.projectId });
  await notify(ctx, {
    kind: 'escritura_defecto',
    to: [...lawyers, deed.processorId],
    text: `El Registro Público devolvió la escritura de ${deed.name}; hay hasta el ${showDay(limitOn)}: ${text.slice(0, 160)}`,
    url: urlOfDeed(deed.id),
    event: `escritura:${deed.id}:defecto:${deed.version}`,
  });
}

async function tellRegistered(ctx: Context, deed: FoundDeed): Promise<void> {
  await notify(ctx, {
    kind: 'venta_estado',
    to: await workersOf(ctx.db, deed.saleId),
    text: `La escritura de ${deed.name} quedó inscrita en el Registro Público.`,
    url: urlOfDeed(deed.id),
    event: `escritura:${deed.id}:inscrita`,
  });
}

/** All have signed: accounting pays the taxes next. */
async function tellTaxes(ctx: Context, deed: FoundDeed): Promise<void> {
  await notify(ctx, {
    kind: 'escritura_plazo',
    to: await whoMay(ctx.db, 'contabilidad.editar', deed.projectId),
    text: `La escritura de ${deed.name} está firmada: toca pagar sus impuestos.`,
    url: urlOfDeed(deed.id),
    event: `escritura:${deed.id}:firmada:${deed.version}`,
  });
}

const EDITED = {
  notaria: 'notary',
  fecha_notaria: 'notaryOn',
  firma_comprador: 'buyerSignedOn',
  firma_promotora: 'companySignedOn',
  firma_banco: 'bankSignedOn',
  numero: 'number',
  folio: 'folio',
} as const;
/** The first state in which a field has its value; before, its step asks for it. */
const SINCE: Record<keyof typeof EDITED, number> = {
  notaria: DEED.signing,
  fecha_notaria: DEED.signing,
  firma_comprador: DEED.signing,
  firma_promotora: DEED.signing,
  firma_banco: DEED.signing,
  numero: DEED.closed,
  folio: DEED.registered,
};

/**
 * Corrects what was recorded of a deed, or notes one signature while they are collected. Raises 404, 409 STALE, 422 with
 * the reason or at its field.
 */
export async function changeDeed(
  ctx: Context,
  id: number,
  { version, ...form }: DeedChange & { version?: number | undefined },
): Promise<void> {
  const deed = await lockDeed(ctx, id, 'legal.crear');
  refuseStaleDeed(deed, version);
  const refusal = whyNotEdit(deed.stateId);
  if (refusal) throw transitionRefused(refusal);
  const today = panamaDay(ctx.now);
  const faults: { field: string; message: string }[] = [];
  const set: Partial<Row> = {};
  for (const field of Object.keys(EDITED) as (keyof typeof EDITED)[]) {
    const value = form[field];
    const column = EDITED[field];
    if (value === undefined || (value || null) === deed[column]) continue;
    if (deed.stateId < SINCE[field]) faults.push({ field, message: 'Se escribe cuando llegue su paso.' });
    else if (!value && (deed.stateId > DEED.signing || field === 'notaria' || field === 'fecha_notaria'))
      faults.push({ field, message: 'Este dato ya no puede quedar vacío.' });
    else if (value && field.startsWith('firma_') && value > today)
      faults.push({ field, message: 'La fecha no puede ser posterior a hoy.' });
    else if (value && field.startsWith('firma_') && deed.closedOn && value > deed.closedOn)
      faults.push({ field, message: `La escritura se cerró el ${showDay(deed.closedOn)}.` });
    else set[column] = value || null;
  }
  if (faults.length > 0) throw invalid(faults);
  if (form.ph !== undefined && form.ph !== deed.ph) set.ph = form.ph;
  if (form.notas !== undefined && form.notas !== deed.notes) set.notes = form.notas;
  if (Object.keys(set).length === 0) return;
  if (set.notaryOn && deed.stateId === DEED.signing)
    set.dueOn = await dueOf(ctx.db, DEED.signing, today, { notaryOn: set.notaryOn });
  await saveDeed(ctx, deed, set);
  await audit(ctx, 'cambiar', 'escritura', id, {
    before: Object.fromEntries(Object.keys(set).map((key) => [key, deed[key as keyof FoundDeed] ?? null])),
    after: set,
  });
}

/** Writes columns of a locked deed and announces that it changed. */
export async function saveDeed(
  ctx: Acting,
  deed: FoundDeed,
  set: Partial<Row>,
  verb = 'cambiar',
): Promise<void> {
  await ctx.db
    .update(deeds)
    .set({ ...set, version: deed.version + 1 })
    .where(eq(deeds.id, deed.id));
  await announce(ctx, { record: 'escritura', id: deed.id, verb, of: ['precontrato', deed.saleId] });
}

/** One person asks to void a deed; another decides it with the transition (rulings.md 49). Raises 404, 409, 422. */
export async function askVoid(
  ctx: Context,
  id: number,
  { motivo, version }: { motivo: string; version?: number | undefined },
): Promise<void> {
  const deed = await lockDeed(ctx, id, 'legal.anular');
  refuseStaleDeed(deed, version);
  if (!VOIDABLE.includes(deed.stateId))
    throw transitionRefused(
      deed.stateId === DEED.voided
        ? 'La escritura ya está anulada.'
        : 'La escritura ya está en el Registro Público: no se puede anular aquí.',
    );
  if (deed.voidAskedBy !== null)
    throw transitionRefused('Ya se pidió anularla: falta que otra persona decida.');
  const { userId } = staffOf(ctx);
  await saveDeed(
    ctx,
    deed,
    { voidAskedBy: userId, voidAskedAt: ctx.now, voidReason: motivo },
    'pedir_anulacion',
  );
  await audit(ctx, 'pedir_anulacion', 'escritura', id, { motivo });
}

/** Takes back or refuses an asked voiding; the deed goes on. Raises 404, 422. */
export async function dropVoid(ctx: Context, id: number): Promise<void> {
  const deed = await lockDeed(ctx, id, 'legal.anular');
  if (deed.voidAskedBy === null) throw transitionRefused('Nadie ha pedido anular esta escritura.');
  await saveDeed(ctx, deed, { voidAskedBy: null, voidAskedAt: null, voidReason: null }, 'retirar_anulacion');
  await audit(ctx, 'retirar_anulacion', 'escritura', id);
}

/** A sale that passes to its deed gets one; the deed of a sale that ends is void. */
export const saleFollower: Follower = {
  record: 'precontrato',
  async follow(ctx, { id, to }) {
    if (to === SALE.inDeed) await createDeed(ctx, id);
    else if (to !== undefined && hasEnded(to)) await voidOfSale(ctx, id);
  },
};

async function voidOfSale(ctx: Acting, saleId: number): Promise<void> {
  const [deed] = await ctx.db
    .select()
    .from(deeds)
    .where(sql`${deeds.saleId} = ${saleId} and ${deeds.stateId} <> ${DEED.voided}`)
    .for('no key update');
  if (!deed || !VOIDABLE.includes(deed.stateId)) return;
  await writeState(
    ctx,
    deed,
    DEED.voided,
    { dueOn: null, voidAskedBy: null, voidAskedAt: null },
    'La venta terminó.',
  );
}
