import {
  amountAs,
  cellAs,
  dayAs,
  type JournalColumn,
  type JournalFileQuery,
} from '#contract/money/books/formats.ts';
import { entryNumber } from '#contract/money/ledger/model.ts';
import { and, eq, sql } from 'drizzle-orm';
import { audit } from '#server/kernel/audit.ts';
import type { Context } from '#server/kernel/context.ts';
import { rows, type Db } from '#server/kernel/db.ts';
import { invalid, notFound } from '#server/kernel/errors.ts';
import { partners } from '#server/modules/company/partners/partners.table.ts';
import { booksInReach } from '#server/modules/money/ledger/ledger.scope.ts';
import { journalFormats } from './formats.table.ts';

type Format = typeof journalFormats.$inferSelect;
const titled = (...columns: [JournalColumn, string][]) => columns.map(([key, title]) => ({ key, title }));

/** The formats that the product starts with: a plain one, and one with the amount in a single column for tab-separated imports. */
const FORMATS: readonly Omit<Format, 'id'>[] = [
  {
    name: 'Debe y haber, con punto y coma',
    separator: ';',
    decimal: ',',
    dateFormat: 'DD/MM/AAAA',
    heads: true,
    columns: titled(
      ['fecha', 'Fecha'],
      ['asiento', 'Asiento'],
      ['cuenta', 'Cuenta'],
      ['nombre', 'Nombre'],
      ['descripcion', 'Descripción'],
      ['debe', 'Debe'],
      ['haber', 'Haber'],
      ['proyecto', 'Proyecto'],
      ['lote', 'Lote'],
    ),
  },
  {
    name: 'Un solo monto, con comas (MM/DD/AAAA)',
    separator: ',',
    decimal: '.',
    dateFormat: 'MM/DD/AAAA',
    heads: true,
    columns: titled(
      ['fecha', 'Date'],
      ['asiento', 'Reference'],
      ['descripcion', 'Description'],
      ['cuenta', 'Account'],
      ['monto', 'Amount'],
      ['proyecto', 'Job'],
    ),
  },
];

/** Adds the product's formats where there is none. */
export async function seedJournalFormats(db: Db): Promise<void> {
  if ((await db.$count(journalFormats)) === 0) await db.insert(journalFormats).values([...FORMATS]);
}

export const findFormats = async (ctx: Context) =>
  (await ctx.db.select().from(journalFormats).orderBy(journalFormats.id)).map(({ dateFormat, ...one }) => ({
    ...one,
    columns: [...one.columns],
    date_format: dateFormat,
  }));

interface Line {
  entryId: number;
  day: string;
  year: number;
  number: number;
  description: string;
  code: string;
  account: string;
  note: string | null;
  project: string | null;
  lot: string | null;
  debit: number;
  credit: number;
}

function cellOf(format: Format, key: JournalColumn, line: Line): string {
  const amount = (cents: number) => amountAs(format.decimal, cents);
  const cells: Record<JournalColumn, () => string> = {
    fecha: () => dayAs(format.dateFormat, line.day),
    asiento: () => entryNumber(line.year, line.number),
    cuenta: () => line.code,
    nombre: () => cellAs(format.separator, line.account),
    descripcion: () => cellAs(format.separator, line.description),
    nota: () => cellAs(format.separator, line.note ?? ''),
    debe: () => amount(line.debit),
    haber: () => amount(line.credit),
    monto: () => amount(line.debit - line.credit),
    proyecto: () => cellAs(format.separator, line.project ?? ''),
    lote: () => cellAs(format.separator, line.lot ?? ''),
  };
  return cells[key]();
}

/** Entries that are read at once: the file needs little memory, however long it is. */
const BATCH = 1000;

/**
 * The journal of a company between two days, in a format, as text with a byte order mark. Entries stay whole and in the order of
 * day and entry. Raises 404 for an unknown format or a company out of reach, 422 when the last day is before the first.
 */
export async function journalFile(ctx: Context, query: JournalFileQuery): Promise<AsyncIterable<string>> {
  const { formato_id, libro_id, desde, hasta } = query;
  if (hasta < desde)
    throw invalid([{ field: 'hasta', message: 'Elige un día igual o posterior al primero.' }]);
  const [format] = await ctx.db.select().from(journalFormats).where(eq(journalFormats.id, formato_id));
  const [book] = await ctx.db
    .select({ id: partners.id })
    .from(partners)
    .where(and(eq(partners.id, libro_id), booksInReach(ctx, 'contabilidad.ver', partners.id)));
  if (!format || !book) throw notFound();
  await audit(ctx, 'exported', 'lista', '/api/accounting/journal_file', {
    title: format.name,
    filter: query,
  });
  return linesOf(ctx, format, query);
}

async function* linesOf(ctx: Context, format: Format, query: JournalFileQuery): AsyncIterable<string> {
  const text = (cells: readonly string[]) => `${cells.join(format.separator)}\r\n`;
  yield `\uFEFF${format.heads ? text(format.columns.map(({ title }) => cellAs(format.separator, title))) : ''}`;
  let after: [day: string, id: number] = [query.desde, 0];
  for (;;) {
    const found = await rows<Line>(
      ctx.db,
      sql`select e.id "entryId", e.day, e.year, e.number, e.description, c.extra ->> 'codigo' code, c.label account, l.note,
          p.name project, o.name lot, l.debit_cents debit, l.credit_cents credit
        from (select id, day, year, number, description from journal_entries where book_id = ${query.libro_id}
            and (day, id) > (${after[0]}::date, ${after[1]}::bigint) and day <= ${query.hasta} order by day, id limit ${sql.raw(String(BATCH))}) e
        join journal_lines l on l.entry_id = e.id join catalog_items c on c.catalog = 'accounting_accounts' and c.id = l.account_id
        left join projects p on p.id = l.project_id left join lots o on o.id = l.lot_id order by e.day, e.id, l.position`,
    );
    const last = found.at(-1);
    if (!last) return;
    yield found.map((line) => text(format.columns.map(({ key }) => cellOf(format, key, line)))).join('');
    after = [last.day, last.entryId];
  }
}
