import { and, asc, eq, isNotNull, notInArray } from 'drizzle-orm';
import { addDays, addMonths, panamaDay } from '#contract/dates.ts';
import { TEMPLATE_KIND_NAMES, TEMPLATE_KINDS } from '#contract/legal/contractTemplates/fields.ts';
import { VERSION } from '#contract/legal/contractTemplates/rules.ts';
import { PROMISE } from '#contract/legal/promises/rules.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import type { Db } from '#server/kernel/db.ts';
import { bankApplications } from '#server/modules/banking/applications/applications.table.ts';
import {
  changeVersionState,
  createTemplate,
} from '#server/modules/legal/contractTemplates/contractTemplates.service.ts';
import { generatePromise } from '#server/modules/legal/promises/draft.service.ts';
import { importPromise } from '#server/modules/legal/promises/imported.service.ts';
import { changePromiseState } from '#server/modules/legal/promises/status.service.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { reject, signAll } from './signing.ts';
import { MANAGEMENT, type At } from './telling.ts';

const REASON = 'No estoy de acuerdo con la cláusula de entrega: necesito la casa antes.';

/** What the lawyer adds to a promise. */
export const termsAt = (today: string, representante_id: number) => ({
  entrega: addMonths(today, 8),
  finca_madre: '30304412',
  codigo_ubicacion: '8007',
  firmar_hasta: addDays(today, 14),
  representante_id,
});

/** The approved templates, and promises in several states. Returns the sale of the one that is signed and sealed. */
export async function makePromises(at: At, representativeId: number): Promise<number | undefined> {
  const { db, now } = at(0);
  await makeTemplates(at);
  const today = panamaDay(now);
  const terms = termsAt(today, representativeId);
  const [withLetter] = await db.select().from(sales).where(eq(sales.stateId, SALE.promiseLetter)).limit(1);
  if (withLetter) await generatePromise(at(20), withLetter.id, terms);
  const [rejected, signing, signed] = await completeSales(db);
  if (rejected) {
    const id = await generatePromise(at(60), rejected, terms);
    await changePromiseState(at(50), id, { estado_id: PROMISE.signing });
    await reject(at, 'promesa', id, { hoursAgo: 8, reason: REASON });
  }
  if (signed) {
    const id = await generatePromise(at(56), signed, terms);
    await changePromiseState(at(54), id, { estado_id: PROMISE.signing });
    await signAll(at, 'promesa', id, 40);
  }
  if (signing) {
    const id = await generatePromise(at(30), signing, terms);
    await changePromiseState(at(28), id, { estado_id: PROMISE.signing });
  }
  const [registered] = await db
    .select()
    .from(sales)
    .where(eq(sales.stateId, SALE.registered))
    .orderBy(asc(sales.id))
    .limit(1);
  if (registered)
    await importPromise(at(30), registered.id, {
      signedOn: addDays(today, -40),
      deliveryOn: addMonths(today, 1),
      motherFinca: terms.finca_madre,
      locationCode: terms.codigo_ubicacion,
    });
  return signed;
}

/** Sales with a complete file that asked no bank yet and whose buyer has a mail, the oldest first. */
export async function completeSales(db: Db): Promise<number[]> {
  const asked = db.select({ id: bankApplications.saleId }).from(bankApplications);
  const found = await db
    .select({ id: sales.id })
    .from(sales)
    .innerJoin(people, eq(people.id, sales.personId))
    .where(and(eq(sales.stateId, SALE.complete), isNotNull(people.email), notInArray(sales.id, asked)))
    .orderBy(asc(sales.id));
  return found.map(({ id }) => id);
}

/** One template for each kind of contract, written by the lawyer and approved by management. */
async function makeTemplates(at: At): Promise<void> {
  for (const [place, tipo] of TEMPLATE_KIND_NAMES.entries()) {
    const hours = 24 * 60 - place;
    const id = await createTemplate(at(hours), {
      tipo,
      nombre: TEMPLATE_KINDS[tipo],
      proyecto_id: null,
      forma_pago: null,
      copia_de: null,
    });
    await changeVersionState(at(hours - 24), id, 1, { estado_id: VERSION.inReview });
    await changeVersionState(at(hours - 48, MANAGEMENT), id, 1, { estado_id: VERSION.approved });
  }
}
