import { desc, eq, inArray, sql } from 'drizzle-orm';
import type { Application, CONTACT_CHANNELS } from '#contract/banking/applications/applications.ts';
import type { Letter } from '#contract/banking/letters/letters.ts';
import type { Context } from '#server/kernel/context.ts';
import { allKnown } from '#server/kernel/known.ts';
import { files } from '#server/kernel/kernel.table.ts';
import { statesOf } from '#server/modules/company/staff/history.service.ts';
import { bankExecutives } from '#server/modules/projects/projects/banks.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import type { ApplicationFound } from './reading.service.ts';
import { bankApplications, bankContacts } from './applications.table.ts';

/** What letters, disbursements and expediente tell of an application (`Module.knows`). */
interface ApplicationKnown extends Pick<Application, 'transfers' | 'disbursement'> {
  /** Of its letter, the oldest first. */
  extensions: (Omit<Letter['extensions'][number], 'file'> & { file: FileKnown | null })[];
}
export type FileKnown = Pick<typeof files.$inferSelect, 'id' | 'name' | 'mime' | 'size'>;

/** What belongs to some applications of one sale, read at once. */
export type Details = Awaited<ReturnType<typeof readDetails>>;
export type Shown = ReturnType<Details['of']>;

export async function readDetails(ctx: Pick<Context, 'db' | 'knows'>, found: readonly ApplicationFound[]) {
  const { db } = ctx;
  const ids = found.map(({ application }) => application.id);
  const letterFileIds = found.flatMap(({ letter }) => letter?.fileId ?? []);
  const executiveIds = found.flatMap(({ application }) => application.executiveId ?? []);
  const senderIds = found.flatMap(({ application }) => application.sentBy ?? []);
  // One after the other: within a change they share one connection.
  const contacts = await db
    .select({
      applicationId: bankContacts.applicationId,
      id: bankContacts.id,
      channel: sql<keyof typeof CONTACT_CHANNELS>`${bankContacts.channel}`,
      note: bankContacts.note,
      executive: bankExecutives.name,
      who: users.name,
      at: bankContacts.at,
    })
    .from(bankContacts)
    .leftJoin(bankExecutives, eq(bankExecutives.id, bankContacts.executiveId))
    .leftJoin(users, eq(users.id, bankContacts.userId))
    .where(inArray(bankContacts.applicationId, ids))
    .orderBy(desc(bankContacts.id));
  const history = await statesOf(db, 'solicitud', ids);
  const executives = await db.select().from(bankExecutives).where(inArray(bankExecutives.id, executiveIds));
  const senders = await db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(inArray(users.id, senderIds));
  const told = await db
    .select({ id: bankApplications.id, known: allKnown<ApplicationKnown>(ctx, 'solicitud') })
    .from(bankApplications)
    .where(inArray(bankApplications.id, ids));
  const letterFiles = await db.select().from(files).where(inArray(files.id, letterFileIds));
  return {
    of(id: number) {
      const one = found.find(({ application }) => application.id === id)!;
      const executive = executives.find((row) => row.id === one.application.executiveId);
      return {
        contacts: contacts.filter(({ applicationId }) => applicationId === id),
        history: history.filter(({ recordId }) => recordId === id),
        ...told.find((row) => row.id === id)!.known,
        letterFile: letterFiles.find((file) => file.id === one.letter?.fileId),
        sentBy: senders.find((user) => user.id === one.application.sentBy)?.name ?? null,
        executive: executive
          ? {
              id: executive.id,
              name: executive.name,
              phone: executive.phone,
              email: executive.email,
              branch: executive.branch,
            }
          : null,
      };
    },
  };
}
