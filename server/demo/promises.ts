import { and, asc, desc, eq, notInArray, isNull } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { addDays, addMonths, panamaDay } from '#contract/dates.ts';
import { TEMPLATE_KIND_NAMES, TEMPLATE_KINDS } from '#contract/legal/contractTemplates/fields.ts';
import { VERSION } from '#contract/legal/contractTemplates/rules.ts';
import { SIGNER } from '#contract/legal/envelopes/rules.ts';
import { PROMISE } from '#contract/legal/promises/rules.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import type { Context } from '#server/kernel/context.ts';
import type { Db } from '#server/kernel/db.ts';
import { bankApplications } from '#server/modules/banking/applications/applications.table.ts';
import {
  changeVersionState,
  createTemplate,
} from '#server/modules/legal/contractTemplates/contractTemplates.service.ts';
import { rejectLocked } from '#server/modules/legal/envelopes/close.service.ts';
import { envelopeOf } from '#server/modules/legal/envelopes/current.service.ts';
import { lockEnvelope } from '#server/modules/legal/envelopes/envelopes.load.ts';
import { envelopeSigners } from '#server/modules/legal/envelopes/envelopes.table.ts';
import { generatePromise } from '#server/modules/legal/promises/draft.service.ts';
import { importPromise } from '#server/modules/legal/promises/imported.service.ts';
import { changePromiseState } from '#server/modules/legal/promises/status.service.ts';
import { registerRepresentative } from '#server/modules/legal/representatives/representatives.service.ts';
import { representatives } from '#server/modules/legal/representatives/representatives.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { contextAt, type Actor } from './actors.ts';

const LAWYER: Actor = { signIn: 'abogado', role: 'abogado' };
const MANAGEMENT: Actor = { signIn: 'gerencia', role: 'gerencia' };
const HOUR = 3_600_000;
const REASON = 'No estoy de acuerdo con la cláusula de entrega: necesito la casa antes.';

type At = (hoursAgo: number, actor?: Actor) => Context;

/** The approved templates of both projects, and promises in several states. */
export async function makePromises(
  app: FastifyInstance,
  db: Db,
  staff: ReadonlyMap<string, number>,
  now: Date,
): Promise<void> {
  const at: At = (hoursAgo, actor = LAWYER) =>
    contextAt(app, db, staff, new Date(now.getTime() - hoursAgo * HOUR), actor);
  await makeTemplates(at);
  const representativeId = await aRepresentative(at);
  const today = panamaDay(now);
  const terms = {
    entrega: addMonths(today, 8),
    finca_madre: '30304412',
    codigo_ubicacion: '8007',
    firmar_hasta: addDays(today, 14),
    representante_id: representativeId,
  };
  const [withLetter] = await db.select().from(sales).where(eq(sales.stateId, SALE.promiseLetter)).limit(1);
  if (withLetter) await generatePromise(at(20), withLetter.id, terms);
  const [early] = await db
    .select()
    .from(sales)
    .where(
      and(
        eq(sales.stateId, SALE.complete),
        notInArray(sales.id, db.select({ id: bankApplications.saleId }).from(bankApplications)),
      ),
    )
    .orderBy(desc(sales.id))
    .limit(1);
  if (early) await rejectedPromise(at, early.id, terms);
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

/** The company's representative; registered here if nobody is. */
async function aRepresentative(at: At): Promise<number> {
  const ctx = at(24 * 50);
  const [known] = await ctx.db
    .select({ id: representatives.id })
    .from(representatives)
    .where(and(isNull(representatives.archivedAt), isNull(representatives.limitCents)))
    .orderBy(asc(representatives.id))
    .limit(1);
  if (known) return known.id;
  return registerRepresentative(ctx, {
    name: 'Roberto Arosemena',
    document_type: 'cedula',
    document: '8-455-912',
    phone: '+50766001122',
    email: 'representante@demo.llave',
    user_id: null,
    power_kind: 'escritura',
    power_text: 'Escritura 4,512 de la Notaría Tercera de Panamá',
    limit_centavos: null,
    valid_from: '2025-01-15',
    valid_until: null,
  });
}

/** A promise that its buyer did not want to sign: the lawyer has it again with the clause marked. */
async function rejectedPromise(
  at: At,
  saleId: number,
  terms: Parameters<typeof generatePromise>[2],
): Promise<void> {
  const id = await generatePromise(at(60), saleId, terms);
  await changePromiseState(at(50), id, { estado_id: PROMISE.signing });
  const ctx = at(8, 'customer');
  const found = await envelopeOf(ctx.db, 'promesa', id);
  if (!found) return;
  const envelope = await lockEnvelope(ctx.db, found.envelope.id);
  const signer = found.signers[0]!;
  await ctx.db
    .update(envelopeSigners)
    .set({ stateId: SIGNER.rejected, reason: REASON })
    .where(eq(envelopeSigners.id, signer.id));
  await rejectLocked(ctx, envelope, signer, REASON);
}
