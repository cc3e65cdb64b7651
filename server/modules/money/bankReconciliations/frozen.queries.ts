import { asc, eq, sql } from 'drizzle-orm';
import { rows } from '#server/kernel/db.ts';
import type { Context } from '#server/kernel/context.ts';
import { bankReconciliationItems } from './bankReconciliations.table.ts';
import { boundsOf, type Copy, type Row, type Sheet, type SheetLine } from './worksheet.service.ts';

/** A reconciliation as it was when it was finished: its frozen copy, and nothing else. */
export async function frozenSheet(ctx: Context, row: Row, copy: Copy): Promise<Sheet> {
  const items = await ctx.db
    .select()
    .from(bankReconciliationItems)
    .where(eq(bankReconciliationItems.closingId, copy.id))
    .orderBy(asc(bankReconciliationItems.day), asc(bankReconciliationItems.id));
  // Entries are never edited: their numbers are what they were.
  const entries = new Map(
    (
      await rows<{ line: number; id: number; number: number; year: number }>(
        ctx.db,
        sql`select t.id line, e.id, e.number, e.year from journal_lines t join journal_entries e on e.id = t.entry_id
          where t.id in (select journal_line_id from bank_reconciliation_items where closing_id = ${copy.id})`,
      )
    ).map(({ line, ...entry }) => [line, entry]),
  );
  const { from } = boundsOf(row.period);
  const list = items.map((one): SheetLine => {
    const key = one.statementLineId
      ? `l${one.statementLineId}`
      : one.journalLineId
        ? `j${one.journalLineId}`
        : `a${one.openingId}`;
    return {
      key,
      side: one.side,
      day: one.day,
      occurredOn: one.occurredOn,
      cents: one.cents,
      reference: one.reference,
      description: one.description,
      status: one.status,
      group: one.grp,
      carried: one.day < from,
      late: false,
      transit: one.transit,
      stale: false,
      // Matched, it belongs to the account.
      unassigned: false,
      waits: false,
      entry: (one.journalLineId && entries.get(one.journalLineId)) || null,
      explanation: one.explanationKind
        ? { kind: one.explanationKind, text: one.explanation ?? '', by: one.explainedBy ?? '' }
        : null,
      adjustment: null,
    };
  });
  const groups = Map.groupBy(
    items.filter(({ grp }) => grp !== null),
    ({ grp }) => grp!,
  );
  return {
    opening: copy.openingCents,
    bookOpening: copy.openingBookCents,
    closing: copy.closingCents,
    lines: copy.linesCents,
    statement: null,
    late: copy.lateCents,
    book: copy.bookCents,
    bankOpen: copy.bankOpenCents,
    bookOpen: copy.bookOpenCents,
    unexplained: 0,
    list,
    matches: [...groups].map(([group, members]) => ({
      group,
      id: null,
      why: members[0]!.why ?? '',
      by: null,
      keys: [],
    })),
    proposals: [],
  };
}
