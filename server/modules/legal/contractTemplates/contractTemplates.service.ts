import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { clauseFaults, type Clause } from '#contract/legal/contractTemplates/clauses.ts';
import type { NewTemplate, SavedText, TemplateChange } from '#contract/legal/contractTemplates/model.ts';
import {
  OPEN_VERSIONS,
  VERSION,
  versionMachine,
  whyNotNewVersion,
} from '#contract/legal/contractTemplates/rules.ts';
import { starterOf } from '#contract/legal/contractTemplates/starter.ts';
import type { StatusChange } from '#contract/transitions.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { violatedConstraint } from '#server/kernel/db.ts';
import { conflict, invalid, notFound } from '#server/kernel/errors.ts';
import { checkTransition } from '#server/kernel/transition.ts';
import { notify, whoMay } from '#server/modules/company/notifications/notify.service.ts';
import { ofCompany, requireOfCompany } from '#server/modules/legal/counsel/counsel.scope.ts';
import type { Version } from './contractTemplates.queries.ts';
import { contractTemplates, templateVersions } from './contractTemplates.table.ts';

const TAKEN = 'Ya hay una plantilla de ese tipo para esas ventas. Edita la que existe, o archívala primero.';

/** Awaits a write. Raises 409 TAKEN when the kind of sale has its template, VERSION_OPEN when a version is being written. */
async function saving<A>(work: PromiseLike<A>): Promise<A> {
  try {
    return await work;
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (constraint === 'contract_templates_one') throw conflict('TAKEN', TAKEN);
    if (
      constraint === 'contract_template_versions_open' ||
      constraint === 'contract_template_versions_number'
    )
      throw conflict('VERSION_OPEN', 'Alguien ya empezó la próxima versión. Ábrela y sigue desde ahí.');
    throw error;
  }
}

async function lockTemplate(ctx: Pick<Context, 'db'>, id: number, version?: number) {
  const [found] = await ctx.db
    .select()
    .from(contractTemplates)
    .where(eq(contractTemplates.id, id))
    .for('no key update');
  if (!found) throw notFound();
  if (version !== undefined && version !== found.version)
    throw conflict('STALE', undefined, { version: found.version });
  return found;
}

/** The newest text of a template; undefined when the template does not exist. */
const newestText = async (ctx: Pick<Context, 'db'>, templateId: number): Promise<Version | undefined> =>
  (
    await ctx.db
      .select()
      .from(templateVersions)
      .where(eq(templateVersions.templateId, templateId))
      .orderBy(desc(templateVersions.number))
      .limit(1)
  )[0];

/** Adds a draft with these clauses. Returns its number. Raises 409 VERSION_OPEN. */
async function addDraft(ctx: Context, templateId: number, number: number, clauses: readonly Clause[]) {
  const { userId } = staffOf(ctx);
  await saving(
    ctx.db.insert(templateVersions).values({
      templateId,
      number,
      stateId: VERSION.draft,
      clauses: [...clauses],
      createdBy: userId,
      writers: [userId],
      createdAt: ctx.now,
    }),
  );
  await announce(ctx, { record: 'plantilla_legal', id: templateId, from: null, to: VERSION.draft });
  return number;
}

/** Creates a template with the first draft of its text. Returns the id. Raises 403, 409 TAKEN, 422 at `copia_de`. */
export async function createTemplate(ctx: Context, form: NewTemplate): Promise<number> {
  requireOfCompany(ctx, 'legal.crear');
  const copied = form.copia_de === null ? null : await newestText(ctx, form.copia_de);
  if (copied === undefined)
    throw invalid([{ field: 'copia_de', message: 'Elige una plantilla que exista.' }]);
  const clauses = copied?.clauses ?? starterOf(form.tipo);
  const faults = clauseFaults(clauses, form.tipo);
  if (faults.length > 0)
    throw invalid([{ field: 'copia_de', message: `No se puede copiar: ${faults[0]!.message}` }]);
  const [made] = await saving(
    ctx.db
      .insert(contractTemplates)
      .values({
        kind: form.tipo,
        name: form.nombre,
        projectId: form.proyecto_id,
        paymentForm: form.forma_pago,
        createdAt: ctx.now,
      })
      .returning({ id: contractTemplates.id }),
  );
  await addDraft(ctx, made!.id, 1, clauses);
  await audit(ctx, 'crear', 'plantilla_legal', made!.id, { name: form.nombre, kind: form.tipo });
  return made!.id;
}

