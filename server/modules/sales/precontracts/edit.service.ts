import { beginSale } from '#server/modules/sales/sale/begun.service.ts';
import { createPerson, updatePerson } from '#server/modules/sales/people/people.service.ts';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import { showPhone } from '#contract/phone.ts';
import { whyNotChangeModel, whyNotEdit, whyNotEditTerms } from '#contract/sales/sale/actions.ts';
import { isEmployee } from '#contract/sales/sale/form.ts';
import type { NewSale, SaleChange } from '#contract/sales/sale/model.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { forbidden, invalid } from '#server/kernel/errors.ts';
import { recordPersonChanges } from '#server/modules/sales/people/changes.service.ts';
import { createChecklist } from '#server/modules/sales/documents/checklist.service.ts';
import { holdLot, releaseClaim } from '#server/modules/sales/claims/claims.service.ts';
import { houseModels, projects } from '#server/modules/projects/projects/projects.table.ts';
import { papersChanged } from '#server/modules/sales/documents/papersChanged.service.ts';
import { editWords } from './editWords.ts';
import { giveConsent } from '#server/modules/sales/consents/consents.service.ts';
import { readForm } from './precontracts.facts.ts';
import { checkForm, type FormChange } from './precontracts.formCheck.ts';
import { hasConsent, personOf, termsOf, type FormValues } from './precontracts.form.ts';
import { writePerson } from './receive.service.ts';
import type { SaleRow } from './precontracts.record.ts';
import { reaches } from '#server/modules/sales/sale/sales.scope.ts';
import { loadForChange } from './precontracts.service.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { lockSale, refuseStale, touchSale } from '#server/modules/sales/sale/states.service.ts';

const TERMS: readonly string[] = ['sector_trabajo', 'estatus_laboral', 'forma_pago'];

/**
 * Begins a pre-contract in the office: a Borrador whose adviser is the caller. Holds the chosen lot for 30 minutes. A
 * `known` person (a prospect) is not changed and keeps the adviser given there. Raises 422 at the fields and 409
 * LOT_TAKEN. Returns the sale's id.
 */
export async function createSale(
  ctx: Context,
  input: NewSale,
  known?: { personId: number; adviserId?: number | null },
): Promise<number> {
  const { modelo_id, lote_id, consentimiento_datos, consentimiento_apc, ...form } = input;
  const model = await findModel(ctx, modelo_id);
  const agreed = consentimiento_datos === true;
  const checked = await checkForm(ctx, form, { form: null, agreed, received: false });

  const saleId = await beginSale(ctx, {
    // Before the data consent only these fields may be stored.
    personId:
      known?.personId ??
      (await createPerson(ctx, { name: form.nombre, phone: form.celular, email: form.email })),
    ...model,
    adviserId: known?.adviserId === undefined ? staffOf(ctx).userId : known.adviserId,
    draft: draftOf(checked),
  });
  if (consentimiento_datos) await giveConsent(ctx, { saleId, kind: 'datos', channel: 'oficina' });
  if (consentimiento_apc) await giveConsent(ctx, { saleId, kind: 'apc', channel: 'oficina' });
  if (lote_id !== undefined) await holdLot(ctx, { saleId, lotId: lote_id });
  await audit(ctx, 'crear', 'precontrato', saleId, { modelId: modelo_id });
  return saleId;
}

/** A model on sale, as columns of a sale. Raises 422 at modelo_id. */
async function findModel(ctx: Context, modelId: number) {
  const [found] = await ctx.db
    .select({ modelId: houseModels.id, projectId: projects.id, priceCents: houseModels.priceCents })
    .from(houseModels)
    .innerJoin(projects, eq(projects.id, houseModels.projectId))
    .where(and(eq(houseModels.id, modelId), isNull(houseModels.archivedAt), isNull(projects.archivedAt)));
  if (!found) throw invalid([{ field: 'modelo_id', message: 'Elige un modelo que esté a la venta.' }]);
  return found;
}

/**
 * Changes the form of a sale: personal data until the review begins, sector and form of payment while the documents are
 * collected. Then updates the checklist. Raises 404, 403, 409 on a stale version, 422 at the fields.
 */
