import { and, asc, eq, isNull } from 'drizzle-orm';
import { cashExpectationTypes } from '#contract/company/catalogs/accountingLists.ts';
import { MOST_CENTS, moneyText } from '#contract/money.ts';
import { ExpectationForm } from '#contract/money/cashForecast/model.ts';
import { choiceCell, dayCell, moneyCell, textCell, yesNoCell } from '#contract/overview/imports/cells.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import { partners } from '#server/modules/company/partners/partners.table.ts';
import { cashExpectations } from '#server/modules/money/cashForecast/cashForecast.table.ts';
import {
  createExpectation,
  takeBackExpectation,
} from '#server/modules/money/cashForecast/expectations.service.ts';
import { booksInReach } from '#server/modules/money/ledger/ledger.scope.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import type { ImportKind, RowValues } from './kind.ts';
import { dayColumn } from './named.ts';

interface Choice {
  id: number;
  name: string;
}
interface Known {
  companies: Choice[];
  projects: (Choice & { promoterId: number | null })[];
  types: Choice[];
  there: ReadonlyMap<string, { id: number; values: RowValues }>;
}

const keyOf = (company: number, type: number, concept: string, first: string) =>
  `${company} ${type} ${first} ${concept.toLowerCase()}`;

/** What no record says of the cash to come: payroll, loans, land, taxes. */
export const expectationsImport: ImportKind<Known> = {
  name: 'cash_expectations',
  title: 'Movimientos previstos de caja',
  text: 'Trae lo que ningún registro dice del flujo de caja: planilla, préstamos, terrenos, impuestos. Una fila por movimiento; los que se repiten cada mes van en una sola.',
  permission: 'contabilidad.crear',
  seenBy: 'contabilidad.ver',
  most: 1000,
  columns: [
    { key: 'empresa', title: 'Empresa', aliases: ['promotora'], required: true, example: 'Promotora Valle Sereno, S.A.', hint: 'La que recibe o paga.', read: ({ companies }) => choiceCell(companies), choices: ({ companies }) => companies.map(({ name }) => name) },
    { key: 'tipo', title: 'Tipo', aliases: ['clase'], required: true, example: 'Planilla', hint: 'De qué es: dice si entra o sale.', read: ({ types }) => choiceCell(types), choices: ({ types }) => types.map(({ name }) => name) },
    { key: 'concepto', title: 'Concepto', aliases: ['descripcion', 'detalle'], required: true, example: 'Planilla de oficina', hint: 'Cómo se le llama.', read: () => textCell(120) },
    { key: 'monto', title: 'Monto', aliases: ['valor'], required: true, example: '18,450.00', hint: 'Sin signo.', read: () => moneyCell({ min: 1, max: MOST_CENTS, fault: 'escribe un monto mayor que cero.' }), show: (value) => (typeof value === 'number' ? moneyText(value) : '') },
    { key: 'dia', title: 'Primer día', aliases: ['fecha', 'dia'], required: true, example: '15/12/2026', hint: 'El día en que entra o sale.', read: () => dayCell },
    { key: 'mensual', title: 'Cada mes', aliases: ['mensual', 'se repite'], required: false, example: 'Sí', hint: 'Sí: el mismo día de cada mes. Vacío: una vez.', read: () => yesNoCell },
    dayColumn('hasta', 'Hasta', 'Último día de lo que se repite; vacío: sin fin.'),
    { key: 'proyecto', title: 'Proyecto', aliases: [], required: false, example: 'Residencial Valle Sereno', hint: 'Vacío: de toda la empresa.', read: ({ projects: list }) => choiceCell(list), choices: ({ projects: list }) => list.map(({ name }) => name) },
  ], // prettier-ignore

  async load(ctx) {
    const { db } = ctx;
    const types = await catalogLabels(db, cashExpectationTypes);
    const found = await db
      .select()
      .from(cashExpectations)
      .where(
        and(
          isNull(cashExpectations.archivedAt),
          booksInReach(ctx, 'contabilidad.crear', cashExpectations.companyId),
        ),
      );
    return {
      companies: await db
        .select({ id: partners.id, name: partners.name })
        .from(partners)
        .where(
          and(
            eq(partners.kind, 'contratante'),
            isNull(partners.archivedAt),
            booksInReach(ctx, 'contabilidad.crear', partners.id),
          ),
        )
        .orderBy(asc(partners.name), asc(partners.id)),
      projects: await db
        .select({ id: projects.id, name: projects.name, promoterId: projects.promoterId })
        .from(projects)
        .where(isNull(projects.archivedAt))
        .orderBy(asc(projects.name)),
      types: [...types].map(([id, name]) => ({ id, name })),
      there: new Map(
        found.map((one) => [
          keyOf(one.companyId, one.typeId, one.concept, one.firstOn),
          {
            id: one.id,
            values: {
              empresa: one.companyId,
              tipo: one.typeId,
              concepto: one.concept,
              monto: one.cents,
              dia: one.firstOn,
              mensual: one.monthly,
              hasta: one.until,
              proyecto: one.projectId,
            },
          },
        ]),
      ),
    };
  },

  match(row, known) {
    const values = { ...row, mensual: row['mensual'] === true };
    const company = Number(row['empresa']);
    const concept = String(row['concepto']);
    const first = String(row['dia']);
    const project = known.projects.find(({ id }) => id === row['proyecto']);
    if (project && project.promoterId !== null && project.promoterId !== company)
      return { column: 'Proyecto', fault: 'no es de esta empresa.' };
    if (row['hasta'] !== null && !values.mensual)
      return { column: 'Hasta', fault: 'solo lo lleva lo que se repite cada mes.' };
    if (row['hasta'] !== null && String(row['hasta']) < first)
      return { column: 'Hasta', fault: 'es antes del primer día.' };
    const key = keyOf(company, Number(row['tipo']), concept, first);
    const existing = known.there.get(key) ?? null;
    const differs = Object.entries(existing?.values ?? {}).some(
      ([name, value]) => ((values as RowValues)[name] ?? null) !== value,
    );
    if (differs) return { column: 'Concepto', fault: 'ya está con otros datos: cámbialo en Flujo de caja.' };
    return { key, label: `${concept} · ${first}`, existing, values };
  },

  async write(ctx, rows) {
    const made = new Map<number, number>();
    for (const { row, values } of rows)
      made.set(
        row,
        await createExpectation(
          ctx,
          ExpectationForm.parse({
            company_id: values['empresa'],
            project_id: values['proyecto'],
            type_id: values['tipo'],
            concept: values['concepto'],
            centavos: values['monto'],
            first_on: values['dia'],
            monthly: values['mensual'],
            until: values['hasta'],
          }),
          'importar',
        ),
      );
    return made;
  },

  async undo(ctx, rows) {
    for (const { recordId } of rows)
      if (!(await takeBackExpectation(ctx, recordId)))
        return 'Alguno se corrigió después: quítalo en Flujo de caja.';
    return null;
  },
};
