import { origins } from '#contract/company/catalogs/salesLists.ts';
import { kinships } from '#contract/company/catalogs/peopleLists.ts';
import { panamaDay } from '#contract/dates.ts';
import { CONSENT_TEXTS } from '#contract/sales/consents/consents.ts';
import type { FormValues, PrecontractData } from '#contract/sales/purchase/pages.ts';
import { PAPER_FIELDS, type PaperField } from '#contract/sales/purchase/rules.ts';
import { PAYMENT_FORMS, SECTORS } from '#contract/sales/sale/values.ts';
import type { Context } from '#server/kernel/context.ts';
import { payToOf } from '#server/modules/projects/bankAccounts/bankAccounts.service.ts';
import { catalogOptions } from '#server/modules/company/catalogs/catalogs.service.ts';
import { checklistFor } from '#server/modules/sales/documents/papers.service.ts';
import { lotChoices } from '#server/modules/sales/claims/claims.service.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { readSettings } from '#server/modules/company/settings/settings.service.ts';
import { DECLARATIONS } from '#server/modules/legal/signing/signing.service.ts';
import { eq } from 'drizzle-orm';
import { consentsOf } from '#server/modules/sales/consents/consents.service.ts';
import { missingOf, readLists } from '#server/modules/sales/purchase/draft.service.ts';
import {
  draftErrors,
  familySent,
  typedOf,
  type Draft,
} from '#server/modules/sales/purchase/draftForm.service.ts';
import { purchaseHead } from '#server/modules/sales/purchase/head.service.ts';
import type { Sale } from '#server/modules/sales/purchase/own.service.ts';
import { formSlots, openUploads } from '#server/modules/sales/purchase/slots.service.ts';

/** A draft's values as typed. */
const valuesOf = (draft: Draft, sale: Sale): FormValues => ({
  nombre: typedOf(draft, 'nombre'),
  email: typedOf(draft, 'email'),
  celular: typedOf(draft, 'celular'),
  tipo_documento: typedOf(draft, 'tipo_documento') || 'cedula',
  cedula: typedOf(draft, 'cedula'),
  sector_trabajo: typedOf(draft, 'sector_trabajo'),
  estatus_laboral: typedOf(draft, 'estatus_laboral'),
  forma_pago: typedOf(draft, 'forma_pago') || sale.paymentForm,
  origen: typedOf(draft, 'origen'),
  numero_camp: typedOf(draft, 'numero_camp'),
  monto_pagado: typedOf(draft, 'monto_pagado'),
  grupo_familiar: familySent(draft['grupo_familiar']),
});

/** All data of a draft for the form's page. */
export async function precontractData(ctx: Context, sale: Sale): Promise<PrecontractData> {
  const { draft } = sale;
  const hasModel = draft['sin_modelo'] !== true;
  const [
    head,
    held,
    lists,
    settings,
    papers,
    uploads,
    relationships,
    ways,
    choices,
    checklists,
    payTo,
    [project],
  ] = await Promise.all([
    purchaseHead(ctx, sale),
    consentsOf(ctx.db, sale.id),
    readLists(ctx.db),
    readSettings(ctx.db),
    formSlots(ctx, sale),
    openUploads(ctx, sale),
    catalogOptions(ctx.db, kinships),
    catalogOptions(ctx.db, origins),
    hasModel ? lotChoices(ctx.db, { modelId: sale.modelId, saleId: sale.id }) : [],
    checklistsOf(ctx),
    payToOf(ctx.db, sale.projectId),
    ctx.db
      .select({ separationCents: projects.separationCents })
      .from(projects)
      .where(eq(projects.id, sale.projectId)),
  ]);
  return {
    sale: head,
    values: valuesOf(draft, sale),
    errors: draftErrors(draft, lists),
    missing: missingOf(draft, held.datos),
    consents: {
      datos: { given: held.datos, ...CONSENT_TEXTS.datos },
      apc: { given: held.apc, ...CONSENT_TEXTS.apc },
    },
    papers,
    uploads,
    lots: choices,
    checklists,
    declarations: [...DECLARATIONS],
    origins: ways.map((one) => ({ value: String(one['name_id']), label: String(one['name']) })),
    relationships: relationships.map(({ id, ...one }) => ({ id, name: String(one['name']) })),
    separationCents: project!.separationCents,
    reservationHours: settings.claims.reservationHours,
    payTo,
    cedulaMaxEntry: settings.cedulaMaxAsiento,
  };
}

const isField = (field: string): field is PaperField => PAPER_FIELDS.some((one) => one === field);

async function checklistsOf(ctx: Pick<Context, 'db' | 'now'>): Promise<PrecontractData['checklists']> {
  const day = panamaDay(ctx.now);
  const kinds = SECTORS.flatMap((sector) => PAYMENT_FORMS.map((forma_pago) => ({ sector, forma_pago })));
  return Promise.all(
    kinds.map(async ({ sector, forma_pago }) => {
      const asked = await checklistFor(ctx.db, day, { workSector: sector, paymentForm: forma_pago });
      const papers = asked.flatMap(({ field, ...one }) => (isField(field) ? [{ field, ...one }] : []));
      return { sector, forma_pago, papers };
    }),
  );
}
