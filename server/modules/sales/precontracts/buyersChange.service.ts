import { notePerson } from '#server/modules/sales/people/people.service.ts';
import { refuseStale, touchSale } from '#server/modules/sales/sale/states.service.ts';
import { sql } from 'drizzle-orm';
import { documentError, documentKey, readDocument, type DocumentType } from '#contract/identity.ts';
import { CONSENT_TEXTS } from '#contract/sales/consents/consents.ts';
import type { NewSaleBuyer, SaleBuyers } from '#contract/sales/buyers/buyers.ts';
import {
  allSigned,
  whyNotAddBuyer,
  whyNotContact,
  whyNotRemoveBuyer,
  type BuyerRole,
} from '#contract/sales/buyers/buyersRules.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { row } from '#server/kernel/db.ts';
import { forbidden, invalid, notFound, transitionRefused } from '#server/kernel/errors.ts';
import { personInReach } from '#server/modules/sales/people/people.scope.ts';
import { readSettings } from '#server/modules/company/settings/settings.service.ts';
import {
  addToSale,
  makeContact,
  takeFromSale,
  buyersOf,
  type BuyerRow,
} from '#server/modules/sales/buyers/buyers.service.ts';
import { mailLink } from './precontracts.mail.ts';
import { findSaleRow, type SaleRow } from './precontracts.record.ts';
import { reaches, salesInReach } from '#server/modules/sales/sale/sales.scope.ts';
import { loadForChange } from './precontracts.service.ts';

const iso = (text: string | null) => text && new Date(text).toISOString();
const offer = (may: boolean, disabled: string | null) => (may ? { disabled } : null);
const LEAVE = 'Escribe primero su correo.';

/**
 * Facts that decide whether a buyer can be removed: `acted`, the buyer signed or rejected; `named`, another party
 * signed after this buyer was added, so the signed text names the buyer.
 */
const factsOf = (one: BuyerRow, all: readonly BuyerRow[]) => ({
  role: one.role,
  contact: one.contact,
  acted: one.outcome !== null,
  named: all.some(({ outcome, at }) => outcome === 'firmada' && (at ?? '') >= (one.addedAt ?? '')),
});

/** All buyers of a sale within scope, and the caller's allowed actions. Raises 404. */
export async function readBuyers(ctx: Context, saleId: number): Promise<SaleBuyers> {
  const sale = await findSaleRow(ctx, saleId, salesInReach(ctx, 'ventas.ver'));
  if (!sale) throw notFound();
  const all = await buyersOf(ctx.db, saleId);
  const may = reaches(ctx, 'ventas.editar', sale);
  const add = (role: BuyerRole) =>
    offer(may, whyNotAddBuyer(role, sale.stateId, all.length - 1) ?? whyNotBring(ctx, sale, role));
  return {
    version: sale.version,
    buyers: all.map((one) => ({
      id: one.id,
      person: { id: one.personId, name: one.name },
      role: one.role,
      contact: one.contact,
      phone: one.phone,
      email: one.email,
      document: one.documentNumber,
      signed_at: one.outcome === 'firmada' ? iso(one.at) : null,
      rejected_at: one.outcome === 'rechazada' ? iso(one.at) : null,
      seen_by_staff: one.seen,
      actions: {
        contact: one.contact || one.role === 'codeudor' ? null : offer(may, whyNotContact(sale.stateId)),
        remove: one.id === null ? null : offer(may, whyNotRemoveBuyer(sale.stateId, factsOf(one, all))),
        link:
          one.id === null || one.role === 'codeudor'
            ? null
            : offer(may, whyNotContact(sale.stateId) ?? (one.email ? null : LEAVE)),
      },
    })),
    signed: allSigned(all.map(({ role, outcome }) => ({ role, signed: outcome === 'firmada' }))),
    add: { comprador: add('comprador'), codeudor: add('codeudor') },
  };
}

/**
 * A co-buyer gets a link and sees what the main buyer sees, also documents and income. From the review on, only users
 * who may see those in the office, or who approve, may add one. The same rule protects a person's telephone and email.
 * Null: allowed.
 */
const whyNotBring = (ctx: Context, sale: SaleRow, role: BuyerRole): string | null =>
  role === 'codeudor' ||
  sale.stateId <= SALE.received ||
  reaches(ctx, 'documentos.ingresos', sale) ||
  reaches(ctx, 'ventas.aprobar', sale)
    ? null
    : 'La venta ya está en revisión: pide a su procesador o a coordinación que lo agregue.';

/** Locks a sale that the caller may edit and loads its buyers. Raises 404 and 403. */
async function load(ctx: Context, saleId: number): Promise<{ sale: SaleRow; all: BuyerRow[] }> {
  const sale = await loadForChange(ctx, saleId);
  if (!reaches(ctx, 'ventas.editar', sale)) throw forbidden();
  return { sale, all: await buyersOf(ctx.db, saleId) };
}

const oneOf = (all: readonly BuyerRow[], id: number) => {
  const one = all.find((buyer) => buyer.id === id);
  if (!one) throw notFound();
  return one;
};

/**
 * Adds a co-buyer or a co-debtor; a co-buyer with an email gets a link. Raises 404, 403, 409 STALE, BUYER_TWICE and
 * PERSON_EXISTS (a known person has the same keys, unless `persona_id` or `otra_persona` decides), 422.
 */
