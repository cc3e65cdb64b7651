import { notePerson, updatePerson } from '#server/modules/sales/people/people.service.ts';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { incomeRanges } from '#contract/company/catalogs/salesLists.ts';
import { addDays, panamaDay } from '#contract/dates.ts';
import type { FieldError } from '#contract/errors.ts';
import { documentError, documentKey, readDocument } from '#contract/identity.ts';
import { CONSENT_TEXTS } from '#contract/sales/consents/consents.ts';
import { type NewProspect, type ProspectChange } from '#contract/sales/prospects/model.ts';
import {
  CONTACT,
  nextFollowUp,
  OPEN_STAGES,
  PROSPECT,
  prospectMachine,
} from '#contract/sales/prospects/rules.ts';
import type { StatusChange } from '#contract/transitions.ts';
import { announce } from '#server/kernel/changes.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Acting, scopeOf, staffOf, type Context } from '#server/kernel/context.ts';
import { row } from '#server/kernel/db.ts';
import { conflict, invalid, notFound, transitionRefused } from '#server/kernel/errors.ts';
import { checkTransition } from '#server/kernel/transition.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import { personInReach, wholePersonInReach } from '#server/modules/sales/people/people.scope.ts';
import { notify } from '#server/modules/company/notifications/notify.service.ts';
import { houseModels, projects } from '#server/modules/projects/projects/projects.table.ts';
import { findSaleStaff } from '#server/modules/sales/workers/processors.service.ts';
import { readSettings } from '#server/modules/company/settings/settings.service.ts';
import { reachesProspect } from './prospects.present.ts';
import { findProspect, type ProspectDetail } from './prospects.queries.ts';
import { prospectsInReach } from './prospects.scope.ts';
import { prospects } from './prospects.table.ts';

/** Maximum number of days until the next follow-up. */
const FURTHEST_DAYS = 365;

/** Loads a prospect within scope of a permission and locks it until the end of the transaction. Raises 404. */
export async function loadProspect(
  ctx: Context,
  id: number,
  permission: 'ventas.ver' | 'ventas.editar' | 'ventas.crear' = 'ventas.editar',
): Promise<ProspectDetail> {
  const one = await findProspect(ctx.db, id, { reach: prospectsInReach(ctx, permission), lock: true });
  if (!one) throw notFound();
  return one;
}

/** Writes columns of a prospect and raises its version. It must be locked. */
export const touchProspect = (
  ctx: Pick<Context, 'db'>,
  { id, version }: Pick<ProspectDetail, 'id' | 'version'>,
  set: Partial<typeof prospects.$inferInsert>,
) =>
  ctx.db
    .update(prospects)
    .set({ ...set, version: version + 1 })
    .where(eq(prospects.id, id));

export function refuseStale(one: ProspectDetail, version: number | undefined): void {
  if (version !== undefined && version !== one.version)
    throw conflict('STALE', undefined, { estado_id: one.stageId, version: one.version });
}

/** Raises 422 if the prospect has ended: it cannot change any more. */
export function refuseEnded({ stageId }: Pick<ProspectDetail, 'stageId'>): void {
  if (!OPEN_STAGES.includes(stageId))
    throw transitionRefused(
      stageId === PROSPECT.won
        ? 'Este prospecto ya es un pre-contrato.'
        : 'Este prospecto está descartado: retómalo primero.',
    );
}

/** Checks a follow-up day: from today to one year ahead. */
export function followUpFault(day: string | undefined, today: string): FieldError[] {
  if (day === undefined || (day >= today && day <= addDays(today, FURTHEST_DAYS))) return [];
  return [{ field: 'proximo_seguimiento', message: 'Elige un día desde hoy hasta dentro de un año.' }];
}

/**
 * Creates a prospect; the caller becomes its adviser unless another is given. Returns its id. Raises 422 at the fields;
 * 409 PERSON_EXISTS with the known people who have the same keys, unless `persona_id` or `otra_persona` decides; 409
 * PROSPECT_OPEN if the person already has an open prospect in that project.
 */
export async function createProspect(ctx: Context, input: NewProspect): Promise<number> {
  const agreed = input.consentimiento_datos === true;
  const checked = await check(ctx, input, agreed);
  const adviserId = await adviserOf(ctx, input.asesor_id);
  const personId = await personOf(ctx, input, checked.document);
  const [made] = await ctx.db
    .insert(prospects)
    .values({
      personId,
      projectId: input.proyecto_id,
      modelId: input.modelo_id ?? null,
      stageId: PROSPECT.fresh,
      stageSince: ctx.now,
      origin: input.origen ?? null,
      campaignNumber: input.numero_camp ?? null,
      interest: input.interes ?? null,
      incomeRangeId: input.ingreso_id ?? null,
      adviserId,
      lastActionId: CONTACT.none,
      lastActionAt: ctx.now,
      answeredAt: ctx.now,
      // The first contact must follow within one office hour (domain.md §1), so it is due at once.
      nextFollowUpOn: input.proximo_seguimiento ?? panamaDay(ctx.now),
      ...(agreed && { consentVersion: CONSENT_TEXTS.datos.version, consentAt: ctx.now }),
      createdBy: staffOf(ctx).userId,
      createdAt: ctx.now,
    })
    .returning({ id: prospects.id });
  const id = made!.id;
  await announce(ctx, { record: prospectMachine.entity, id, from: null, to: PROSPECT.fresh });
  await audit(ctx, 'crear', prospectMachine.entity, id, { personId, projectId: input.proyecto_id });
  await notify(ctx, {
    kind: 'prospecto_asignado',
    to: [adviserId],
    text: `Nuevo prospecto: ${input.nombre}.`,
    url: `/oficina/prospectos/${id}`,
    event: `prospecto:${id}:asignado:${adviserId}:1`,
  });
  return id;
}

