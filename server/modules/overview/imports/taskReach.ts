import { and, desc, inArray, isNull, sql } from 'drizzle-orm';
import { mayWrite } from '#contract/access.ts';
import { OPEN_STAGES } from '#contract/sales/prospects/rules.ts';
import type { Context } from '#server/kernel/context.ts';
import { staffById } from '#server/modules/company/auth/staffById.service.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { prospectsInReach } from '#server/modules/sales/prospects/prospects.scope.ts';
import { prospects } from '#server/modules/sales/prospects/prospects.table.ts';
import { quotesInReach } from '#server/modules/sales/quotes/quotes.scope.ts';
import { quotes } from '#server/modules/sales/quotes/quotes.table.ts';
import { salesInReach } from '#server/modules/sales/sale/sales.scope.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';

/** A record that takes a task, by the code that a file names it with. */
export interface Target {
  reference: 'precontrato' | 'proforma' | 'prospecto';
  id: number;
  code: string;
}

/**
 * The records of these codes that a user may open, by the records' own rule: sales and proformas by their code, prospects
 * by the person's telephone (E.164), the open and newest one first.
 */
export async function targetsOf(
  ctx: Pick<Context, 'db' | 'staff'>,
  codes: readonly string[],
): Promise<Target[]> {
  if (codes.length === 0) return [];
  const named = [...codes];
  const foundSales = await ctx.db
    .select({ id: sales.id, code: sales.code })
    .from(sales)
    .where(and(inArray(sales.code, named), salesInReach(ctx, 'ventas.ver')));
  const foundQuotes = await ctx.db
    .select({ id: quotes.id, code: quotes.code })
    .from(quotes)
    .where(and(inArray(quotes.code, named), quotesInReach(ctx, 'ventas.ver')));
  const foundProspects = await ctx.db
    .select({ id: prospects.id, code: people.phone })
    .from(prospects)
    .innerJoin(people, sql`${people.id} = ${prospects.personId}`)
    .where(
      and(inArray(people.phone, named), isNull(people.mergedIntoId), prospectsInReach(ctx, 'ventas.ver')),
    )
    .orderBy(desc(inArray(prospects.stageId, [...OPEN_STAGES])), desc(prospects.id));
  return [
    ...foundSales.map(({ id, code }): Target => ({ reference: 'precontrato', id, code: code! })),
    ...foundQuotes.map(({ id, code }): Target => ({ reference: 'proforma', id, code })),
    ...foundProspects.map(({ id, code }): Target => ({ reference: 'prospecto', id, code })),
  ];
}

export const nameOfTarget = ({ reference, id }: Pick<Target, 'reference' | 'id'>): string =>
  `${reference} ${id}`;

/** Which of these codes' records a colleague may see and has a role to work on. One query per kind of record. */
export async function workableBy(
  ctx: Context,
  userId: number,
  codes: readonly string[],
): Promise<ReadonlySet<string>> {
  const staff = await staffById(ctx.db, userId);
  if (!staff || !mayWrite(staff.grants.keys())) return new Set();
  return new Set((await targetsOf({ db: ctx.db, staff }, codes)).map(nameOfTarget));
}
