import { asc, inArray } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { HOUR_MS } from '#contract/dates.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import type { BuyerRole } from '#contract/sales/buyers/buyersRules.ts';
import type { Db } from '#server/kernel/db.ts';
import { addBuyer, setContact } from '#server/modules/sales/precontracts/buyersChange.service.ts';
import { buyersOf } from '#server/modules/sales/buyers/buyers.service.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { contextAt } from './actors.ts';

/** Co-buyers and co-debtors of the first sales under review. */
const ALONG: readonly (readonly [name: string, phone: string, cedula: string, role: BuyerRole])[] = [
  ['Reinaldo Him Delgado', '+50766120431', '8-745-1290', 'comprador'],
  ['Yessenia Rodríguez Peña', '+50766120432', '9-722-845', 'comprador'],
  ['Gumercindo Atencio', '+50766120433', '4-198-377', 'codeudor'],
];

/** Adds co-buyers to demo sales; one of them becomes the contact. */
export async function makeBuyers(
  app: FastifyInstance,
  db: Db,
  staff: ReadonlyMap<string, number>,
  now: Date,
): Promise<void> {
  const ctx = contextAt(app, db, staff, new Date(now.getTime() - HOUR_MS), {
    signIn: 'coordinador',
    role: 'coordinador',
  });
  const found = await db
    .select({ id: sales.id })
    .from(sales)
    .where(inArray(sales.stateId, [SALE.inReview]))
    .orderBy(asc(sales.id))
    .limit(ALONG.length);
  for (const [at, { id }] of found.entries()) {
    const [nombre, celular, cedula, rol] = ALONG[at]!;
    await addBuyer(ctx, id, {
      rol,
      nombre,
      celular,
      email: `comprador${at + 1}@demo.llave`,
      tipo_documento: 'cedula',
      cedula,
      consentimiento_datos: true,
    });
    if (at !== 1) continue;
    const along = (await buyersOf(db, id)).find((one) => one.id !== null);
    await setContact(ctx, id, { comprador_id: along?.id ?? null });
  }
}