/** Changes the data of a prospect. Raises 404, 409 STALE, 422 at the fields. */
export async function changeProspect(ctx: Context, id: number, change: ProspectChange): Promise<void> {
  const one = await loadProspect(ctx, id);
  refuseStale(one, change.version);
  refuseEnded(one);
  const agreed = change.consentimiento_datos === true || one.consentAt !== null;
  const projectId = change.proyecto_id ?? one.projectId;
  const modelId = change.modelo_id === undefined ? one.modelId : change.modelo_id;
  // A model belongs to one project: a change of project clears it unless a new model is given.
  const kept = projectId === one.projectId || change.modelo_id !== undefined ? modelId : null;
  await check(ctx, { ...change, proyecto_id: projectId, modelo_id: kept }, agreed);
  await touchProspect(ctx, one, {
    projectId,
    modelId: kept,
    ...(change.origen !== undefined && { origin: change.origen }),
    ...(change.numero_camp !== undefined && { campaignNumber: change.numero_camp }),
    ...(change.interes !== undefined && { interest: change.interes }),
    ...(change.ingreso_id !== undefined && { incomeRangeId: change.ingreso_id }),
    ...(change.proximo_seguimiento !== undefined && { nextFollowUpOn: change.proximo_seguimiento }),
    ...(change.consentimiento_datos === true &&
      one.consentAt === null && { consentVersion: CONSENT_TEXTS.datos.version, consentAt: ctx.now }),
  });
  const { version: _, ...fields } = change;
  await audit(ctx, 'editar', prospectMachine.entity, id, { fields: Object.keys(fields) });
}

/** Moves a prospect to another stage at a user's request. Raises 404, 403, 409 STALE, 422. */
export async function changeStage(ctx: Context, id: number, change: StatusChange): Promise<void> {
  const one = await loadProspect(ctx, id, 'ventas.ver');
  const held = { stateId: one.stageId, version: one.version };
  checkTransition(prospectMachine, held, change, {}, (permission) => reachesProspect(ctx, permission, one));
  const discards = change.estado_id === PROSPECT.discarded;
  const returns = one.stageId === PROSPECT.discarded;
  await writeStage(
    ctx,
    one,
    change.estado_id,
    {
      ...(discards && { nextFollowUpOn: null, discardReason: change.motivo ?? null }),
      ...(returns && {
        nextFollowUpOn: nextFollowUp(panamaDay(ctx.now)),
        discardReason: null,
        answeredAt: ctx.now,
      }),
    },
    change.motivo,
  );
  await audit(ctx, 'cambiar_estado', prospectMachine.entity, id, { from: one.stageId, to: change.estado_id });
}

/** Writes a stage with its history. The prospect must be locked and the transition checked. */
export async function writeStage(
  ctx: Acting,
  one: Pick<ProspectDetail, 'id' | 'version' | 'stageId'>,
  to: number,
  set: Partial<typeof prospects.$inferInsert> = {},
  reason?: string,
): Promise<void> {
  await touchProspect(ctx, one, { ...set, stageId: to, stageSince: ctx.now });
  await announce(ctx, { record: prospectMachine.entity, id: one.id, from: one.stageId, to, reason });
}

type Checked = Pick<
  Partial<NewProspect>,
  'cedula' | 'tipo_documento' | 'ingreso_id' | 'modelo_id' | 'proximo_seguimiento'
> & { proyecto_id: number };

/** Checks that need catalogs, settings and the consent. Returns the document in the stored format. Raises 422. */
async function check(ctx: Context, given: Checked, agreed: boolean) {
  const faults: FieldError[] = [];
  if ((given.cedula || given.ingreso_id) && !agreed)
    faults.push({
      field: 'consentimiento_datos',
      message: 'Antes de escribir más datos, la persona debe dar su permiso para usarlos.',
    });
  const { cedulaMaxAsiento } = await readSettings(ctx.db);
  const type = given.tipo_documento ?? 'cedula';
  const number = given.cedula ? readDocument(type, given.cedula, cedulaMaxAsiento) : undefined;
  if (given.cedula && !number) faults.push({ field: 'cedula', message: documentError(type) });
  if (given.ingreso_id && !(await catalogLabels(ctx.db, incomeRanges)).has(given.ingreso_id))
    faults.push({ field: 'ingreso_id', message: 'Elige el rango de la lista.' });
  faults.push(...followUpFault(given.proximo_seguimiento, panamaDay(ctx.now)));
  faults.push(...(await projectFaults(ctx, given.proyecto_id, given.modelo_id ?? null)));
  if (faults.length > 0) throw invalid(faults);
  return { document: number ? { type, number, key: documentKey(type, number) } : null };
}

