import { and, eq, or, sql, type SQL } from 'drizzle-orm';
import { ATTACHED_MAX, type FileItem } from '#contract/company/files/endpoints.ts';
import { MESSAGES } from '#contract/errors.ts';
import { audit } from '#server/kernel/audit.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { invalid, notFound, Refused } from '#server/kernel/errors.ts';
import { files } from '#server/kernel/kernel.table.ts';
import { requireRecord, requireRecordToWrite } from '#server/kernel/records.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { addFile, fileUrl, makerOf } from './files.service.ts';

/** The files of a record that the caller may open, the oldest first. Raises 404. */
export async function filesOfRecord(ctx: Context, reference: string, id: number): Promise<FileItem[]> {
  await requireRecord(ctx, reference, id);
  const through = await Promise.all((ctx.recordFiles.get(reference) ?? []).map((of) => of(ctx, id)));
  const own = and(
    eq(files.reference, reference),
    eq(files.referenceId, id),
    // Sensitive files come only from the module that checks their access.
    eq(files.sensitive, false),
  );
  return findFiles(ctx, or(own, ...through.filter((where) => where !== null)));
}

/** Attaches the uploaded file to a record in the caller's scope. Raises 404, 403, 422 at `archivo`. */
export async function attach(ctx: Context, reference: string, id: number): Promise<FileItem> {
  await requireRecordToWrite(ctx, reference, id);
  const [upload] = ctx.uploads.get('archivo') ?? [];
  if (!upload) throw invalid([{ field: 'archivo', message: 'Elige el archivo.' }]);
  const there = await ctx.db.$count(
    files,
    and(eq(files.reference, reference), eq(files.referenceId, id), eq(files.attached, true)),
  );
  if (there >= ATTACHED_MAX)
    throw invalid([
      { field: 'archivo', message: `Caben ${ATTACHED_MAX} archivos. Quita uno que ya no haga falta.` },
    ]);
  const owner = { reference, referenceId: id, sensitive: false, attached: true };
  const fileId = await addFile(ctx, owner, upload);
  await audit(ctx, 'adjuntar', reference, id, { name: upload.name });
  const [made] = await findFiles(ctx, eq(files.id, fileId));
  return made!;
}

/** Removes a file that the caller attached; the sweep removes its bytes. Raises 404, 403. */
export async function remove(
  ctx: Context,
  { reference, id, archivo_id: fileId }: { reference: string; id: number; archivo_id: string },
): Promise<void> {
  await requireRecordToWrite(ctx, reference, id);
  const [file] = await ctx.db
    .select()
    .from(files)
    .where(
      and(
        eq(files.id, fileId),
        eq(files.reference, reference),
        eq(files.referenceId, id),
        eq(files.attached, true),
      ),
    );
  if (!file) throw notFound();
  if (file.uploadedBy !== makerOf(ctx))
    throw new Refused(403, 'FORBIDDEN', `${MESSAGES.FORBIDDEN} Lo quita quien lo adjuntó.`);
  await ctx.db.delete(files).where(eq(files.id, fileId));
  await audit(ctx, 'quitar_archivo', reference, id, { name: file.name });
}

async function findFiles(ctx: Context, where: SQL | undefined): Promise<FileItem[]> {
  const { userId } = staffOf(ctx);
  const found = await ctx.db
    .select({ file: files, maker: { id: users.id, name: users.name } })
    .from(files)
    .leftJoin(users, eq(files.uploadedBy, sql`'staff:' || ${users.id}`))
    .where(where)
    .orderBy(files.createdAt, files.id);
  return found.map(({ file: { id, name, mime, size, attached, createdAt }, maker }) => ({
    id,
    name,
    mime,
    size,
    url: fileUrl(ctx, id),
    created_at: createdAt.toISOString(),
    by: maker?.name ?? null,
    attached,
    removable: attached && maker?.id === userId,
  }));
}
