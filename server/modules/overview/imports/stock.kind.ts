import { and, asc, inArray, isNull, sql } from 'drizzle-orm';
import { panamaDay } from '#contract/dates.ts';
import { MOST_CENTS, moneyText } from '#contract/money.ts';
import { dayCell, moneyCell, readNumber, textCell } from '#contract/overview/imports/cells.ts';
import { itemCents } from '#contract/works/contracts/allocation.ts';
import { Refused } from '#server/kernel/errors.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { siteInReach } from '#server/modules/works/materials/materials.scope.ts';
import { materials } from '#server/modules/works/materials/materials.table.ts';
import { moveStock } from '#server/modules/works/stock/move.service.ts';
import { stockLevels, stockMovements } from '#server/modules/works/stock/stock.table.ts';
import type { ImportKind } from './kind.ts';
import { projectColumn } from './reach.ts';

interface Known {
  today: string;
  projects: { id: number; name: string }[];
  /** By code in lower case. */
  materials: ReadonlyMap<string, { id: number; name: string; priceCents: number }>;
  /** Site and material that have movements. */
  moved: ReadonlySet<string>;
}

/** What each store has when the system begins, as movements. */
export const stockImport: ImportKind<Known> = {
  name: 'stock',
  title: 'Existencia inicial de materiales',
  text: 'Trae lo que hay en el almacén de cada obra: una fila por material. Queda como un movimiento; lo que ya tiene movimientos se ajusta contando.',
  permission: 'materiales.editar',
  seenBy: 'materiales.ver',
  most: 3000,
  columns: [
    projectColumn,
    { key: 'codigo', title: 'Código', aliases: ['material'], required: true, example: 'CEM-01', hint: 'Como está en el catálogo.', read: () => textCell(30) },
    { key: 'cantidad', title: 'Cantidad', aliases: ['existencia', 'hay'], required: true, example: 120, hint: 'En la unidad del material, hasta tres decimales.', read: () => quantityCell },
    { key: 'precio', title: 'Precio', aliases: ['costo'], required: false, example: '9.95', hint: 'De la unidad, sin ITBMS. Vacío: el usual.', read: () => moneyCell({ min: 0, max: MOST_CENTS, fault: 'escribe un precio de cero o más.' }), show: (value) => (typeof value === 'number' ? moneyText(value) : '') },
    { key: 'fecha', title: 'Contado el', aliases: ['fecha'], required: false, example: '31/10/2026', hint: 'Vacío: hoy.', read: () => dayCell },
    { key: 'documento', title: 'Documento', aliases: ['inventario'], required: false, example: 'Inventario de octubre', hint: 'Vacío: existencia inicial.', read: () => textCell(60) },
  ], // prettier-ignore

  async load(ctx, lock) {
    const own = await ctx.db
      .select({ id: projects.id, name: projects.name })
      .from(projects)
      .where(and(isNull(projects.archivedAt), siteInReach(ctx, 'materiales.editar', projects.id)))
      .orderBy(asc(projects.name));
    const known = await ctx.db
      .select({
        id: materials.id,
        code: materials.code,
        name: materials.name,
        priceCents: materials.priceCents,
      })
      .from(materials)
      .where(isNull(materials.archivedAt));
    const levels = ctx.db
      .select({
        project: stockLevels.projectId,
        material: stockLevels.materialId,
        moved: sql<boolean>`exists (select from stock_movements m where m.project_id = ${stockLevels.projectId} and m.material_id = ${stockLevels.materialId})`,
      })
      .from(stockLevels)
      .where(inArray(stockLevels.projectId, [0, ...own.map(({ id }) => id)]))
      .orderBy(asc(stockLevels.projectId), asc(stockLevels.materialId));
    const found = await (lock ? levels.for('no key update') : levels);
    return {
      today: panamaDay(ctx.now),
      projects: own,
      materials: new Map(known.map((one) => [one.code.toLowerCase(), one])),
      moved: new Set(
        found.filter(({ moved }) => moved).map(({ project, material }) => `${project} ${material}`),
      ),
    };
  },

  match(values, known) {
    const code = String(values['codigo']).toLowerCase();
    const material = known.materials.get(code);
    if (!material) return { column: 'Código', fault: 'no está en el catálogo de materiales.' };
    const key = `${Number(values['proyecto'])} ${material.id}`;
    if (known.moved.has(key))
      return { column: 'Código', fault: 'ya tiene movimientos en esta obra: ajústalo contando.' };
    if (values['fecha'] !== null && String(values['fecha']) > known.today)
      return { column: 'Contado el', fault: 'la fecha no puede ser futura.' };
    return {
      key,
      label: `${material.name} · ${known.projects.find(({ id }) => id === values['proyecto'])?.name ?? ''}`,
      existing: null,
      values: {
        ...values,
        _material: material.id,
        _price: values['precio'] ?? material.priceCents,
      },
    };
  },

  async write(ctx, rows) {
    const key = crypto.randomUUID();
    const made = await moveStock(
      ctx,
      rows.map(({ values }) => ({
        projectId: Number(values['proyecto']),
        materialId: Number(values['_material']),
        kind: 'inicial' as const,
        quantity: Number(values['cantidad']),
        cents: itemCents(Number(values['cantidad']), Number(values['_price'])),
        paper: values['documento'] === null ? 'Existencia inicial' : String(values['documento']),
        key,
        movedOn: values['fecha'] === null ? panamaDay(ctx.now) : String(values['fecha']),
      })),
    );
    return new Map(rows.map(({ row }, at) => [row, made[at]!.id]));
  },

  // A movement is never removed: the opposite one takes it back.
  async undo(ctx, rows) {
    const list = await ctx.db
      .select()
      .from(stockMovements)
      .where(inArray(stockMovements.id, [0, ...rows.map(({ recordId }) => recordId)]))
      .orderBy(asc(stockMovements.id));
    const key = crypto.randomUUID();
    try {
      await moveStock(
        ctx,
        list.map((one) => ({
          projectId: one.projectId,
          materialId: one.materialId,
          kind: 'inicial' as const,
          quantity: -one.quantity,
          paper: one.paper,
          note: 'Importación deshecha',
          key,
          movedOn: panamaDay(ctx.now),
        })),
      );
    } catch (error) {
      if (!(error instanceof Refused) || error.code !== 'NOT_IN_STOCK') throw error;
      return 'Algo de lo importado ya se entregó: ya no se deshace.';
    }
    return null;
  },
};

const quantityCell = (text: string) => {
  const value = readNumber(text);
  return value === undefined || value <= 0 || value > 9_999_999
    ? { fault: 'escribe una cantidad mayor que cero.' }
    : { value: Math.round(value * 1000) / 1000 };
};
