import { and, asc, eq, gte, isNull, or, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { banks } from '#contract/company/catalogs/moneyLists.ts';
import { panamaDay } from '#contract/dates.ts';
import type {
  NATIONALITIES,
  Requirement,
  RequirementForm,
} from '#contract/banking/requirements/requirements.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Context } from '#server/kernel/context.ts';
import { preparedRows, type Db } from '#server/kernel/db.ts';
import { conflict, invalid, notFound } from '#server/kernel/errors.ts';
import { catalogLabels, isOffered } from '#server/modules/company/catalogs/catalogs.service.ts';
import { documentTypes } from '#server/modules/sales/documents/documents.table.ts';
import { bankRequirements } from './requirements.table.ts';

export type Nationality = keyof typeof NATIONALITIES;

/** What one bank asks of one buyer, in its own order. */
export interface Asked {
  typeId: number;
  /** Field of the paper: ficha, carta_trabajo … */
  field: string;
  label: string;
  required: boolean;
  maxAgeDays: number | null;
  position: number;
}

/** Foreigners: with a passport, or a resident's document (E-…). */
export const nationalityOf = (person: {
  documentType: string | null;
  documentNumber: string | null;
}): Nationality =>
  person.documentType === 'pasaporte' || /^E-/i.test(person.documentNumber ?? '') ? 'extranjero' : 'nacional';

/** A requirement that may hold for a buyer, with its kind of paper. */
interface Rule extends Asked {
  bankId: number | null;
  workSector: string | null;
  nationality: string | null;
}

/** The requirements that hold on a day for a buyer at some of these banks, in their order. */
const holding = (
  db: Db,
  bankIds: readonly number[],
  { workSector, nationality }: { workSector: string | null; nationality: Nationality },
  day: string,
) =>
  preparedRows<Rule>(
    db,
    sql`select r.bank_id "bankId", r.work_sector "workSector", r.nationality, t.id "typeId", t.name field,
      coalesce(nullif(r.label, ''), t.label) label, r.required, r.max_age_days "maxAgeDays", r.position
      from bank_requirements r join document_types t on t.id = r.type_id
      where r.valid_from <= ${day}::date and (r.valid_to is null or r.valid_to >= ${day}::date)
        and (r.bank_id is null or r.bank_id = any(${sql.param([...bankIds])}::int[]))
        and (r.work_sector is null or r.work_sector = ${workSector}) and (r.nationality is null or r.nationality = ${nationality})
      order by r.position, r.id`,
  );

/**
 * What each bank asks of a buyer on a day. Of several rows about the same paper the nearest holds: the bank's own before the
 * general one, then with sector, then with nationality.
 */
export async function askedBy(
  db: Db,
  bankIds: readonly number[],
  buyer: { workSector: string | null; nationality: Nationality },
  day: string,
): Promise<Map<number, Asked[]>> {
  const rules = await holding(db, bankIds, buyer, day);
  return new Map(
    bankIds.map((bankId) => {
      const nearest = new Map<number, { weight: number; asked: Asked }>();
      for (const { bankId: of, workSector, nationality, ...asked } of rules) {
        if (of !== null && of !== bankId) continue;
        const weight =
          Number(of !== null) * 4 + Number(workSector !== null) * 2 + Number(nationality !== null);
        const before = nearest.get(asked.typeId);
        if (before && before.weight >= weight) continue;
        nearest.set(asked.typeId, { weight, asked });
      }
      return [
        bankId,
        [...nearest.values()].map(({ asked }) => asked).toSorted((a, b) => a.position - b.position),
      ];
    }),
  );
}

/** For the back office: those of a bank (0: the general ones), or all; without `history` only what holds today or later. */
export async function listRequirementRows(
  ctx: Pick<Context, 'db' | 'now'>,
  { banco_id, history }: { banco_id?: number | undefined; history: boolean },
): Promise<Requirement[]> {
  const today = panamaDay(ctx.now);
  const found = await ctx.db
    .select({ rule: bankRequirements, type: documentTypes })
    .from(bankRequirements)
    .innerJoin(documentTypes, eq(documentTypes.id, bankRequirements.typeId))
    .where(
      and(
        banco_id === undefined
          ? undefined
          : banco_id === 0
            ? isNull(bankRequirements.bankId)
            : eq(bankRequirements.bankId, banco_id),
        history ? undefined : or(isNull(bankRequirements.validTo), gte(bankRequirements.validTo, today)),
      ),
    )
    .orderBy(
      sql`${bankRequirements.bankId} nulls first`,
      asc(bankRequirements.position),
      asc(bankRequirements.id),
    );
  const names = await catalogLabels(ctx.db, banks);
  return found.map(({ rule, type }) => ({
    id: rule.id,
    bank: rule.bankId === null ? null : { id: rule.bankId, name: names.get(rule.bankId) ?? '' },
    sector: rule.workSector as Requirement['sector'],
    nationality: rule.nationality as Requirement['nationality'],
    type: { id: type.id, name: type.label },
    label: rule.label,
    required: rule.required,
    max_age_days: rule.maxAgeDays,
    position: rule.position,
    valid_from: rule.validFrom,
    valid_to: rule.validTo,
    version: rule.version,
  }));
}

type Form = z.output<typeof RequirementForm>;

async function valuesOf(ctx: Context, form: Form) {
  const [type] = await ctx.db.select().from(documentTypes).where(eq(documentTypes.id, form.tipo_id));
  if (!type) throw invalid([{ field: 'tipo_id', message: 'Elige un documento de la lista.' }]);
  if (form.banco_id !== null && !(await isOffered(ctx.db, banks, form.banco_id)))
    throw invalid([{ field: 'banco_id', message: 'Elige un banco de la lista.' }]);
  if (form.hasta !== null && form.hasta < form.desde)
    throw invalid([{ field: 'hasta', message: 'La última fecha no puede ser anterior a la primera.' }]);
  return {
    bankId: form.banco_id,
    workSector: form.sector,
    nationality: form.nacionalidad,
    typeId: form.tipo_id,
    label: form.etiqueta,
    required: form.obligatorio,
    maxAgeDays: form.dias_maximo,
    position: form.orden,
    validFrom: form.desde,
    validTo: form.hasta,
  };
}

const shown = async (ctx: Context, id: number) =>
  (await listRequirementRows(ctx, { history: true })).find((one) => one.id === id)!;

export async function addRequirementRow(ctx: Context, form: Form): Promise<Requirement> {
  const [made] = await ctx.db
    .insert(bankRequirements)
    .values({ ...(await valuesOf(ctx, form)), createdAt: ctx.now })
    .returning({ id: bankRequirements.id });
  await audit(ctx, 'crear', 'requisito_bancario', made!.id, { ...form });
  return shown(ctx, made!.id);
}

/** Raises 404, 409 on a stale version. */
export async function changeRequirementRow(
  ctx: Context,
  id: number,
  { version, ...form }: Form & { version?: number | undefined },
): Promise<Requirement> {
  const [row] = await ctx.db
    .select()
    .from(bankRequirements)
    .where(eq(bankRequirements.id, id))
    .for('no key update');
  if (!row) throw notFound();
  if (version !== undefined && version !== row.version)
    throw conflict('STALE', undefined, { version: row.version });
  await ctx.db
    .update(bankRequirements)
    .set({ ...(await valuesOf(ctx, form)), version: row.version + 1 })
    .where(eq(bankRequirements.id, id));
  await audit(ctx, 'cambiar', 'requisito_bancario', id, { ...form });
  return shown(ctx, id);
}
