import { eq, sql } from 'drizzle-orm';
import { documents, documentTypes } from '#server/modules/sales/documents/documents.table.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import type { TestApp } from './app.ts';
import { makeLot, makeModel, makeProject } from './factories.ts';
import { serial } from './serial.ts';

export const PRECONTRACT = '/clientes/precontrato';
type Parts = Pick<TestApp, 'database' | 'browser'>;
const nextTelephone = serial();

/** A new purchase in its own browser: a draft, and by default a held lot (premium 1,000.00). */
export async function beginPurchase(llave: Parts, { withLot = true } = {}) {
  const { db } = llave.database;
  const project = await makeProject(db);
  const model = await makeModel(db, { projectId: project.id });
  const lot = await makeLot(db, { projectId: project.id, premiumCents: 100_000 });
  const browser = llave.browser();
  const n = nextTelephone();
  // A different IP address each, because one address may hold only a limited number of lots.
  browser.address = `10.8.${n >> 8}.${n & 255}`;
  const celular = `6${n + 3_000_000}`;
  const email = `compra${n}@correo.test`;
  const bought = await browser.form(`/clientes/comprar/${model.id}`, {
    nombre: 'Rosa Díaz',
    email,
    celular,
    ...(withLot && { lote_id: String(lot.id) }),
  });
  const id = bought.json<{ precontratoId: number }>().precontratoId;
  return { db, project, model, lot, browser, celular, email, id };
}
export type Begun = Awaited<ReturnType<typeof beginPurchase>>;

/** A complete form; `over` adds, changes or empties fields. */
export const completeForm = (
  { id, celular }: Pick<Begun, 'id' | 'celular'>,
  over: Record<string, string | File | readonly File[]> = {},
) => ({
  precontrato_id: String(id),
  nombre: 'Rosa Díaz',
  celular,
  tipo_documento: 'cedula',
  cedula: '8-712-4567',
  consentimiento_datos: '1',
  ...over,
});

type Answer = { json<T>(): T };
/** The errors of a refusal; `fieldsOf` gives their fields. */
export const faultsOf = (answer: Answer) =>
  answer.json<{ errors?: { field: string; message: string }[] }>().errors ?? [];
export const fieldsOf = (answer: Answer) => faultsOf(answer).map(({ field }) => field);

export const saleOf = async ({ db, id }: Pick<Begun, 'db' | 'id'>) =>
  (await db.select().from(sales).where(eq(sales.id, id)))[0]!;

/** Marks the buyer's contact as confirmed, so the lot is held as long as the settings say. */
export async function knowBuyer({ db, id }: Pick<Begun, 'db' | 'id'>): Promise<void> {
  const { personId } = await saleOf({ db, id });
  await db
    .update(people)
    .set({ confirmedContact: sql`${people.phone}` })
    .where(eq(people.id, personId));
}

export const papersOf = ({ db, id }: Pick<Begun, 'db' | 'id'>) =>
  db
    .select({ field: documentTypes.name, position: documents.position, stateId: documents.stateId })
    .from(documents)
    .innerJoin(documentTypes, eq(documentTypes.id, documents.typeId))
    .where(eq(documents.saleId, id))
    .orderBy(documentTypes.position, documents.position);
