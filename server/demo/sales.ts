import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { addDays, HOUR_MS, panamaDay } from '#contract/dates.ts';
import { DOCUMENT } from '#contract/sales/documents/rules.ts';
import { PAYMENT } from '#contract/company/catalogs/states.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import type { Context } from '#server/kernel/context.ts';
import type { Db } from '#server/kernel/db.ts';
import type { Files, UploadedFile } from '#server/kernel/files.ts';
import { documents } from '#server/modules/sales/documents/documents.table.ts';
import { attachPapers, changePaper } from '#server/modules/sales/documents/documents.service.ts';
import { lotChoices } from '#server/modules/sales/claims/claims.service.ts';
import { payments } from '#server/modules/money/payments/payments.table.ts';
import { reportPayment } from '#server/modules/money/payments/payments.service.ts';
import { changePaymentState } from '#server/modules/money/verification/review.service.ts';
import { houseModels } from '#server/modules/projects/projects/projects.table.ts';
import { createSale } from '#server/modules/sales/precontracts/edit.service.ts';
import { receiveSale } from '#server/modules/sales/precontracts/receive.service.ts';
import { changeSaleState, expireSale } from '#server/modules/sales/precontracts/precontracts.service.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { contextAt, PROCESSORS, type Actor } from './actors.ts';
import { DEMO_PROJECTS } from './catalogue.ts';
import { showAll, type Shown } from './papers/drawing.ts';
import { demoPeople, type DemoPerson } from './people.ts';

/** The final state of a demo sale, and how many hours ago it was received. */
interface Story {
  state: number;
  hoursAgo: number;
  payment: 'none' | 'reported' | 'confirmed';
}

const times = (count: number, story: (at: number) => Story): Story[] =>
  Array.from({ length: count }, (_, at) => story(at));

/** 49 sales in the states 1-5, 16 and 17. A claim without payment lasts 48 hours, so those are recent. */
const STORIES: readonly Story[] = [
  ...times(6, (at) => ({ state: SALE.draft, hoursAgo: 2 + at * 9, payment: 'none' })),
  ...times(10, (at) => ({
    state: SALE.received,
    hoursAgo: 2 + at * 3,
    payment: at % 2 ? 'reported' : 'none',
  })),
  ...times(10, (at) => ({
    state: SALE.inReview,
    hoursAgo: 30 + at * 14,
    payment: at % 3 === 0 ? 'reported' : 'confirmed',
  })),
  ...times(6, (at) => ({ state: SALE.papersMissing, hoursAgo: 60 + at * 20, payment: 'confirmed' })),
  ...times(6, (at) => ({ state: SALE.complete, hoursAgo: 110 + at * 24, payment: 'confirmed' })),
  ...times(3, (at) => ({ state: SALE.withdrawn, hoursAgo: 300 + at * 60, payment: 'none' })),
  ...times(3, (at) => ({ state: SALE.expired, hoursAgo: 200 + at * 50, payment: 'none' })),
  // For the promises that are signed.
  ...times(2, (at) => ({ state: SALE.complete, hoursAgo: 100 + at * 2, payment: 'confirmed' })),
  // One is ceded, and one rescinded; a buyer without mail stays.
  ...times(3, (at) => ({ state: SALE.complete, hoursAgo: 94 + at * 2, payment: 'confirmed' })),
];

const ADVISER: Actor = { signIn: 'asesor', role: 'asesor' };
const ACCOUNTANT: Actor = { signIn: 'contabilidad', role: 'contabilidad' };
/** When the payment is reported, in hours after the sale was received. */
const REPORTED = 1;
const WITHDRAWALS = [
  'Crédito rechazado por su banco.',
  'Cambio de trabajo.',
  'Compró otra vivienda.',
  'Prefiere otra ubicación.',
];

/** `later` hours after a sale was received, never in the future. */
const after = (now: Date, { hoursAgo }: Story, later: number) =>
  new Date(Math.min(now.getTime(), now.getTime() - (hoursAgo - later) * HOUR_MS));
const referenceOf = (at: number) => `${70_100_000 + at * 137}`;
const peopleAt = (now: Date) => demoPeople(STORIES.length, now.getUTCFullYear());

/** Starts to draw and store the buyers' documents: some for a draft, all for a received sale. */
export function showSales(files: Files, now: Date): Promise<Shown>[] {
  const people = peopleAt(now);
  const separations = DEMO_PROJECTS.flatMap(({ models, separation_centavos: cents }) =>
    models.map(() => cents),
  );
  return showAll(
    files,
    STORIES.map((story, at) => ({
      person: people[at]!,
      day: panamaDay(after(now, story, 0)),
      most: story.state === SALE.draft ? at % 3 : Infinity,
      transfer:
        story.payment === 'none'
          ? null
          : {
              centavos: separations[at % separations.length]!,
              reference: referenceOf(at),
              now: after(now, story, REPORTED),
            },
    })),
  );
}

/** Creates the demo's sales through the real use cases. Returns the sale whose link the start prints. */
export async function makeSales(
  app: FastifyInstance,
  db: Db,
  staff: ReadonlyMap<string, number>,
  { now, shown }: { now: Date; shown: readonly Promise<Shown>[] },
): Promise<number> {
  const people = peopleAt(now);
  const models = await db.select({ id: houseModels.id }).from(houseModels).orderBy(houseModels.id);
  let told = 0;
  for (const [at, story] of STORIES.entries()) {
    const modelId = models[at % models.length]!.id;
    const sale = { app, db, staff, now, story, person: people[at]!, shown: shown[at]!, at, modelId };
    const id = await tell(sale);
    if (story.state === SALE.papersMissing && told === 0) told = id;
  }
  return told;
}

