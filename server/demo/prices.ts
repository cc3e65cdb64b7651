import { asc, desc, eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { addDays, DAY_MS, panamaDay } from '#contract/dates.ts';
import { IncreaseForm } from '#contract/projects/prices/model.ts';
import type { Db } from '#server/kernel/db.ts';
import { lots } from '#server/modules/projects/lots/lots.table.ts';
import { confirmIncrease, prepareIncrease } from '#server/modules/projects/prices/increases.service.ts';
import { changePrices } from '#server/modules/projects/prices/prices.service.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { contextAt } from './actors.ts';

/** Premiums changed a week ago, a confirmed future price increase, and one that waits for confirmation. */
export async function makePrices(
  app: FastifyInstance,
  db: Db,
  staff: ReadonlyMap<string, number>,
  now: Date,
): Promise<void> {
  const earlier = new Date(now.getTime() - 7 * DAY_MS);
  const prepares = contextAt(app, db, staff, earlier, { signIn: 'proyectos', role: 'proyectos' });
  const confirms = contextAt(app, db, staff, earlier, { signIn: 'administrador', role: 'administrador' });
  const [first] = await db.select({ id: projects.id }).from(projects).orderBy(asc(projects.id)).limit(1);
  const [last] = await db.select({ id: projects.id }).from(projects).orderBy(desc(projects.id)).limit(1);
  if (!first || !last) return;
  const chosen = await db
    .select({ id: lots.id, cents: lots.premiumCents })
    .from(lots)
    .where(eq(lots.projectId, last.id))
    .orderBy(desc(lots.id))
    .limit(4);
  await changePrices(prepares, {
    motivo: 'Vista al río',
    cambios: chosen.map(({ id, cents }) => ({
      target: 'lot',
      id,
      from_centavos: cents,
      to_centavos: cents + 75_000,
    })),
  });
  const form = (over: object) =>
    IncreaseForm.parse({ kind: 'percent', percent: 3, round_to_centavos: 10_000, ...over });
  const waits = await prepareIncrease(
    prepares,
    form({
      motivo: 'Costo del acero',
      effective_on: addDays(panamaDay(now), 20),
      project_ids: [first.id],
    }),
  );
  await confirmIncrease(confirms, waits.id);
  await prepareIncrease(
    prepares,
    form({
      motivo: 'Cierre de la primera etapa',
      effective_on: addDays(panamaDay(now), 45),
      kind: 'amount',
      percent: null,
      amount_centavos: 150_000,
      round_to_centavos: 5_000,
      project_ids: [last.id],
    }),
  );
}
