import { inArray } from 'drizzle-orm';
import { costCodes } from '#contract/company/catalogs/worksLists.ts';
import { MOST_CENTS, moneyText } from '#contract/money.ts';
import { choiceCell, moneyCell, textCell, yesNoCell } from '#contract/overview/imports/cells.ts';
import type { MaterialForm } from '#contract/works/materials/model.ts';
import { forbidden } from '#server/kernel/errors.ts';
import { catalogOptions } from '#server/modules/company/catalogs/catalogs.service.ts';
import { seesCatalogPrices } from '#server/modules/works/materials/materials.scope.ts';
import {
  changeMaterial,
  createMaterial,
  removeMaterial,
} from '#server/modules/works/materials/materials.service.ts';
import { materials } from '#server/modules/works/materials/materials.table.ts';
import type { ImportKind, RowValues } from './kind.ts';
import { changedSince, valuesBefore } from './reach.ts';

interface Known {
  costs: { id: number; name: string }[];
  /** By code in lower case. */
  there: ReadonlyMap<string, { id: number; values: RowValues }>;
}
type Row = typeof materials.$inferSelect;

const valuesOf = (one: Row): RowValues => ({
  codigo: one.code,
  nombre: one.name,
  unidad: one.unit,
  codigo_costo: one.costCodeId,
  precio: one.priceCents,
  itbms: one.taxed,
});
const formOf = (values: RowValues): MaterialForm => ({
  code: String(values['codigo']),
  name: String(values['nombre']),
  unit: String(values['unidad']),
  cost_code_id: Number(values['codigo_costo']),
  price_centavos: Number(values['precio']),
  taxed: values['itbms'] !== false,
});

/** The catalog of materials: new ones, and new prices of those that are there, by their code. */
export const materialsImport: ImportKind<Known> = {
  name: 'materials',
  title: 'Materiales',
  text: 'Trae el catálogo de materiales, o sus precios nuevos: una fila por material. El código dice cuál es.',
  permission: 'materiales.editar',
  seenBy: 'materiales.ver',
  most: 3000,
  columns: [
    { key: 'codigo', title: 'Código', aliases: ['code'], required: true, example: 'CEM-01', hint: 'Uno por material.', read: () => textCell(30) },
    { key: 'nombre', title: 'Material', aliases: ['nombre', 'descripcion'], required: true, example: 'Cemento gris 42.5 kg', hint: 'Como lo conoce la obra.', read: () => textCell(120) },
    { key: 'unidad', title: 'Unidad', aliases: ['und'], required: true, example: 'saco', hint: 'La de pedir y contar.', read: () => textCell(12) },
    { key: 'codigo_costo', title: 'Código de costo', aliases: ['costo'], required: true, example: '14 Materiales', hint: 'Uno de la hoja Valores.', read: ({ costs }) => choiceCell(costs), choices: ({ costs }) => costs.map(({ name }) => name) },
    { key: 'precio', title: 'Precio', aliases: ['precio usual'], required: true, example: '9.95', hint: 'De la unidad, sin ITBMS.', read: () => moneyCell({ min: 0, max: MOST_CENTS, fault: 'escribe un precio de cero o más.' }), show: (value) => (typeof value === 'number' ? moneyText(value) : '') },
    { key: 'itbms', title: 'Lleva ITBMS', aliases: ['itbms'], required: false, example: 'sí', hint: 'Sí o no. Vacío: sí.', read: () => yesNoCell, choices: () => ['sí', 'no'], show: (value) => (value === false ? 'no' : 'sí') },
  ], // prettier-ignore

  async load(ctx, lock) {
    if (!seesCatalogPrices(ctx)) throw forbidden();
    const query = ctx.db.select().from(materials).orderBy(materials.id);
    const list = await (lock ? query.for('no key update') : query);
    return {
      costs: (await catalogOptions(ctx.db, costCodes)) as unknown as Known['costs'],
      there: new Map(list.map((one) => [one.code.toLowerCase(), { id: one.id, values: valuesOf(one) }])),
    };
  },

  match(values, { there }) {
    const code = String(values['codigo']);
    const existing = there.get(code.toLowerCase()) ?? null;
    if (existing && existing.values['unidad'] !== values['unidad'])
      return { column: 'Unidad', fault: 'el material ya está con otra unidad: usa otro código.' };
    return {
      key: code.toLowerCase(),
      label: `${code} · ${String(values['nombre'])}`,
      existing,
      values: { ...values, itbms: values['itbms'] ?? existing?.values['itbms'] ?? true },
    };
  },

  async write(ctx, rows) {
    const made = new Map<number, number>();
    for (const { row, existingId, values } of rows) {
      const { id } =
        existingId === null
          ? await createMaterial(ctx, formOf(values))
          : await changeMaterial(ctx, existingId, formOf(values));
      made.set(row, id);
    }
    return made;
  },

  async undo(ctx, rows) {
    const ids = rows.map(({ recordId }) => recordId);
    const list = await ctx.db
      .select()
      .from(materials)
      .where(inArray(materials.id, [0, ...ids]))
      .orderBy(materials.id)
      .for('no key update');
    const byId = new Map(list.map((one) => [one.id, one]));
    const used = 'Alguno de los materiales se cambió o se usó después de importarlo: ya no se deshace.';
    for (const { recordId, made, changes } of rows) {
      const there = byId.get(recordId);
      if (!there || changedSince(valuesOf(there), changes) || (made && there.version !== 1)) return used;
    }
    for (const { recordId, made, changes } of rows) {
      if (!made) {
        await changeMaterial(ctx, recordId, formOf(valuesBefore(valuesOf(byId.get(recordId)!), changes)));
        continue;
      }
      if (!(await removeMaterial(ctx, recordId))) return used;
    }
    return null;
  },
};
