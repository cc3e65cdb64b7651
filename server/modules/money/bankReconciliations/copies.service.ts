import { eq } from 'drizzle-orm';
import { staffOf, type Context } from '#server/kernel/context.ts';
import {
  bankReconciliationClosings,
  bankReconciliationItems,
  bankReconciliationOpenings,
} from './bankReconciliations.table.ts';
import { copyOf, isOpenLine, type Row, type Sheet, type SheetLine } from './worksheet.service.ts';

type Item = typeof bankReconciliationItems.$inferInsert;

const keyColumns = (key: string): Pick<Item, 'statementLineId' | 'journalLineId' | 'openingId'> => {
  const id = Number(key.slice(1));
  return key.startsWith('l')
    ? { statementLineId: id }
    : key.startsWith('j')
      ? { journalLineId: id }
      : { openingId: id };
};

/** At most 65,535 parameters in a statement. */
const ITEMS_AT_ONCE = 2000;

async function write(
  ctx: Context,
  values: Omit<typeof bankReconciliationClosings.$inferInsert, 'revision' | 'madeBy' | 'madeAt'>,
  items: Omit<Item, 'closingId'>[],
): Promise<void> {
  const last = await copyOf(ctx, values.reconciliationId);
  const [made] = await ctx.db
    .insert(bankReconciliationClosings)
    .values({
      ...values,
      revision: (last?.revision ?? 0) + 1,
      madeBy: staffOf(ctx).userId,
      madeAt: ctx.now,
    })
    .returning({ id: bankReconciliationClosings.id });
  for (let at = 0; at < items.length; at += ITEMS_AT_ONCE)
    await ctx.db
      .insert(bankReconciliationItems)
      .values(items.slice(at, at + ITEMS_AT_ONCE).map((one) => ({ ...one, closingId: made!.id })));
}

/** The frozen copy of a month: what came later does not change it. */
export async function freeze(ctx: Context, row: Row, sheet: Sheet): Promise<void> {
  const whys = new Map(sheet.matches.map(({ group, why }) => [group, why]));
  const itemOf = (one: SheetLine): Omit<Item, 'closingId'> => ({
    ...keyColumns(one.key),
    side: one.side,
    status: one.status === 'proposed' ? 'open' : one.status,
    grp: one.group,
    why: one.group === null ? null : (whys.get(one.group) ?? null),
    day: one.day,
    occurredOn: one.occurredOn,
    reference: one.reference,
    description: one.description,
    cents: one.cents,
    transit: one.transit,
    unassigned: one.unassigned,
    explanationKind: one.explanation?.kind ?? null,
    explanation: one.explanation?.text ?? null,
    explainedBy: one.explanation?.by ?? null,
  });
  await write(
    ctx,
    {
      reconciliationId: row.id,
      openingCents: sheet.opening,
      closingCents: sheet.closing!,
      linesCents: sheet.lines,
      openingBookCents: sheet.bookOpening,
      lateCents: sheet.late,
      bookCents: sheet.book,
      bankOpenCents: sheet.bankOpen,
      bookOpenCents: sheet.bookOpen,
    },
    // What was only a candidate of no account stays one.
    sheet.list.filter((one) => one.group !== null || isOpenLine(one)).map(itemOf),
  );
}

/** The copy of the point of departure: what stood on one side, open. */
export async function freezeOpening(ctx: Context, row: Row, bookCents: number): Promise<void> {
  const items = await ctx.db
    .select()
    .from(bankReconciliationOpenings)
    .where(eq(bankReconciliationOpenings.reconciliationId, row.id))
    .orderBy(bankReconciliationOpenings.id);
  const open = (side: 'banco' | 'libros') =>
    items.filter((one) => one.side === side).reduce((sum, { cents }) => sum + cents, 0);
  await write(
    ctx,
    {
      reconciliationId: row.id,
      openingCents: row.closingCents!,
      closingCents: row.closingCents!,
      linesCents: row.closingCents!,
      openingBookCents: bookCents,
      lateCents: 0,
      bookCents,
      bankOpenCents: open('banco'),
      bookOpenCents: open('libros'),
    },
    items.map(({ id, side, day, reference, description, cents }) => ({
      openingId: id,
      side,
      status: 'open' as const,
      day,
      occurredOn: day,
      reference,
      description,
      cents,
    })),
  );
}
