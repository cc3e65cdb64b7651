import type { Context } from '#server/kernel/context.ts';
import { forbidden } from '#server/kernel/errors.ts';
import type { UploadedFile } from '#server/kernel/files.ts';
import { files } from '#server/kernel/kernel.table.ts';

const GOOD_FOR_MS = 10 * 60_000;

type Asking = Pick<Context, 'staff' | 'client' | 'now' | 'sign'>;
const sessionOf = (ctx: Asking) => ctx.staff?.sessionId ?? ctx.client?.sessionId ?? null;

/** The signed URL of a file: valid for ten minutes and only in the caller's session. */
export const fileUrl = (ctx: Asking, fileId: string): string =>
  `/archivos/${fileId}?${signedQuery(ctx, fileId)}`;

/** The query of a URL that opens a file, signed as `fileUrl` signs it. */
export function signedQuery(ctx: Asking, fileId: string): string {
  const until = ctx.now.getTime() + GOOD_FOR_MS;
  const signature = ctx.sign('files').sign(`${fileId}.${sessionOf(ctx)}.${until}`);
  return `hasta=${until}&firma=${signature}`;
}

/** Raises 403 unless the URL was signed for one of the caller's sessions and has not expired. */
export function checkFileUrl(ctx: Asking, fileId: string, query: { hasta: number; firma: string }): void {
  const { verify } = ctx.sign('files');
  const sessions = [ctx.staff?.sessionId, ctx.client?.sessionId].filter((id) => id !== undefined);
  const mine = sessions.some((session) => verify(`${fileId}.${session}.${query.hasta}`, query.firma));
  if (!mine || query.hasta < ctx.now.getTime()) throw forbidden();
}

export interface FileOwner {
  reference: string;
  referenceId: number;
  /** Identity and income documents: every read is logged. */
  sensitive: boolean;
  /** Attached to the record itself by a colleague. */
  attached?: boolean;
}

/** The uploader, as stored in the file's row. */
export const makerOf = ({ staff, client }: Pick<Context, 'staff' | 'client'>): string =>
  staff ? `staff:${staff.userId}` : client ? 'client' : 'system';

/** Adds a row for a file that is completely in the store, owned by a record. Returns the file's id. */
export async function addFile(ctx: Adding, owner: FileOwner, upload: UploadedFile): Promise<string> {
  return (await addFiles(ctx, [[owner, upload]]))[0]!;
}

/** The same for several files; returns their ids in this order. */
export async function addFiles(
  ctx: Adding,
  added: readonly (readonly [owner: FileOwner, upload: UploadedFile])[],
): Promise<string[]> {
  const rows = await ctx.db
    .insert(files)
    .values(
      added.map(([owner, { sha256, mime, size, name }]) => ({
        ...owner,
        sha256,
        mime,
        size,
        name,
        uploadedBy: makerOf(ctx),
        createdAt: ctx.now,
      })),
    )
    .returning({ id: files.id });
  return rows.map(({ id }) => id);
}
type Adding = Pick<Context, 'db' | 'now' | 'staff' | 'client'>;
