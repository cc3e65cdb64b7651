import { and, eq, sql } from 'drizzle-orm';
import { documentError, documentKey, readDocument } from '#contract/identity.ts';
import type {
  NewRepresentative,
  Representative,
  RepresentativeChange,
} from '#contract/legal/representatives/model.ts';
import type { Power } from '#contract/legal/representatives/rules.ts';
import { announce } from '#server/kernel/changes.ts';
import { audit } from '#server/kernel/audit.ts';
import { staffOf, type Acting, type Context } from '#server/kernel/context.ts';
import { violatedConstraint } from '#server/kernel/db.ts';
import { conflict, invalid, notFound, Refused } from '#server/kernel/errors.ts';
import type { UploadedFile } from '#server/kernel/files.ts';
import { addFile } from '#server/modules/company/files/files.service.ts';
import { readSettings } from '#server/modules/company/settings/settings.service.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { requireOfCompany } from '#server/modules/legal/counsel/counsel.scope.ts';
import { findRepresentative } from './representatives.queries.ts';
import { representatives } from './representatives.table.ts';

type Row = typeof representatives.$inferSelect;

/** What decides whether a representative may sign. */
export const powerOf = ({ validFrom, validUntil, limitCents, archivedAt }: Row): Power => ({
  validFrom,
  validUntil,
  limitCents,
  archived: archivedAt !== null,
});

/** Registers a representative. Returns the id. Raises 403, 422 at a field, 409 REPRESENTATIVE_TAKEN. */
export async function registerRepresentative(ctx: Acting, sent: NewRepresentative): Promise<number> {
  requireOfCompany(ctx, 'legal.crear');
  const columns = await columnsOf(ctx, sent);
  const [made] = await taken(
    ctx.db
      .insert(representatives)
      .values({ ...columns, createdBy: staffOf(ctx).userId, createdAt: ctx.now })
      .returning({ id: representatives.id }),
  );
  await announce(ctx, { record: 'representante', id: made!.id, verb: 'creado' });
  await audit(ctx, 'crear', 'representante', made!.id, { name: sent.name });
  return made!.id;
}

/** The same, answering the record. */
export const addRepresentative = async (ctx: Context, sent: NewRepresentative): Promise<Representative> =>
  answerOf(ctx, await registerRepresentative(ctx, sent));

/** Corrects a representative or renews the power. Raises 403, 404, 409 STALE and REPRESENTATIVE_TAKEN, 422 at a field. */
export async function changeRepresentative(
  ctx: Context,
  id: number,
  { version, ...sent }: RepresentativeChange,
): Promise<Representative> {
  requireOfCompany(ctx, 'legal.crear');
  const before = await lock(ctx, id);
  if (version !== undefined && version !== before.version)
    throw conflict('STALE', undefined, { version: before.version });
  const columns = await columnsOf(ctx, sent, before);
  await taken(
    ctx.db
      .update(representatives)
      .set({ ...columns, version: before.version + 1 })
      .where(eq(representatives.id, id)),
  );
  await announce(ctx, { record: 'representante', id, verb: 'cambiado' });
  await audit(ctx, 'cambiar', 'representante', id, {
    before: shownOf(before),
    after: shownOf({ ...before, ...columns }),
  });
  return answerOf(ctx, id);
}

/** Keeps the file of the power; the one before stays in the store with its row. Raises 403, 404, 422 without a file. */
export async function attachPower(
  ctx: Context,
  id: number,
  file: UploadedFile | undefined,
): Promise<Representative> {
  requireOfCompany(ctx, 'legal.crear');
  const before = await lock(ctx, id);
  if (!file) throw invalid([{ field: 'archivo', message: 'Elige el archivo del poder.' }]);
  const fileId = await addFile(ctx, { reference: 'representante', referenceId: id, sensitive: true }, file);
  await ctx.db
    .update(representatives)
    .set({ fileId, version: before.version + 1 })
    .where(eq(representatives.id, id));
  await announce(ctx, { record: 'representante', id, verb: 'cambiado' });
  await audit(ctx, 'adjuntar', 'representante', id, { file: file.name });
  return answerOf(ctx, id);
}