export async function changeSaleForm(ctx: Context, saleId: number, input: SaleChange): Promise<void> {
  const sale = await loadForChange(ctx, saleId);
  if (!reaches(ctx, 'ventas.editar', sale)) throw forbidden();
  refuseStale(sale, input.version);
  const { version: _, consentimiento_datos, consentimiento_apc, modelo_id, ...change } = input;
  const fields = [...Object.keys(change), ...(modelo_id === undefined ? [] : ['modelo_id'])];
  const faults = fields.flatMap((field) => {
    const whyNot =
      field === 'modelo_id' ? whyNotChangeModel : TERMS.includes(field) ? whyNotEditTerms : whyNotEdit;
    const reason = whyNot(sale.stateId);
    return reason ? [{ field, message: reason }] : [];
  });
  if (faults.length > 0) throw invalid(faults);
  const form = await readForm(ctx.db, sale);
  const agreed = consentimiento_datos === true || hasConsent(sale.consents);
  const received = sale.stateId !== SALE.draft;
  const checked = await checkForm(ctx, change, { form, agreed, received });

  for (const kind of ['datos', 'apc'] as const)
    if ((kind === 'datos' ? consentimiento_datos : consentimiento_apc) && !hasConsent(sale.consents, kind))
      await giveConsent(ctx, { saleId, kind, channel: 'oficina' });
  const after = merge(form, checked);
  if (received) await changeReceived(ctx, sale, after);
  else await changeDraft(ctx, sale, checked, modelo_id);
  const words = [...editWords(form, after), ...(await modelWords(ctx, sale.modelId, modelo_id))];
  await audit(ctx, 'editar', 'precontrato', saleId, { fields, words });
}

async function modelWords(ctx: Pick<Context, 'db'>, before: number, after: number | undefined) {
  if (after === undefined || after === before) return [];
  const found = await ctx.db
    .select({ id: houseModels.id, name: houseModels.name })
    .from(houseModels)
    .where(inArray(houseModels.id, [before, after]));
  const nameOf = (id: number) => found.find((one) => one.id === id)?.name ?? '';
  return [`Modelo: ${nameOf(before)} → ${nameOf(after)}`];
}

async function changeDraft(
  ctx: Context,
  sale: SaleRow,
  change: FormChange,
  modelId: number | undefined,
): Promise<void> {
  const person = {
    ...(change.nombre !== undefined && { name: change.nombre }),
    ...(change.celular !== undefined && { phone: change.celular }),
    ...(change.email !== undefined && { email: change.email }),
  };
  if (Object.keys(person).length > 0) await updatePerson(ctx, sale.personId, person);
  const { sin_modelo, lote_id, ...typed } = sale.draft;
  const draft = { ...typed, ...draftOf(change) };
  if (modelId === undefined)
    await touchSale(ctx, sale, {
      draft: {
        ...draft,
        ...(lote_id !== undefined && { lote_id }),
        ...(sin_modelo === true && { sin_modelo }),
      },
    });
  else {
    await releaseClaim(ctx, sale.id, 'Cambió de modelo');
    await touchSale(ctx, sale, { draft, ...(await findModel(ctx, modelId)), lotPremiumCents: 0 });
  }
}

async function changeReceived(ctx: Context, sale: SaleRow, form: FormValues): Promise<void> {
  const [before] = await ctx.db.select().from(people).where(eq(people.id, sale.personId));
  await writePerson(ctx, sale, form);
  if (before) await recordPersonChanges(ctx, sale.personId, before, { ...before, ...personOf(form) });
  const terms = termsOf(form);
  await touchSale(ctx, sale, terms);
  if (terms.workSector === sale.workSector && terms.paymentForm === sale.paymentForm) return;
  await createChecklist(ctx, { id: sale.id, ...terms });
  await papersChanged(ctx, (await lockSale(ctx.db, sale.id))!);
}

const merge = (form: FormValues, change: FormChange): FormValues => {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const merged = { ...form, ...given } as FormValues;
  return { ...merged, estatus_laboral: isEmployee(merged.sector_trabajo) ? merged.estatus_laboral : null };
};

/** The draft format of the customer's form: wire names, and family members with the kinship as text. */
function draftOf(change: FormChange): Record<string, unknown> {
  const { grupo_familiar, ...rest } = change;
  const shown = { ...rest, ...(rest.celular !== undefined && { celular: showPhone(rest.celular) }) };
  const given = Object.entries(shown).filter(([, value]) => value !== undefined);
  return {
    ...Object.fromEntries(given.map(([field, value]) => [field, value ?? ''])),
    ...(grupo_familiar && {
      grupo_familiar: grupo_familiar.map(({ nombre, cedula, parentesco_id }) => ({
        nombre,
        cedula: cedula ?? '',
        parentesco: String(parentesco_id),
      })),
    }),
  };
}
