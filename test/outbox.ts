import { desc, eq } from 'drizzle-orm';
import type { Db } from '#server/kernel/db.ts';
import { outboxMails } from '#server/kernel/kernel.table.ts';

/** The mails to an address, latest first. */
export const mailsTo = (db: Db, to: string) =>
  db.select().from(outboxMails).where(eq(outboxMails.to, to)).orderBy(desc(outboxMails.id));

/** The six-digit code in the latest mail to an address. */
export async function codeTo(db: Db, to: string): Promise<string> {
  const [mail] = await mailsTo(db, to);
  const [, left, right] = /\b(\d{3}) (\d{3})\b/.exec(mail?.body ?? '') ?? [];
  if (!left || !right) throw new Error(`no code was sent to ${to}`);
  return left + right;
}
