import { asc, desc, eq, inArray, sql } from 'drizzle-orm';
import { statesOf } from '#server/modules/company/staff/history.service.ts';
import { alias } from 'drizzle-orm/pg-core';
import type { CONTACT_CHANNELS } from '#contract/banking/applications/applications.ts';
import type { Context } from '#server/kernel/context.ts';
import { files } from '#server/kernel/kernel.table.ts';
import { bankExecutives } from '#server/modules/projects/projects/banks.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import type { ApplicationFound } from './reading.service.ts';
import { bankContacts, bankTransfers } from './applications.table.ts';
import { disbursements, letterExtensions } from './letters.table.ts';

const answerer = alias(users, 'answerer');

/** What belongs to some applications of one sale, read at once. */
export type Details = Awaited<ReturnType<typeof readDetails>>;
export type Shown = ReturnType<Details['of']>;

export async function readDetails({ db }: Pick<Context, 'db'>, found: readonly ApplicationFound[]) {
  const ids = found.map(({ application }) => application.id);
  const letterIds = found.flatMap(({ letter }) => letter?.id ?? []);
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
  const transfers = await db
    .select({
      applicationId: bankTransfers.applicationId,
      id: bankTransfers.id,
      format: bankTransfers.format,
      papers: bankTransfers.papers,
      who: users.name,
      at: bankTransfers.at,
    })
    .from(bankTransfers)
    .leftJoin(users, eq(users.id, bankTransfers.userId))
    .where(inArray(bankTransfers.applicationId, ids))
    .orderBy(desc(bankTransfers.id));
  const extensions = await db
    .select({
      letterId: letterExtensions.letterId,
      id: letterExtensions.id,
      reason: letterExtensions.reason,
      requestedBy: users.name,
      requestedAt: letterExtensions.requestedAt,
      fromExpiresOn: letterExtensions.fromExpiresOn,
      toExpiresOn: letterExtensions.toExpiresOn,
      fileId: letterExtensions.fileId,
      answeredBy: answerer.name,
      answeredAt: letterExtensions.answeredAt,
    })
    .from(letterExtensions)
    .leftJoin(users, eq(users.id, letterExtensions.requestedBy))
    .leftJoin(answerer, eq(answerer.id, letterExtensions.answeredBy))
    .where(inArray(letterExtensions.letterId, letterIds))
    .orderBy(asc(letterExtensions.id));
  const executives = await db.select().from(bankExecutives).where(inArray(bankExecutives.id, executiveIds));
  const senders = await db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(inArray(users.id, senderIds));
  const money = await db
    .select({ row: disbursements, confirmedBy: users.name })
    .from(disbursements)
    .leftJoin(users, eq(users.id, disbursements.confirmedBy))
    .where(inArray(disbursements.applicationId, ids));
  const fileIds = [
    ...found.flatMap(({ letter }) => letter?.fileId ?? []),
    ...extensions.flatMap(({ fileId }) => fileId ?? []),
  ];
  const kept = new Map(
    (await db.select().from(files).where(inArray(files.id, fileIds))).map((file) => [file.id, file]),
  );
  return {
    of(id: number) {
      const one = found.find(({ application }) => application.id === id)!;
      const executive = executives.find((row) => row.id === one.application.executiveId);
      return {
        contacts: contacts.filter(({ applicationId }) => applicationId === id),
        history: history.filter(({ recordId }) => recordId === id),
        transfers: transfers.filter(({ applicationId }) => applicationId === id),
        extensions: extensions.filter(({ letterId }) => letterId === one.letter?.id),
        disbursement: money.find(({ row }) => row.applicationId === id) ?? null,
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
        files: kept,
      };
    },
  };
}
