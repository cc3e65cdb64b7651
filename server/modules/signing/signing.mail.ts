import { eq } from 'drizzle-orm';
import type { Context } from '#server/kernel/context.ts';
import { people, sales } from '#server/modules/sales/sales.table.ts';
import { users } from '#server/modules/users/users.table.ts';

/** To the processor: the customer does not sign, and why. */
export async function mailRejected(
  ctx: Pick<Context, 'db' | 'now' | 'jobs' | 'mail' | 'config'>,
  saleId: number,
  reason: string | undefined,
): Promise<void> {
  const [parties] = await ctx.db
    .select({ code: sales.code, customer: people.name, processor: users.email })
    .from(sales)
    .innerJoin(people, eq(people.id, sales.personId))
    .innerJoin(users, eq(users.id, sales.processorId))
    .where(eq(sales.id, saleId));
  if (!parties) return;
  await ctx.mail.send(ctx, {
    kind: 'firma_rechazada',
    to: parties.processor,
    subject: `${parties.code}: el cliente no firmó`,
    body: `${parties.customer} rechazó firmar el pre-contrato.\n${reason ? `Motivo: ${reason}` : 'No dejó motivo.'}\n\n${ctx.config.appUrl}/oficina/ventas/${saleId}`,
  });
}
