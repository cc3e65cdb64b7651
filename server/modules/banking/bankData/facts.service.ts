import { asc, eq } from 'drizzle-orm';
import { kinships } from '#contract/company/catalogs/peopleLists.ts';
import {
  FIELD_NAMES,
  specOf,
  type FieldName,
  type Values,
} from '#contract/banking/bankData/bankData.fields.ts';
import { type Profile, type Relative } from '#contract/banking/bankData/bankData.rows.ts';
import { withoutUnasked } from '#contract/banking/bankData/bankData.rules.ts';
import type { Db } from '#server/kernel/db.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import { claimOf } from '#server/modules/sales/claims/claims.service.ts';
import { lots } from '#server/modules/projects/lots/lots.table.ts';
import { houseModels, projects } from '#server/modules/projects/projects/projects.table.ts';
import { termsOfSale, type SaleTerms } from '#server/modules/sales/quotes/terms.service.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { saleFamily } from '#server/modules/sales/precontracts/precontracts.table.ts';
import { yearsOf } from './loan.service.ts';
import type { bankProfiles } from './bankData.table.ts';

export type Sale = typeof sales.$inferSelect;
export type ProfileRow = typeof bankProfiles.$inferSelect;

/** What the sale knows by itself: nobody is asked for it again. */
export interface Facts {
  values: Values;
  family: Relative[];
  terms: SaleTerms;
}

/** A foreigner's cédula begins with E. */
const isNational = (type: string | null, number: string | null) =>
  type === 'cedula' && number !== null && !/^E-/i.test(number);

/** Reads what a sale knows of its buyer, house and loan. */
export async function factsOf(db: Db, sale: Sale): Promise<Facts> {
  const [found] = await db
    .select({ person: people, project: projects, model: houseModels.name })
    .from(sales)
    .innerJoin(people, eq(people.id, sales.personId))
    .innerJoin(projects, eq(projects.id, sales.projectId))
    .innerJoin(houseModels, eq(houseModels.id, sales.modelId))
    .where(eq(sales.id, sale.id));
  const family = await db
    .select()
    .from(saleFamily)
    .where(eq(saleFamily.saleId, sale.id))
    .orderBy(asc(saleFamily.position));
  const labels = await catalogLabels(db, kinships);
  const terms = await termsOfSale(db, sale);
  const claim = await claimOf(db, sale.id);
  const { person, project, model } = found!;
  const [lot] = claim ? await db.select({ name: lots.name }).from(lots).where(eq(lots.id, claim.lotId)) : [];
  return {
    values: {
      nombre: person.name,
      tipo_documento: person.documentType,
      cedula: person.documentNumber,
      celular: person.phone,
      email: person.email,
      nacionalidad: isNational(person.documentType, person.documentNumber) ? 'Panameña' : null,
      sector_trabajo: sale.workSector,
      estatus_laboral: sale.employmentStatus,
      proyecto: project.name,
      modelo: model,
      lote: lot?.name ?? null,
      precio: sale.priceCents,
      abono: terms.downCents,
      plazo_anos: yearsOf(terms.months),
    },
    family: family.map(({ name, documentNumber, relationshipId }) => ({
      nombre: name,
      cedula: documentNumber ?? '',
      parentesco: labels.get(relationshipId) ?? '',
    })),
    terms,
  };
}

const known = (value: unknown) => value !== null && value !== undefined && value !== '';

/** Fields that the sale knows and that are therefore not typed here. */
export const fixedFields = (facts: Facts): FieldName[] =>
  FIELD_NAMES.filter((name) => specOf(name).fixed && known(facts.values[name]));

/** The whole profile: what was typed, over what the sale knows; what the sale alone decides is the sale's. */
export function profileOf(row: Pick<ProfileRow, 'values' | 'rows'> | undefined, facts: Facts): Profile {
  const values: Record<string, unknown> = { ...facts.values, ...row?.values };
  for (const name of fixedFields(facts)) values[name] = facts.values[name];
  return {
    values: withoutUnasked(values),
    rows: {
      deudas: row?.rows.deudas ?? [],
      referencias: row?.rows.referencias ?? [],
      grupo_familiar: row?.rows.grupo_familiar ?? facts.family,
    },
  };
}

/** What has to be kept of these values: not what the sale says anyway. */
export function ownValues(values: Values, facts: Facts): Values {
  const fixed = new Set<string>(fixedFields(facts));
  return Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => !fixed.has(name) && (value ?? null) !== (facts.values[name as FieldName] ?? null),
    ),
  ) as Values;
}
