import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { panamaDay } from '#contract/dates.ts';
import { MOST_CENTS, moneyText } from '#contract/money.ts';
import {
  cellText,
  choiceCell,
  dayCell,
  moneyCell,
  plainText,
  readNumber,
  textCell,
  yesNoCell,
} from '#contract/overview/imports/cells.ts';
import { itemCents } from '#contract/works/contracts/allocation.ts';
import { Refused } from '#server/kernel/errors.ts';
import { partners } from '#server/modules/company/partners/partners.table.ts';
import { houses } from '#server/modules/projects/houses/houses.table.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { pricesInReach, siteInReach } from '#server/modules/works/materials/materials.scope.ts';
import { materials } from '#server/modules/works/materials/materials.table.ts';
import { importOrder, removeImported } from '#server/modules/works/purchasing/imported.service.ts';
import { purchaseOrders } from '#server/modules/works/purchasing/purchasing.table.ts';
import type { ImportKind, PlannedRow } from './kind.ts';
import { projectColumn } from './reach.ts';

interface Choice {
  id: number;
  name: string;
}
interface Known {
  today: string;
  projects: Choice[];
  suppliers: Choice[];
  /** By code in lower case. */
  materials: ReadonlyMap<string, Choice & { taxed: boolean }>;
  /** Houses by project and plain name. */
  houses: ReadonlyMap<string, number>;
  /** Supplier and old number, in use. */
  taken: ReadonlySet<string>;
}

const quantity = (least: number, fault: string) => (text: string) => {
  const value = readNumber(text);
  return value === undefined || value < least || value > 9_999_999
    ? { fault }
    : { value: Math.round(value * 1000) / 1000 };
};
const optional = { required: false } as const;

