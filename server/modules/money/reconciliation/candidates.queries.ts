import { and, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm';
import { paymentStatus, paymentTypes } from '#contract/company/catalogs/moneyLists.ts';
import { panamaDay } from '#contract/dates.ts';
import type { DueOption, SaleOption } from '#contract/money/reconciliation/endpoints.ts';
import {
  inPayingOrder,
  rankSale,
  type DueFacts,
  type RankFacts,
} from '#contract/money/reconciliation/ranking.ts';
import {
  isReported,
  OWED_STATES,
  paysPrice,
  REPORTED_STATES,
  TWO_PEOPLE,
} from '#contract/money/payments/rules.ts';
import { referenceKey, WORDS_MIN, wordsOf } from '#contract/money/statements/matching.ts';
import type { Context } from '#server/kernel/context.ts';
import { anyOf, containing, limited } from '#server/kernel/db.ts';
import { notFound } from '#server/kernel/errors.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import { accountsInReach } from '#server/modules/projects/bankAccounts/bankAccounts.service.ts';
import { bankAccounts } from '#server/modules/projects/bankAccounts/bankAccounts.table.ts';
import { lots } from '#server/modules/projects/lots/lots.table.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { lotClaims } from '#server/modules/sales/claims/claims.table.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { salesInReach } from '#server/modules/sales/sale/sales.scope.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { soughtBy, soughtSales } from '#server/modules/sales/sale/search.service.ts';
import { SEARCHED } from '#server/modules/sales/sale/search.table.ts';
import { titleWith } from '#server/modules/money/payments/concept.service.ts';
import { payments } from '#server/modules/money/payments/payments.table.ts';
import { bankStatementLines } from '#server/modules/money/statements/statements.table.ts';

type Line = typeof bankStatementLines.$inferSelect;

const SHOWN = 6;
const SEARCHED_SHOWN = 12;
/** Sales compared with a line. */
const COMPARED = 200;
const CODE = /PC-?\d{4}-?\d{5}/gi;
const LOT = /\b(?:LOTES?|LT|CASA)\s*(?:NO?\.?\s*)?#?\s*([A-Z]{0,3}-?\s?\d{1,4})\b/gi;

const ofKind = (kind: number) => sql.raw(`e.kind = ${kind}`);
const owed = sql`exists (select from payments y where y.sale_id = f.id and y.state_id in ${anyOf(OWED_STATES)})`;

/** What the bank's text may say of a customer: sale codes, numbers as of a document or telephone, lots, name words. */
function marksOf({ reference, description }: Pick<Line, 'reference' | 'description'>) {
  const text = `${reference} ${description}`;
  return {
    codes: [...text.matchAll(CODE)].map(([code]) =>
      referenceKey(code).replace(/^PC(\d{4})(\d{5})$/, 'PC-$1-$2'),
    ),
    numbers: [...new Set([...text.matchAll(/[0-9][0-9-]{4,}[0-9]/g)].map(([one]) => one.replaceAll('-', '')))]
      .filter((one) => one.length >= 6)
      .slice(0, 6),
    lots: [...text.matchAll(LOT)].map(([, lot]) => lotKey(lot!)),
    words: wordsOf(description).slice(0, 10),
    references: [reference, ...description.split(/\s+/)]
      .map(referenceKey)
      .filter((key) => key.length >= 5 && /\d/.test(key)),
  };
}
type Marks = ReturnType<typeof marksOf>;

/** As `lot_key` in SQL: A-07, A 7 and a7 are the same lot. */
const lotKey = (lot: string) =>
  lot
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replace(/(^|[a-z])0+(?=\d)/g, '$1');

/** Sales whose claimed lot has one of these keys. */
const ofLots = (keys: readonly string[]): SQL =>
  sql`select c.sale_id id from lot_claims c join search_entries e on e.ref = c.lot_id and ${ofKind(SEARCHED.lot)}
    where c.released_at is null and e.words like any(${sql.param(keys.map((key) => `%#${key}`))}::text[])`;

/** Ids of sales that a line may be for, by each mark and by the exact amount of a due. */
function idsOf(line: Line, marks: Marks): SQL {
  const ways: SQL[] = [
    sql`(select y.sale_id id from payments y where y.state_id in ${anyOf(OWED_STATES)} and y.due_cents = ${line.cents}
      and (y.due_at is null or y.due_at between ${line.postedOn}::date - 60 and ${line.postedOn}::date + 60)
      order by abs(extract(epoch from y.due_at - ${line.postedOn}::date)) nulls last ${limited(60)})`,
  ];
  if (marks.codes.length > 0)
    ways.push(sql`select f.id from sales f where f.code = any(${sql.param(marks.codes)}::text[])`);
  if (marks.numbers.length > 0)
    ways.push(
      sql`(select e.ref id from search_entries e where ${ofKind(SEARCHED.sale)}
        and e.words like any(${sql.param(marks.numbers.map(containing))}::text[]) ${limited(50)})`,
    );
  if (marks.lots.length > 0) ways.push(sql`(${ofLots(marks.lots)} ${limited(50)})`);
  if (marks.references.length > 0)
    ways.push(
      sql`(select y.sale_id id from payments y where y.state_id in ${anyOf(REPORTED_STATES)} and y.reported_reference is not null
        and ltrim(upper(regexp_replace(y.reported_reference, '[^0-9A-Za-z]', '', 'g')), '0') = any(${sql.param(marks.references)}::text[]))`,
    );
  if (marks.words.length >= WORDS_MIN)
    ways.push(
      sql`(select e.ref id from unnest(${sql.param(marks.words.map((word) => containing(word.toLowerCase())))}::text[]) w (part)
        join search_entries e on ${ofKind(SEARCHED.sale)} and e.words like w.part
        group by e.ref having count(*) >= ${WORDS_MIN} order by count(*) desc ${limited(50)})`,
    );
  return sql.join(ways, sql` union all `);
}

/** Ids of sales by a text that the user typed: code, name, document, telephone, or lot. */
function idsSought(q: string): SQL {
  const sought = soughtBy(q);
  const key = lotKey(q);
  const ways: SQL[] = [
    ...(sought.words || sought.code ? [soughtSales(sought)] : []),
    ...(/\d/.test(key) && key.length <= 8 ? [ofLots([key])] : []),
  ];
  return ways.length > 0 ? sql.join(ways, sql` union all `) : sql`select f.id from sales f where false`;
}

interface Candidate {
  sale: { id: number; code: string | null; documentKey: string | null; phone: string | null };
  name: string;
  project: string;
  lot: string | null;
  accountIds: number[];
}

/** The candidates in scope; without a search only those that owe something. */
const candidatesOf = (ctx: Context, ids: SQL, all: boolean): Promise<Candidate[]> =>
  ctx.db
    .select({
      sale: { id: sales.id, code: sales.code, documentKey: people.documentKey, phone: people.phone },
      name: people.name,
      project: projects.name,
      lot: lots.name,
      accountIds: sql<
        number[]
      >`array(select a.account_id::int from project_bank_accounts a where a.project_id = ${sales.projectId})`,
    })
    .from(sales)
    .innerJoin(people, eq(people.id, sales.personId))
    .innerJoin(projects, eq(projects.id, sales.projectId))
    .leftJoin(lotClaims, and(eq(lotClaims.saleId, sales.id), isNull(lotClaims.releasedAt)))
    .leftJoin(lots, eq(lots.id, lotClaims.lotId))
    .where(
      and(
        sql`${sales.id} in (select f.id from (${ids}) f where ${all ? sql`true` : owed})`,
        salesInReach(ctx, 'pagos.aprobar'),
      ),
    )
    .orderBy(sql`${sales.id} desc`)
    .limit(COMPARED);

type Due = typeof payments.$inferSelect;
const factsOf = (due: Due): DueFacts => ({
  id: due.id,
  typeId: due.typeId,
  cents: due.dueCents,
  dueOn: due.dueAt && panamaDay(due.dueAt),
  reported: isReported(due.stateId),
});

function rankOf(line: Line, marks: Marks, { sale, name, lot, accountIds }: Candidate, dues: readonly Due[]) {
  const found: RankFacts['found'][number][] = [];
  const keys = dues.flatMap(({ reportedReference }) => referenceKey(reportedReference ?? '') || []);
  if (keys.some((key) => marks.references.includes(key))) found.push('referencia');
  if (sale.code && marks.codes.includes(sale.code)) found.push('codigo');
  const says = (number: string | null) =>
    number !== null &&
    number.length >= 6 &&
    marks.numbers.some((one) => one.endsWith(number.replace(/\D/g, '')));
  if (sale.documentKey && marks.numbers.includes(sale.documentKey.replace(/[^0-9A-Z]/gi, '')))
    found.push('documento');
  if (sale.phone && says(sale.phone.replace(/^\+?507/, ''))) found.push('telefono');
  if (lot && marks.lots.includes(lotKey(lot))) found.push('lote');
  const own = [...new Set(wordsOf(name))];
  const agreed = own.filter((word) => marks.words.includes(word)).length;
  return rankSale({
    cents: line.cents,
    postedOn: line.postedOn,
    dues: dues.map(factsOf),
    found,
    nameShare: agreed >= WORDS_MIN ? agreed / own.length : 0,
    ownAccount: accountIds.includes(line.accountId),
  });
}

async function openLine(ctx: Context, id: number): Promise<Line> {
  const [found] = await ctx.db
    .select({ line: bankStatementLines })
    .from(bankStatementLines)
    .innerJoin(bankAccounts, eq(bankAccounts.id, bankStatementLines.accountId))
    .where(and(eq(bankStatementLines.id, id), accountsInReach(ctx, 'pagos.aprobar')));
  if (!found) throw notFound();
  return found.line;
}

/**
 * The sales that a line may be for, the most likely first, each with what it owes and what the line would pay. With `q`
 * the sales that match the text. Raises 404 when the line is out of scope.
 */
export async function salesForLine(
  ctx: Context,
  lineId: number,
  q: string | undefined,
): Promise<SaleOption[]> {
  const line = await openLine(ctx, lineId);
  const marks = marksOf(line);
  const candidates = await candidatesOf(ctx, q ? idsSought(q) : idsOf(line, marks), Boolean(q));
  const saleIds = candidates.map(({ sale }) => sale.id);
  const found =
    saleIds.length === 0
      ? []
      : await ctx.db
          .select()
          .from(payments)
          .where(and(inArray(payments.saleId, saleIds), inArray(payments.stateId, [...OWED_STATES])));
  const ofSale = Map.groupBy(found, ({ saleId }) => saleId);
  const states = await catalogLabels(ctx.db, paymentStatus);
  const types = await catalogLabels(ctx.db, paymentTypes);
  const present = (due: Due): DueOption => ({
    id: due.id,
    version: due.version,
    title: titleWith(types, due),
    state: { id: due.stateId, name: states.get(due.stateId) ?? '' },
    centavos: due.dueCents,
    due_on: due.dueAt && panamaDay(due.dueAt),
    reported_centavos: due.reportedCents,
    of_price: paysPrice(due.typeId),
  });
  return candidates
    .map((one) => {
      const dues = ofSale.get(one.sale.id) ?? [];
      const rank = rankOf(line, marks, one, dues);
      const own = dues.find(({ enteredBy }) => enteredBy !== null && enteredBy === ctx.staff?.userId);
      const mine = own !== undefined && rank.chosen.some(({ id }) => id === own.id);
      return {
        sale: { id: one.sale.id, code: one.sale.code },
        name: one.name,
        project: one.project,
        lot: one.lot,
        dues: inPayingOrder(dues.map(factsOf)).map(({ id }) => present(dues.find((due) => due.id === id)!)),
        chosen: rank.chosen.map(({ id }) => id),
        score: rank.score,
        sure: rank.sure && !mine,
        why: rank.why,
        disabled:
          dues.length === 0
            ? 'Esta venta no tiene cobros por pagar. Agrega el cobro en la venta.'
            : mine
              ? TWO_PEOPLE
              : null,
      };
    })
    .filter(({ score }) => q !== undefined || score > 0)
    .toSorted((a, b) => b.score - a.score || b.sale.id - a.sale.id)
    .slice(0, q ? SEARCHED_SHOWN : SHOWN);
}