export async function addBuyer(ctx: Context, saleId: number, input: NewSaleBuyer): Promise<void> {
  const { sale, all } = await load(ctx, saleId);
  refuseStale(sale, input.version);
  const refusal =
    whyNotAddBuyer(input.rol, sale.stateId, all.length - 1) ?? whyNotBring(ctx, sale, input.rol);
  if (refusal) throw transitionRefused(refusal);
  const personId = await personOf(ctx, input);
  const agreed = input.consentimiento_datos === true;
  const buyerId = await addToSale(ctx, {
    saleId,
    personId,
    role: input.rol,
    position: Math.max(...all.map(({ position }) => position)) + 1,
    ...(agreed && { consentVersion: CONSENT_TEXTS.datos.version, consentAt: ctx.now }),
    addedBy: staffOf(ctx).userId,
  });
  await touchSale(ctx, sale, {});
  await audit(ctx, 'agregar_comprador', 'precontrato', saleId, { personId, role: input.rol });
  if (input.rol === 'comprador') await sendLink(ctx, saleId, buyerId);
}

async function sendLink(ctx: Context, saleId: number, id: number): Promise<boolean> {
  const { name, email } = oneOf(await buyersOf(ctx.db, saleId), id);
  if (email) await mailLink(ctx, saleId, { email, id, name });
  return email !== null;
}

async function personOf(ctx: Context, input: NewSaleBuyer): Promise<number> {
  if (input.persona_id !== undefined) {
    const person = await row<{ id: number }>(
      ctx.db,
      sql`select p.id from people p where p.id = ${input.persona_id} and p.merged_into_id is null
        and ${personInReach(ctx, 'ventas.ver', sql`p.id`)} for share of p`,
    );
    if (!person)
      throw invalid([{ field: 'persona_id', message: 'No encontramos a esa persona entre las tuyas.' }]);
    return person.id;
  }
  const document = await documentOf(ctx, input);
  const { nombre: name, celular: phone, email } = input;
  return notePerson(ctx, { name, phone, email, document }, { another: input.otra_persona });
}

/** The typed document. Raises 422 at the document, and at the consent without which it may not be stored. */
async function documentOf(ctx: Context, { tipo_documento, cedula, consentimiento_datos }: NewSaleBuyer) {
  if (!cedula) return undefined;
  const documentType: DocumentType = tipo_documento ?? 'cedula';
  const { cedulaMaxAsiento } = await readSettings(ctx.db);
  const documentNumber = readDocument(documentType, cedula, cedulaMaxAsiento);
  if (!documentNumber) throw invalid([{ field: 'cedula', message: documentError(documentType) }]);
  if (consentimiento_datos !== true)
    throw invalid([
      {
        field: 'consentimiento_datos',
        message: 'Antes de escribir su documento, la persona debe dar su permiso para usar sus datos.',
      },
    ]);
  return { documentType, documentNumber, documentKey: documentKey(documentType, documentNumber) };
}

/** Sets the buyer who gets the mails and links of a sale; null: the main buyer. Raises 404, 403, 409 STALE, 422. */
export async function setContact(
  ctx: Context,
  saleId: number,
  { comprador_id, version }: { comprador_id: number | null; version?: number | undefined },
): Promise<void> {
  const { sale, all } = await load(ctx, saleId);
  refuseStale(sale, version);
  const refusal = whyNotContact(sale.stateId);
  if (refusal) throw transitionRefused(refusal);
  if (comprador_id !== null && oneOf(all, comprador_id).role === 'codeudor')
    throw transitionRefused('El contacto es uno de los compradores.');
  const before = all.find(({ contact }) => contact)?.id ?? null;
  if (before === comprador_id) return;
  await makeContact(ctx.db, saleId, comprador_id);
  await touchSale(ctx, sale, {});
  await audit(ctx, 'cambiar_contacto', 'precontrato', saleId, { from: before, to: comprador_id });
}

/**
 * Removes a buyer whom no signature involves, together with the buyer's links. Raises 404, 403, 422 with the reason.
 */
export async function removeBuyer(ctx: Context, saleId: number, id: number): Promise<void> {
  const { sale, all } = await load(ctx, saleId);
  const one = oneOf(all, id);
  const refusal = whyNotRemoveBuyer(sale.stateId, factsOf(one, all));
  if (refusal) throw transitionRefused(refusal);
  await takeFromSale(ctx.db, id);
  await touchSale(ctx, sale, {});
  await audit(ctx, 'quitar_comprador', 'precontrato', saleId, { personId: one.personId, role: one.role });
}

/** Sends a co-buyer a new personal link. Raises 404, 403, 422. */
export async function sendBuyerLink(ctx: Context, saleId: number, id: number): Promise<void> {
  const { sale, all } = await load(ctx, saleId);
  const one = oneOf(all, id);
  const refusal =
    whyNotContact(sale.stateId) ??
    (one.role === 'codeudor'
      ? 'Un codeudor no entra a la compra: sus documentos los sube el comprador.'
      : null);
  if (refusal) throw transitionRefused(refusal);
  if (!(await sendLink(ctx, saleId, id))) throw transitionRefused(LEAVE);
  await audit(ctx, 'enviar_enlace', 'precontrato', saleId, { buyerId: id });
}