async function projectFaults(ctx: Context, projectId: number, modelId: number | null): Promise<FieldError[]> {
  const reach = scopeOf(ctx, 'ventas.crear') ?? scopeOf(ctx, 'ventas.editar');
  const [project] = await ctx.db
    .select({ id: projects.id })
    .from(projects)
    .where(and(eq(projects.id, projectId), isNull(projects.archivedAt)));
  if (!project || (reach?.scope === 'sus_proyectos' && !reach.projectIds.includes(projectId)))
    return [{ field: 'proyecto_id', message: 'Elige un proyecto de la lista.' }];
  if (modelId === null) return [];
  const [model] = await ctx.db
    .select({ id: houseModels.id })
    .from(houseModels)
    .where(
      and(eq(houseModels.id, modelId), eq(houseModels.projectId, projectId), isNull(houseModels.archivedAt)),
    );
  return model ? [] : [{ field: 'modelo_id', message: 'Elige un modelo de ese proyecto.' }];
}

/** The adviser of a new prospect: the caller by default. Another user, or none, needs ventas.aprobar. */
async function adviserOf(ctx: Context, wanted: number | null | undefined): Promise<number | null> {
  const { userId } = staffOf(ctx);
  if (wanted === undefined || wanted === userId) return userId;
  if (!scopeOf(ctx, 'ventas.aprobar'))
    throw invalid([{ field: 'asesor_id', message: 'Solo coordinación da prospectos a otra persona.' }]);
  if (wanted !== null) await checkAdviser(ctx, wanted);
  return wanted;
}

/** Raises 422 at asesor_id unless this is an active adviser. */
export async function checkAdviser(ctx: Pick<Context, 'db' | 'now'>, adviserId: number): Promise<void> {
  const staff = await findSaleStaff(ctx.db, ctx.now);
  if (!staff.some(({ id, adviser }) => id === adviserId && adviser))
    throw invalid([{ field: 'asesor_id', message: 'Elige un asesor activo de la lista.' }]);
}

type Document = Awaited<ReturnType<typeof check>>['document'];

/** The person of a prospect: the given one, or a new one if nobody has the same keys. */
async function personOf(ctx: Context, input: NewProspect, document: Document): Promise<number> {
  if (input.persona_id !== undefined) return knownPerson(ctx, input.persona_id, input.proyecto_id, document);
  const { nombre: name, celular: phone, email, proyecto_id: projectId } = input;
  return notePerson(
    ctx,
    { name, phone, email, document: document ? columnsOf(document) : undefined },
    { another: input.otra_persona, projectId },
  );
}

const columnsOf = ({ type, number, key }: NonNullable<Document>) => ({
  documentType: type,
  documentNumber: number,
  documentKey: key,
});

async function knownPerson(ctx: Context, id: number, projectId: number, document: Document): Promise<number> {
  const person = await row<{ documentKey: string | null; whole: boolean }>(
    ctx.db,
    sql`select p.document_key "documentKey", ${wholePersonInReach(ctx, 'ventas.ver', sql`p.id`)} whole from people p where p.id = ${id} and p.merged_into_id is null
      and ${personInReach(ctx, 'ventas.ver', sql`p.id`)} for no key update of p`,
  );
  if (!person)
    throw invalid([{ field: 'persona_id', message: 'No encontramos a esa persona entre las tuyas.' }]);
  const [open] = await ctx.db
    .select({ id: prospects.id, adviserId: prospects.adviserId })
    .from(prospects)
    .where(
      and(
        eq(prospects.personId, id),
        eq(prospects.projectId, projectId),
        inArray(prospects.stageId, [...OPEN_STAGES]),
      ),
    );
  if (open) {
    const mine = await findProspect(ctx.db, open.id, { reach: prospectsInReach(ctx, 'ventas.ver') });
    throw conflict(
      'PROSPECT_OPEN',
      mine
        ? `${mine.name} ya tiene un seguimiento abierto en este proyecto.`
        : 'Otra persona ya le da seguimiento en este proyecto: pídelo a coordinación.',
      { prospect_id: mine?.id ?? null },
    );
  }
  // Only missing data is added here. Known data changes on the person's page, with its history.
  if (document && person.documentKey === null && !person.whole)
    throw invalid([
      {
        field: 'cedula',
        message: 'También lo atiende otra persona: deja el documento vacío, lo anota coordinación.',
      },
    ]);
  if (document && person.documentKey === null) await updatePerson(ctx, id, columnsOf(document));
  return id;
}
