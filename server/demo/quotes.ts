import { asc, eq, isNull } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { DAY_MS, HOUR_MS } from '#contract/dates.ts';
import { NewQuote, QuoteRevision } from '#contract/sales/quotes/model.ts';
import type { Db } from '#server/kernel/db.ts';
import { houseModels } from '#server/modules/projects/projects/projects.table.ts';
import { convertQuote } from '#server/modules/sales/precontracts/fromQuote.service.ts';
import { acceptQuote, noteOpened, sendQuote } from '#server/modules/sales/quotes/quoteLinks.service.ts';
import { expireQuotes } from '#server/modules/sales/quotes/quotes.jobs.ts';
import { decideDiscount, makeQuote, reviseQuote } from '#server/modules/sales/quotes/quotes.service.ts';
import { quotes } from '#server/modules/sales/quotes/quotes.table.ts';
import { contextAt, type Actor } from './actors.ts';

const ADVISER: Actor = { signIn: 'asesor', role: 'asesor' };
const COORDINATOR: Actor = { signIn: 'coordinador', role: 'coordinador' };

/** How far a demo quote goes. */
type Way = 'draft' | 'waiting' | 'sent' | 'opened' | 'revised' | 'accepted' | 'converted' | 'late';
interface Told {
  way: Way;
  daysAgo: number;
  nombre: string;
  celular: string;
  /** Index of the model among those on sale. */
  model: number;
  discount?: number;
  income?: number;
  cuotas?: number;
}

const TOLD: readonly Told[] = [
  { way: 'late', daysAgo: 21, nombre: 'Rubén Sáenz', celular: '6710-2231', model: 1, income: 145_000 },
  {
    way: 'converted',
    daysAgo: 9,
    nombre: 'Yaritza Bonilla',
    celular: '6644-8812',
    model: 1,
    income: 130_000,
    cuotas: 6,
  },
  {
    way: 'revised',
    daysAgo: 7,
    nombre: 'Héctor Pinzón',
    celular: '6502-7719',
    model: 2,
    income: 165_000,
    cuotas: 10,
  },
  {
    way: 'accepted',
    daysAgo: 5,
    nombre: 'Damaris Gordón',
    celular: '6981-3340',
    model: 0,
    income: 98_000,
    cuotas: 4,
  },
  {
    way: 'opened',
    daysAgo: 4,
    nombre: 'Luis Carlos Abrego',
    celular: '6233-9057',
    model: 3,
    income: 110_000,
  },
  {
    way: 'sent',
    daysAgo: 2,
    nombre: 'Karina Jaén',
    celular: '6455-1208',
    model: 2,
    discount: 50_000,
    income: 152_000,
  },
  {
    way: 'waiting',
    daysAgo: 1,
    nombre: 'Ernesto Moreno',
    celular: '6877-6403',
    model: 1,
    discount: 180_000,
    income: 99_000,
  },
  { way: 'draft', daysAgo: 0, nombre: 'Marta Villarreal', celular: '6120-4486', model: 0 },
];

/** Creates quotes in every state, made, sent, accepted and converted through the use cases. */
export async function makeQuotes(
  app: FastifyInstance,
  db: Db,
  staff: ReadonlyMap<string, number>,
  now: Date,
): Promise<void> {
  const models = await db
    .select({ id: houseModels.id })
    .from(houseModels)
    .where(isNull(houseModels.archivedAt))
    .orderBy(asc(houseModels.id));
  for (const told of TOLD) {
    const model = models[told.model % models.length];
    if (model) await tell(app, db, staff, now, told, model.id);
  }
  await expireQuotes.run(contextAt(app, db, staff, now, 'customer'), {});
}

async function tell(
  app: FastifyInstance,
  db: Db,
  staff: ReadonlyMap<string, number>,
  now: Date,
  told: Told,
  modelId: number,
): Promise<void> {
  const at = (hours: number) => new Date(now.getTime() - told.daysAgo * DAY_MS + hours * HOUR_MS);
  const as = (actor: Actor, hours: number) => contextAt(app, db, staff, at(hours), actor);
  const form = {
    modelo_id: modelId,
    abono_percent: 3,
    tasa_percent: 6,
    plazo_meses: 360,
    cuotas: told.cuotas ?? 0,
    ...(told.income !== undefined && { ingreso_centavos: told.income }),
    ...(told.discount !== undefined && {
      descuento_centavos: told.discount,
      descuento_motivo: 'Feria de la vivienda',
    }),
  };
  const mail = told.way === 'late' ? null : `${told.celular.replace('-', '')}@correo.demo`;
  const id = await makeQuote(
    as(ADVISER, -8),
    NewQuote.parse({ ...form, nombre: told.nombre, celular: told.celular, email: mail }),
  );
  const version = async () =>
    (await db.select({ version: quotes.version }).from(quotes).where(eq(quotes.id, id)))[0]!.version;
  const send = async (hours: number) =>
    new URL((await sendQuote(as(ADVISER, hours), id, await version())).url).pathname.split('/').at(-1)!;
  if (told.way === 'draft' || told.way === 'waiting') return;
  const token = await send(-7);
  if (told.way === 'sent') return;
  await noteOpened(as('customer', -6), id);
  if (told.way === 'revised') {
    const revision = {
      ...form,
      plazo_meses: 300,
      descuento_centavos: 250_000,
      descuento_motivo: 'Pide otro plazo',
    };
    await reviseQuote(as(ADVISER, -5), id, QuoteRevision.parse({ ...revision, version: await version() }));
    await decideDiscount(as(COORDINATOR, -4), id, { aprobar: true, motivo: '', version: await version() });
    await send(-3);
  }
  if (told.way === 'accepted' || told.way === 'converted') await acceptQuote(as('customer', -4), token, 1);
  if (told.way === 'converted') await convertQuote(as(ADVISER, -2), id, await version());
}
