import { inArray } from 'drizzle-orm';
import type { Acting } from '#server/kernel/context.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';

/** Mails each receiver of handed-over sales: how many, why, and where to find them. */
export async function mailHandedOver(
  ctx: Acting,
  receivers: readonly { id: number; total: number }[],
  from: string,
  reason: string,
): Promise<void> {
  if (receivers.length === 0) return;
  const found = await ctx.db
    .select({ id: users.id, name: users.name, email: users.email })
    .from(users)
    .where(
      inArray(
        users.id,
        receivers.map(({ id }) => id),
      ),
    );
  for (const { id, name, email } of found) {
    const total = receivers.find((one) => one.id === id)?.total ?? 0;
    const sales = total === 1 ? 'una venta' : `${total} ventas`;
    await ctx.mail.send(ctx, {
      kind: 'ventas_recibidas',
      to: email,
      subject: `Te pasaron ${sales} de ${from}`,
      body: `Hola, ${name}.\n\nDesde ahora sigues con ${sales} de ${from}.\nMotivo: ${reason}\n\n${ctx.config.appUrl}/oficina/ventas?mias=1`,
    });
  }
}