interface Telling {
  app: FastifyInstance;
  db: Db;
  staff: ReadonlyMap<string, number>;
  now: Date;
  story: Story;
  person: DemoPerson;
  shown: Promise<Shown>;
  at: number;
  modelId: number;
}

async function tell(one: Telling): Promise<number> {
  const { app, db, staff, now, story, at } = one;
  /** A context `later` hours after the sale was received. */
  const as = (actor: Actor, later: number): Context =>
    contextAt(app, db, staff, after(now, story, later), actor);
  const processor: Actor = { signIn: PROCESSORS[at % 2]!, role: 'procesador' };

  const id = await begin(as(ADVISER, -0.5), one);
  const draft = story.state === SALE.draft;
  const { papers, proof } = await one.shown;
  await attachPapers(as('customer', -0.2), id, papers);
  if (draft) return id;
  await receiveSale(as('customer', 0), id);
  if (proof) await pay(as, id, one, proof);
  if (story.state === SALE.received) return id;
  if (story.state === SALE.expired) {
    await expireSale(as('customer', 49), id);
    return id;
  }
  if (story.state === SALE.withdrawn) {
    await changeSaleState(as(processor, 20), id, {
      estado_id: SALE.withdrawn,
      motivo: WITHDRAWALS[at % WITHDRAWALS.length]!,
    });
    return id;
  }
  await changeSaleState(as(processor, 5), id, { estado_id: SALE.inReview });
  await review(as, processor, id, one);
  if (story.state === SALE.papersMissing)
    await changeSaleState(as(processor, 30), id, {
      estado_id: SALE.papersMissing,
      motivo: 'Envíanos de nuevo los documentos que no se leen.',
    });
  if (story.state === SALE.complete)
    await changeSaleState(as(processor, 40), id, { estado_id: SALE.complete });
  return id;
}

/** The draft, started on the web or by an adviser. Takes a free matching lot; lots are spread over the blocks. */
async function begin(ctx: Context, { db, person, at, modelId }: Telling): Promise<number> {
  const free = (await lotChoices(db, { modelId })).filter((lot) => lot.free);
  const lot = free[(at * 7) % free.length];
  const walkIn = at % 4 === 0;
  const id = await createSale(ctx, {
    modelo_id: modelId,
    ...(lot && { lote_id: lot.id }),
    nombre: person.nombre,
    celular: person.celular,
    email: person.email,
    tipo_documento: person.tipo_documento,
    cedula: person.cedula,
    sector_trabajo: person.sector,
    estatus_laboral: person.estatus_laboral,
    forma_pago: person.forma_pago,
    origen: walkIn ? 'visita' : person.origen,
    numero_camp: null,
    grupo_familiar: person.familia.map((one) => ({ ...one })),
    consentimiento_datos: true,
    consentimiento_apc: person.forma_pago === 'hipoteca',
  });
  if (!walkIn) await db.update(sales).set({ adviserId: null }).where(eq(sales.id, id));
  return id;
}

/** Reports the separation with a screenshot and, for most sales, confirms it with a bank line. */
async function pay(
  as: (actor: Actor, later: number) => Context,
  saleId: number,
  { story, at, db }: Telling,
  proof: UploadedFile,
): Promise<void> {
  const customer = as('customer', REPORTED);
  const [due] = await db.select().from(payments).where(eq(payments.saleId, saleId));
  if (!due) return;
  const paymentId = await reportPayment(customer, { saleId, cents: due.dueCents, proof });
  if (story.payment !== 'confirmed') return;
  const accountant = as(ACCOUNTANT, 4);
  await changePaymentState(accountant, paymentId, { estado_id: PAYMENT.verifying });
  await changePaymentState(accountant, paymentId, {
    estado_id: PAYMENT.confirmed,
    banco_id: 1 + (at % 5),
    referencia: referenceOf(at),
    fecha: panamaDay(accountant.now),
    monto: due.dueCents,
    tipo: 1,
  });
}

/** Reviews documents as far as the story goes: all of a complete file; one or two are rejected if documents are missing. */
async function review(
  as: (actor: Actor, later: number) => Context,
  processor: Actor,
  saleId: number,
  { story, at, db }: Telling,
): Promise<void> {
  const day = panamaDay(as('customer', 0).now);
  const list = await db.select().from(documents).where(eq(documents.saleId, saleId)).orderBy(documents.id);
  const uploaded = list.filter(({ stateId, required }) => stateId === DOCUMENT.uploaded && required);
  const upTo = story.state === SALE.inReview ? at % (uploaded.length + 1) : uploaded.length;
  for (const [index, { id }] of uploaded.slice(0, upTo).entries()) {
    const ctx = as(processor, 8 + index);
    await changePaper(ctx, id, { estado_id: DOCUMENT.inReview });
    const bad = story.state === SALE.papersMissing && index <= at % 2;
    if (bad)
      await changePaper(ctx, id, {
        estado_id: DOCUMENT.rejected,
        motivo: index ? 'Está vencido.' : 'La foto está borrosa: no se lee.',
      });
    else
      await changePaper(ctx, id, {
        estado_id: DOCUMENT.approved,
        fecha_emision: addDays(day, -3),
        fecha_vencimiento: addDays(day, 1200),
      });
  }
}
