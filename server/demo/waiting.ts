import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { HOUR_MS } from '#contract/dates.ts';
import type { Db } from '#server/kernel/db.ts';
import { lotClaims } from '#server/modules/sales/claims/claims.table.ts';
import { addWaiting } from '#server/modules/sales/waitlist/waitlist.service.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { contextAt } from './actors.ts';

/** Names of the people who wait, per lot. Their phone numbers are unique in the demo. */
const LINES = [
  ['Marisol Him', 'Rubén Aparicio', 'Yadira Quirós'],
  ['Edgar Tuñón'],
  ['Itzel Cedeño', 'Omar Batista'],
] as const;

/** Adds people to the waitlists of claimed lots. */
export async function makeWaiting(
  app: FastifyInstance,
  db: Db,
  staff: ReadonlyMap<string, number>,
  now: Date,
): Promise<void> {
  const taken = await db
    .select({ lotId: lotClaims.lotId })
    .from(lotClaims)
    .innerJoin(sales, eq(sales.id, lotClaims.saleId))
    .where(and(isNull(lotClaims.releasedAt), inArray(sales.stateId, [2, 3, 4, 5])))
    .orderBy(asc(lotClaims.id))
    .limit(LINES.length);
  let told = 0;
  for (const [at, { lotId }] of taken.entries())
    for (const nombre of LINES[at] ?? []) {
      told += 1;
      const when = new Date(now.getTime() - (40 - told * 5) * HOUR_MS);
      const ctx = contextAt(app, db, staff, when, { signIn: 'asesor', role: 'asesor' });
      await addWaiting(ctx, lotId, {
        venta_id: null,
        nombre,
        celular: `+5076980${String(3000 + told)}`,
        email: `espera${told}@correo.example`,
        consentimiento: true,
      });
    }
}