/** Archives a representative, or offers it again. Repeats change nothing. Raises 403, 404, 409 REPRESENTATIVE_TAKEN. */
export async function archiveRepresentative(
  ctx: Context,
  id: number,
  archived: boolean,
): Promise<Representative> {
  requireOfCompany(ctx, 'legal.crear');
  const before = await lock(ctx, id);
  if ((before.archivedAt !== null) !== archived) {
    await taken(
      ctx.db
        .update(representatives)
        .set({ archivedAt: archived ? ctx.now : null, version: before.version + 1 })
        .where(eq(representatives.id, id)),
    );
    await announce(ctx, { record: 'representante', id, verb: archived ? 'archivado' : 'ofrecido' });
    await audit(ctx, archived ? 'archivar' : 'restored', 'representante', id);
  }
  return answerOf(ctx, id);
}

/** Removes a representative that an import made and nobody asked to sign; false when somebody did. */
export async function takeBackRepresentative(ctx: Pick<Acting, 'db'>, id: number): Promise<boolean> {
  const removed = await ctx.db
    .delete(representatives)
    .where(
      and(
        eq(representatives.id, id),
        sql`not exists (select from envelope_signers g where g.representative_id = representatives.id)`,
      ),
    )
    .returning({ id: representatives.id });
  return removed.length > 0;
}

async function answerOf(ctx: Context, id: number): Promise<Representative> {
  const found = await findRepresentative(ctx, id);
  if (!found) throw notFound();
  return found;
}

async function lock(ctx: Context, id: number): Promise<Row> {
  const [found] = await ctx.db
    .select()
    .from(representatives)
    .where(eq(representatives.id, id))
    .for('no key update');
  if (!found) throw notFound();
  return found;
}

/** The columns of a sent form. Raises 422 at the document, and at a user who is not one of the company's. */
async function columnsOf(ctx: Acting, sent: Omit<RepresentativeChange, 'version'>, before?: Row) {
  const { cedulaMaxAsiento } = await readSettings(ctx.db);
  const document = readDocument(sent.document_type, sent.document, cedulaMaxAsiento);
  if (!document) throw invalid([{ field: 'document', message: documentError(sent.document_type) }]);
  if (sent.user_id !== null && sent.user_id !== before?.userId && !(await isUser(ctx, sent.user_id)))
    throw invalid([{ field: 'user_id', message: 'Elige a uno de los usuarios de la oficina.' }]);
  return {
    name: sent.name,
    documentType: sent.document_type,
    document,
    documentKey: documentKey(sent.document_type, document),
    phone: sent.phone,
    email: sent.email,
    userId: sent.user_id,
    powerKind: sent.power_kind,
    powerText: sent.power_text,
    limitCents: sent.limit_centavos,
    validFrom: sent.valid_from,
    validUntil: sent.valid_until,
  };
}

async function isUser(ctx: Pick<Acting, 'db'>, id: number): Promise<boolean> {
  const found = await ctx.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), users.active));
  return found.length > 0;
}

/** The values that the audit keeps of a change. */
const shownOf = ({ name, phone, email, powerText, limitCents, validFrom, validUntil }: Partial<Row>) => ({
  name,
  phone,
  email,
  powerText,
  limitCents,
  validFrom,
  validUntil,
});

/** Awaits a write. Raises 409 REPRESENTATIVE_TAKEN when the person is already offered. */
async function taken<A>(write: PromiseLike<A>): Promise<A> {
  try {
    return await write;
  } catch (error) {
    if (violatedConstraint(error) !== 'representatives_once') throw error;
    const message = 'Esta persona ya está entre los representantes.';
    throw new Refused(409, 'REPRESENTATIVE_TAKEN', message, { errors: [{ field: 'document', message }] });
  }
}