/** Renames a template or changes the sales it is for. Raises 403, 404, 409 STALE, TAKEN. */
export async function changeTemplate(ctx: Context, id: number, form: TemplateChange): Promise<void> {
  requireOfCompany(ctx, 'legal.crear');
  const before = await lockTemplate(ctx, id, form.version);
  await saving(
    ctx.db
      .update(contractTemplates)
      .set({
        name: form.nombre,
        projectId: form.proyecto_id,
        paymentForm: form.forma_pago,
        version: before.version + 1,
      })
      .where(eq(contractTemplates.id, id)),
  );
  await audit(ctx, 'cambiar', 'plantilla_legal', id, {
    before: { name: before.name, projectId: before.projectId, paymentForm: before.paymentForm },
    after: { name: form.nombre, projectId: form.proyecto_id, paymentForm: form.forma_pago },
  });
}

/** Archives a template or brings it back. Raises 403, 404, 409 STALE, TAKEN. */
export async function archiveTemplate(
  ctx: Context,
  id: number,
  { archivada, version }: { archivada: boolean; version?: number | undefined },
): Promise<void> {
  requireOfCompany(ctx, 'legal.anular');
  const before = await lockTemplate(ctx, id, version);
  if ((before.archivedAt !== null) === archivada) return;
  await saving(
    ctx.db
      .update(contractTemplates)
      .set({ archivedAt: archivada ? ctx.now : null, version: before.version + 1 })
      .where(eq(contractTemplates.id, id)),
  );
  await audit(ctx, archivada ? 'archived' : 'restored', 'plantilla_legal', id);
}

/** Begins the next version with the newest text. Returns its number. Raises 403, 404, 409 VERSION_OPEN, 422 when archived. */
export async function draftVersion(ctx: Context, id: number): Promise<number> {
  requireOfCompany(ctx, 'legal.crear');
  const template = await lockTemplate(ctx, id);
  const [open] = await ctx.db
    .select({ number: templateVersions.number })
    .from(templateVersions)
    .where(and(eq(templateVersions.templateId, id), inArray(templateVersions.stateId, [...OPEN_VERSIONS])));
  const reason = whyNotNewVersion(open ?? null, template.archivedAt !== null);
  if (reason) throw conflict('VERSION_OPEN', reason);
  const approved = await approvedText(ctx, id);
  const newest = (await newestText(ctx, id))!;
  return addDraft(ctx, id, newest.number + 1, (approved ?? newest).clauses);
}

const approvedText = async (ctx: Pick<Context, 'db'>, templateId: number): Promise<Version | undefined> =>
  (
    await ctx.db
      .select()
      .from(templateVersions)
      .where(and(eq(templateVersions.templateId, templateId), eq(templateVersions.stateId, VERSION.approved)))
  )[0];

async function lockVersion(ctx: Context, templateId: number, number: number) {
  const template = await lockTemplate(ctx, templateId);
  const [version] = await ctx.db
    .select()
    .from(templateVersions)
    .where(and(eq(templateVersions.templateId, templateId), eq(templateVersions.number, number)))
    .for('no key update');
  if (!version) throw notFound();
  return { template, version };
}

