import { mayNotify } from '#server/kernel/strangers.ts';
import { eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Context } from '#server/kernel/context.ts';
import { houseModels, projects } from '#server/modules/projects/projects/projects.table.ts';
import { CONTACT_PERSON } from './buyers.service.ts';
import { isUnconfirmed } from '#server/modules/sales/sale/known.scope.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';

const reached = alias(people, 'reached');

/**
 * Recipients and template values for a sale's mails: customer and processor with their emails, project and model.
 * `customer` is the main buyer; `contact` and `email` are of the buyer who gets the mails.
 */
export async function findParties(ctx: Pick<Context, 'db'>, saleId: number) {
  const [found] = await ctx.db
    .select({
      code: sales.code,
      customer: people.name,
      contact: reached.name,
      email: reached.email,
      /** The email was typed by the buyer and is not confirmed. */
      stranger: isUnconfirmed(sql.raw('reached')),
      processor: users.email,
      processorId: sales.processorId,
      projectId: sales.projectId,
      project: projects.name,
      model: houseModels.name,
      separationCents: projects.separationCents,
    })
    .from(sales)
    .innerJoin(people, eq(people.id, sales.personId))
    .innerJoin(reached, eq(reached.id, CONTACT_PERSON))
    .innerJoin(projects, eq(projects.id, sales.projectId))
    .innerJoin(houseModels, eq(houseModels.id, sales.modelId))
    .leftJoin(users, eq(users.id, sales.processorId))
    .where(eq(sales.id, saleId));
  return found;
}

/** A sale's page in the office, as a path for notices; `officeAddress` is the full URL for mails. */
export const officePath = (saleId: number) => `/oficina/ventas/${saleId}`;
export const officeAddress = (ctx: Pick<Context, 'config'>, saleId: number) =>
  `${ctx.config.appUrl}${officePath(saleId)}`;

/** The customer's email if a mail may go there. An unconfirmed address has an hourly limit. */
export const mayReach = async (
  ctx: Pick<Context, 'db' | 'now'>,
  { email, stranger }: { email: string | null; stranger: boolean },
): Promise<string | null> => (email && (!stranger || (await mayNotify(ctx, email))) ? email : null);
