import type { Clause } from '#contract/legal/contractTemplates/clauses.ts';
import type { TemplateKind } from '#contract/legal/contractTemplates/fields.ts';
import { VERSION } from '#contract/legal/contractTemplates/rules.ts';
import { starterOf } from '#contract/legal/contractTemplates/starter.ts';
import type { TermsForm } from '#contract/legal/promises/model.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import {
  contractTemplates,
  templateVersions,
} from '#server/modules/legal/contractTemplates/contractTemplates.table.ts';
import { forgetSettings, writeSetting } from '#server/modules/company/settings/settings.service.ts';
import type { TestApp } from './app.ts';
import { makeLot, makeModel, makeSale, makeUser, type SaleOptions } from './factories.ts';

type Parts = Pick<TestApp, 'database' | 'clock'>;

/** An approved template of this kind for every sale, unless one exists. Returns the id of its version. */
export async function makeTemplate(
  { database: { db }, clock }: Parts,
  kind: TemplateKind = 'promesa',
  clauses: readonly Clause[] = starterOf(kind),
): Promise<number> {
  const approver = await makeUser(db, { roles: ['abogado'] });
  const [template] = await db
    .insert(contractTemplates)
    .values({ kind, name: `Plantilla ${kind}`, createdAt: clock.now() })
    .returning();
  const [version] = await db
    .insert(templateVersions)
    .values({
      templateId: template!.id,
      number: 1,
      stateId: VERSION.approved,
      clauses: [...clauses],
      writers: [],
      createdAt: clock.now(),
      approvedBy: approver.id,
      approvedAt: clock.now(),
    })
    .returning();
  return version!.id;
}

/** The company's data that a contract names. */
export async function nameCompany({ database: { db }, clock }: Parts): Promise<void> {
  await writeSetting(
    db,
    'company',
    {
      name: 'Valle Sereno',
      legalName: 'Promotora Valle Sereno, S.A.',
      ruc: '155612345-2-2015',
      dv: '45',
      phone: '+5072001234',
      email: 'hola@llave.test',
      address: 'Ciudad de Panamá',
    },
    clock.now(),
  );
  forgetSettings();
}

/** A sale with the letter of promise, its lot drawn on the plan: a promise can be generated for it. */
export async function makePromisable(llave: Parts, over: SaleOptions = {}) {
  const { db } = llave.database;
  const lot = await makeLot(db, {
    polygon: [
      [0, 0],
      [10, 0],
      [10, 20],
      [0, 20],
    ],
  });
  const model = await makeModel(db, { projectId: lot.projectId });
  const sale = await makeSale(db, {
    stateId: SALE.promiseLetter,
    separation: 4,
    projectId: lot.projectId,
    modelId: model.id,
    lotId: lot.id,
    claim: { kind: 'separation', until: null },
    ...over,
  });
  return { sale, lot, model };
}

/** What a lawyer adds to a promise, complete. */
export const termsFor = (representativeId: number, over: Partial<TermsForm> = {}): TermsForm => ({
  entrega: '2027-06-30',
  finca_madre: '30123456',
  codigo_ubicacion: '8001',
  firmar_hasta: '2026-12-05',
  representante_id: representativeId,
  ...over,
});