/** Saves a draft's text. Raises 403, 404, 409 STALE and NOT_DRAFT, 422 at `clausulas[n]`. */
export async function saveVersion(
  ctx: Context,
  templateId: number,
  number: number,
  text: SavedText,
): Promise<void> {
  requireOfCompany(ctx, 'legal.crear');
  const { template, version } = await lockVersion(ctx, templateId, number);
  if (version.stateId !== VERSION.draft)
    throw conflict('NOT_DRAFT', 'Esta versión ya no es un borrador. Empieza la próxima versión.');
  if (text.version !== undefined && text.version !== version.version)
    throw conflict('STALE', undefined, { version: version.version });
  const faults = clauseFaults(text.clausulas, template.kind);
  if (faults.length > 0) throw invalid(faults);
  const { userId } = staffOf(ctx);
  await ctx.db
    .update(templateVersions)
    .set({
      clauses: text.clausulas,
      note: text.nota,
      writers: [...new Set([...version.writers, userId])],
      version: version.version + 1,
    })
    .where(eq(templateVersions.id, version.id));
  await audit(ctx, 'editar', 'plantilla_legal', templateId, { number });
}

/**
 * Moves a version along its machine. Approving retires the approved one before it. Raises 404, 403, 409 STALE, 422 with
 * the reason.
 */
export async function changeVersionState(
  ctx: Context,
  templateId: number,
  number: number,
  change: StatusChange,
): Promise<void> {
  const { template, version } = await lockVersion(ctx, templateId, number);
  const { userId } = staffOf(ctx);
  const fault = clauseFaults(version.clauses, template.kind)[0]?.message ?? null;
  const facts = { wroteIt: version.writers.includes(userId), fault };
  checkTransition(versionMachine, version, change, facts, (permission) => ofCompany(ctx, permission));
  const to = change.estado_id;
  if (to === VERSION.approved) await retireApproved(ctx, templateId, number);
  await ctx.db
    .update(templateVersions)
    .set({
      stateId: to,
      version: version.version + 1,
      ...(to === VERSION.inReview && { submittedAt: ctx.now }),
      ...(to === VERSION.approved && { approvedBy: userId, approvedAt: ctx.now }),
      ...(to === VERSION.retired && { retiredAt: ctx.now }),
    })
    .where(eq(templateVersions.id, version.id));
  await announce(ctx, {
    record: 'plantilla_legal',
    id: templateId,
    from: version.stateId,
    to,
    reason: change.motivo,
  });
  await audit(ctx, 'cambiar_estado', 'plantilla_legal', templateId, { number, from: version.stateId, to });
  const writers = version.writers.filter((one) => one !== userId);
  if (to === VERSION.inReview)
    await tell(
      ctx,
      (await whoMay(ctx.db, 'legal.aprobar')).filter((one) => !version.writers.includes(one)),
      {
        text: `La versión ${number} de «${template.name}» espera tu revisión.`,
        event: `plantilla_legal:${templateId}:${version.version}`,
        templateId,
      },
    );
  else
    await tell(ctx, writers, {
      text: `${TOLD[to]} la versión ${number} de «${template.name}»${change.motivo ? `: ${change.motivo}` : '.'}`,
      event: `plantilla_legal:${templateId}:${version.version}`,
      templateId,
    });
}

const TOLD: Readonly<Record<number, string>> = {
  [VERSION.draft]: 'Devolvieron',
  [VERSION.approved]: 'Aprobaron',
  [VERSION.retired]: 'Retiraron',
};

const tell = (
  ctx: Context,
  to: readonly number[],
  { templateId, ...notice }: { text: string; event: string; templateId: number },
) =>
  notify(ctx, {
    kind: 'plantilla_revision',
    to,
    url: `/oficina/plantillas-contratos/${templateId}`,
    ...notice,
  });

/** The approved version gives way to the next one. */
async function retireApproved(ctx: Context, templateId: number, next: number): Promise<void> {
  await ctx.db
    .update(templateVersions)
    .set({
      stateId: VERSION.retired,
      retiredAt: ctx.now,
      version: sql`${templateVersions.version} + 1`,
    })
    .where(and(eq(templateVersions.templateId, templateId), eq(templateVersions.stateId, VERSION.approved)));
  await audit(ctx, 'reemplazar', 'plantilla_legal', templateId, { next });
}
