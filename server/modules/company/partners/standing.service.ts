import { and, eq, inArray, isNull } from 'drizzle-orm';
import { showDay } from '#contract/dates.ts';
import { PAPER_KINDS, type PaperKind } from '#contract/company/partners/partners.ts';
import type { Db } from '#server/kernel/db.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { partnerPapers } from './partners.table.ts';

/** Without these papers in force nothing is paid to a contractor (domain.md §4.6). */
export const NEEDED_PAPERS: readonly PaperKind[] = [
  'ruc',
  'aviso_operacion',
  'paz_salvo_css',
  'paz_salvo_dgi',
];

/** Why nothing may be paid to a contractor on a day (YYYY-MM-DD), one sentence per paper; empty: it may. */
export async function whyNotPayContractor(db: Db, partnerId: number, today: string): Promise<string[]> {
  const papers = await db
    .select({ kind: partnerPapers.kind, expiresOn: partnerPapers.expiresOn })
    .from(partnerPapers)
    .where(
      and(
        eq(partnerPapers.partnerId, partnerId),
        inArray(partnerPapers.kind, [...NEEDED_PAPERS]),
        isNull(partnerPapers.replacedAt),
      ),
    );
  return NEEDED_PAPERS.flatMap((kind) => {
    const paper = papers.find((one) => one.kind === kind);
    if (!paper) return [`Falta el documento del contratista: ${PAPER_KINDS[kind]}.`];
    return paper.expiresOn !== null && paper.expiresOn < today
      ? [`Venció el ${showDay(paper.expiresOn)} el documento del contratista: ${PAPER_KINDS[kind]}.`]
      : [];
  });
}

/** The active users of a partner. */
export const usersOfPartner = async (db: Db, partnerId: number): Promise<number[]> =>
  (
    await db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.partnerId, partnerId), users.active))
  ).map(({ id }) => id);
