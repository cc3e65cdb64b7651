import type { Context } from '#server/kernel/context.ts';
import { forbidden } from '#server/kernel/errors.ts';
import type { UploadedFile } from '#server/kernel/files.ts';
import { files } from '#server/kernel/kernel.table.ts';

const GOOD_FOR_MS = 10 * 60_000;

type Asking = Pick<Context, 'staff' | 'client' | 'now' | 'sign'>;
const sessionOf = (ctx: Asking) => ctx.staff?.sessionId ?? ctx.client?.sessionId ?? null;

/** The address of a file: signed, good for ten minutes and only in the session that asked for it. */
export function fileUrl(ctx: Asking, fileId: string): string {
  const until = ctx.now.getTime() + GOOD_FOR_MS;
  const signature = ctx.sign('files').sign(`${fileId}.${sessionOf(ctx)}.${until}`);
  return `/archivos/${fileId}?hasta=${until}&firma=${signature}`;
}

/** Raises 403 unless the address was signed for one of the caller's sessions and has not ended. */
export function checkFileUrl(ctx: Asking, fileId: string, query: { hasta: number; firma: string }): void {
  const { verify } = ctx.sign('files');
  const sessions = [ctx.staff?.sessionId, ctx.client?.sessionId].filter((id) => id !== undefined);
  const mine = sessions.some((session) => verify(`${fileId}.${session}.${query.hasta}`, query.firma));
  if (!mine || query.hasta < ctx.now.getTime()) throw forbidden();
}

export interface FileOwner {
  reference: string;
  referenceId: number;
  /** Identity and income papers: every read is logged. */
  sensitive: boolean;
  /** By a colleague, to the record itself. */
  attached?: boolean;
}

/** Who brings a file, as its row has it. */
export const makerOf = ({ staff, client }: Pick<Context, 'staff' | 'client'>): string =>
  staff ? `staff:${staff.userId}` : client ? 'client' : 'system';

/** Notes that a record owns a file that lies whole in the store. Returns the file's id. */
export async function addFile(
  ctx: Pick<Context, 'db' | 'now' | 'staff' | 'client'>,
  owner: FileOwner,
  upload: UploadedFile,
): Promise<string> {
  const { sha256, mime, size, name } = upload;
  const [row] = await ctx.db
    .insert(files)
    .values({ ...owner, sha256, mime, size, name, uploadedBy: makerOf(ctx), createdAt: ctx.now })
    .returning({ id: files.id });
  return row!.id;
}