/** Purchase orders in mid-life: one row per material, with what has arrived so far. */
export const ordersImport: ImportKind<Known> = {
  name: 'orders',
  title: 'Órdenes de compra',
  text: 'Trae las órdenes que ya están en camino: una fila por material, con lo recibido hasta hoy. Lo recibido no entra a la existencia: eso lo trae la existencia inicial.',
  permission: 'materiales.editar',
  seenBy: 'materiales.ver',
  most: 3000,
  columns: [
    projectColumn,
    { key: 'numero', title: 'Orden', aliases: ['numero', 'orden de compra', 'oc'], required: true, example: 'OC-778', hint: 'Su número de antes; las filas con el mismo número y proveedor son una orden.', read: () => textCell(40) },
    { key: 'proveedor', title: 'Proveedor', aliases: [], required: true, example: 'Ferretería El Constructor, S.A.', hint: 'Como está en Proveedores.', read: ({ suppliers }) => choiceCell(suppliers), choices: ({ suppliers }) => suppliers.map(({ name }) => name) },
    { key: 'fecha', title: 'Fecha', aliases: ['emitida'], required: true, example: '15/10/2026', hint: 'De la orden.', read: () => dayCell },
    { key: 'esperada', title: 'Se espera el', aliases: ['entrega'], ...optional, example: '30/11/2026', hint: 'Vacío: sin fecha.', read: () => dayCell },
    { key: 'vivienda', title: 'Vivienda', aliases: ['casa'], ...optional, example: 'Casa A-07', hint: 'Vacío: obras de todo el proyecto.', read: () => textCell(60) },
    { key: 'codigo', title: 'Código', aliases: ['material'], required: true, example: 'CEM-01', hint: 'Como está en el catálogo.', read: () => textCell(30) },
    { key: 'cantidad', title: 'Cantidad', aliases: ['ordenado'], required: true, example: 200, hint: 'Ordenada, hasta tres decimales.', read: () => quantity(0.001, 'escribe una cantidad mayor que cero.') },
    { key: 'recibido', title: 'Recibido', aliases: [], ...optional, example: 120, hint: 'Hasta hoy. Vacío: nada.', read: () => quantity(0, 'escribe una cantidad desde cero.') },
    { key: 'precio', title: 'Precio', aliases: ['precio unitario'], required: true, example: '9.90', hint: 'De la unidad, sin ITBMS.', read: () => moneyCell({ min: 1, max: MOST_CENTS, fault: 'escribe un precio mayor que cero.' }), show: (value) => (typeof value === 'number' ? moneyText(value) : '') },
    { key: 'itbms', title: 'Lleva ITBMS', aliases: ['itbms'], ...optional, example: 'sí', hint: 'Vacío: como en el catálogo.', read: () => yesNoCell, choices: () => ['sí', 'no'], show: (value) => (value === false ? 'no' : 'sí') },
  ], // prettier-ignore

  async load(ctx) {
    const own = await ctx.db
      .select({ id: projects.id, name: projects.name })
      .from(projects)
      .where(
        and(
          isNull(projects.archivedAt),
          siteInReach(ctx, 'materiales.editar', projects.id),
          pricesInReach(ctx, projects.id),
        ),
      )
      .orderBy(asc(projects.name));
    const ids = [0, ...own.map(({ id }) => id)];
    const homes = await ctx.db
      .select({ id: houses.id, name: houses.name, projectId: houses.projectId })
      .from(houses)
      .where(and(inArray(houses.projectId, ids), isNull(houses.archivedAt)));
    const known = await ctx.db
      .select({ id: materials.id, code: materials.code, name: materials.name, taxed: materials.taxed })
      .from(materials)
      .where(isNull(materials.archivedAt));
    const taken = await ctx.db
      .select({ supplier: purchaseOrders.supplierId, number: purchaseOrders.oldNumber })
      .from(purchaseOrders);
    return {
      today: panamaDay(ctx.now),
      projects: own,
      suppliers: await ctx.db
        .select({ id: partners.id, name: partners.name })
        .from(partners)
        .where(and(eq(partners.kind, 'proveedor'), isNull(partners.archivedAt))),
      materials: new Map(known.map((one) => [one.code.toLowerCase(), one])),
      houses: new Map(homes.map(({ id, name, projectId }) => [`${projectId} ${plainText(name)}`, id])),
      taken: new Set(taken.map(({ supplier, number }) => `${supplier} ${number?.toLowerCase() ?? ''}`)),
    };
  },

  match(values, known) {
    const project = Number(values['proyecto']);
    const order = `${Number(values['proveedor'])} ${String(values['numero']).toLowerCase()}`;
    if (known.taken.has(order))
      return { column: 'Orden', fault: 'ya hay una orden de este proveedor con ese número.' };
    if (String(values['fecha']) > known.today)
      return { column: 'Fecha', fault: 'la fecha no puede ser futura.' };
    const material = known.materials.get(String(values['codigo']).toLowerCase());
    if (!material) return { column: 'Código', fault: 'no está en el catálogo de materiales.' };
    if (Number(values['recibido'] ?? 0) > Number(values['cantidad']))
      return { column: 'Recibido', fault: 'es más que la cantidad ordenada.' };
    const name = cellText(values['vivienda'] ?? null);
    const house = name ? known.houses.get(`${project} ${plainText(name)}`) : null;
    if (house === undefined)
      return { column: 'Vivienda', fault: 'no hay una vivienda con ese nombre en el proyecto.' };
    return {
      key: `${order} ${material.id}`,
      label: `${String(values['numero'])} · ${material.name}`,
      existing: null,
      values: {
        ...values,
        _order: order,
        _house: house,
        _material: material.id,
        _taxed: values['itbms'] ?? material.taxed,
      },
    };
  },

  async write(ctx, rows) {
    const made = new Map<number, number>();
    for (const [, list] of Map.groupBy(rows, ({ values }) => String(values['_order']))) {
      refuseMixed(list);
      const first = list[0]!.values;
      const id = await importOrder(ctx, {
        projectId: Number(first['proyecto']),
        houseId: first['_house'] === null ? null : Number(first['_house']),
        supplierId: Number(first['proveedor']),
        oldNumber: String(first['numero']),
        issuedOn: String(first['fecha']),
        expectedOn: first['esperada'] === null ? null : String(first['esperada']),
        lines: list.map(({ values }) => ({
          materialId: Number(values['_material']),
          requestLineId: null,
          quantity: Number(values['cantidad']),
          priceCents: Number(values['precio']),
          taxed: values['_taxed'] === true,
          cents: itemCents(Number(values['cantidad']), Number(values['precio'])),
          dispatched: Number(values['recibido'] ?? 0),
          received: Number(values['recibido'] ?? 0),
        })),
      });
      for (const { row } of list) made.set(row, id);
    }
    return made;
  },

  async undo(ctx, rows) {
    const ids = [...new Set(rows.map(({ recordId }) => recordId))].toSorted((a, b) => a - b);
    return (await removeImported(ctx, ids))
      ? null
      : 'Alguna de las órdenes ya se movió después de importarla: ya no se deshace.';
  },
};

/** Rows of one order say the same of it. Raises 422 as a row fault would. */
function refuseMixed(list: readonly PlannedRow[]): void {
  const [first] = list;
  const other = list.find(({ values }) =>
    ['proyecto', 'fecha', 'esperada', '_house'].some((key) => values[key] !== first!.values[key]),
  );
  if (other)
    throw new Refused(
      422,
      'INVALID',
      `La fila ${other.row} dice otra cosa de la orden ${String(first!.values['numero'])} que la fila ${first!.row}. Corrígela y prueba de nuevo.`,
    );
}
