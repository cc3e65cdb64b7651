import { asc, inArray, sql } from 'drizzle-orm';
import { lotTypes } from '#contract/company/catalogs/projectLists.ts';
import { choiceCell, moneyCell, numberCell, textCell, yesNoCell } from '#contract/overview/imports/cells.ts';
import { moneyText } from '#contract/money.ts';
import type { Context } from '#server/kernel/context.ts';
import { catalogOptions } from '#server/modules/company/catalogs/catalogs.service.ts';
import { houses } from '#server/modules/projects/houses/houses.table.ts';
import { deleteLots, insertLots, updateLots } from '#server/modules/projects/lots/lotRows.service.ts';
import { lots } from '#server/modules/projects/lots/lots.table.ts';
import { lotClaims } from '#server/modules/sales/claims/claims.table.ts';
import { lotWaitlist } from '#server/modules/sales/waitlist/waitlist.table.ts';
import { recordPrices } from '#server/modules/projects/prices/priceLog.service.ts';
import type { ImportKind, PlannedRow, RowValues } from './kind.ts';
import { nameOf, polygonCell, polygonOf, polygonText } from './lotCells.ts';
import { changedSince, claimedLot, ownProjects, projectColumn, valuesBefore } from './reach.ts';

interface KnownLot {
  id: number;
  claimed: boolean;
  values: RowValues;
}
interface Known {
  projects: { id: number; name: string }[];
  types: { id: number; name: string }[];
  typeNames: ReadonlyMap<number, string>;
  /** By project and lot name. */
  lots: ReadonlyMap<string, KnownLot>;
}

const AREA = 'escribe un número mayor que cero.';

export const lotsImport: ImportKind<Known> = {
  name: 'lots',
  title: 'Lotes',
  text: 'Crea los lotes que faltan y cambia los que ya están, por proyecto y nombre.',
  permission: 'proyectos.editar',
  seenBy: 'proyectos.ver',
  columns: [
    projectColumn,
    {
      key: 'manzana',
      title: 'Manzana',
      aliases: ['mz', 'bloque', 'block'],
      required: false,
      example: 'A',
      hint: 'Una a tres letras. Se puede omitir si el lote trae la suya: A-07.',
      read: () => textCell(3),
    },
    {
      key: 'lote',
      title: 'Lote',
      aliases: ['lotes', 'numero de lote', 'nº de lote', 'no lote', 'lot'],
      required: true,
      example: 7,
      hint: 'El número dentro de la manzana, o el nombre completo: A-07.',
      read: () => textCell(12),
    },
    {
      key: 'tipo',
      title: 'Tipo',
      aliases: ['tipo de lote', 'type'],
      required: true,
      example: 'Intermedio',
      hint: 'Uno de la hoja Valores, por su nombre o su número.',
      read: ({ types }) => choiceCell(types),
      choices: ({ types }) => types.map(({ name }) => name),
    },
    {
      key: 'area',
      title: 'Área m²',
      aliases: ['area', 'area m2', 'area (m²)', 'metros', 'superficie'],
      required: true,
      example: 210.5,
      hint: 'Metros cuadrados, mayor que cero.',
      read: () => numberCell({ min: 0.01, max: 100_000, fault: AREA }),
    },
    {
      key: 'recargo',
      title: 'Recargo',
      aliases: ['premium', 'recargo usd', 'recargo b/.', 'prima'],
      required: false,
      example: 1500,
      hint: 'Dólares sobre el precio del modelo. Vacío: queda como está.',
      read: () => moneyCell({ min: 0, max: 99_999_999_999, fault: 'escribe un monto de cero o más.' }),
      show: (value) => (typeof value === 'number' ? moneyText(value) : ''),
    },
    {
      key: 'retirado',
      title: 'Fuera de la venta',
      aliases: ['retirado', 'no disponible', 'withheld'],
      required: false,
      example: 'no',
      hint: 'Sí o no. Vacío: queda como está.',
      read: () => yesNoCell,
      choices: () => ['sí', 'no'],
      show: (value) => (value === true ? 'sí' : value === false ? 'no' : ''),
    },
    {
      key: 'motivo',
      title: 'Motivo',
      aliases: ['razon', 'motivo del retiro'],
      required: false,
      example: '',
      hint: 'Por qué está fuera de la venta; obligatorio si lo está.',
      read: () => textCell(200),
    },
    {
      key: 'poligono',
      title: 'Polígono',
      aliases: ['esquinas', 'polygon'],
      required: false,
      example: '0,0; 10,0; 10,20; 0,20',
      hint: 'Esquinas en metros del plano; se puede omitir.',
      read: () => polygonCell,
    },
  ],

  async load(ctx, lock) {
    const projects = await ownProjects(ctx);
    const { types, typeNames } = await typesOfLots(ctx);
    const query = ctx.db
      .select({
        lot: lots,
        claimed: claimedLot(lots.id),
      })
      .from(lots)
      .where(inArray(lots.projectId, [0, ...projects.map(({ id }) => id)]))
      .orderBy(asc(lots.id));
    const found = await (lock ? query.for('no key update') : query);
    return {
      projects,
      types,
      typeNames,
      lots: new Map(
        found.map(({ lot, claimed }) => [
          `${lot.projectId} ${lot.name}`,
          { id: lot.id, claimed, values: valuesOf(lot, typeNames) },
        ]),
      ),
    };
  },

  match(values, known) {
    const { projects, lots: there, typeNames } = known;
    const name = nameOf(values['manzana'] ?? null, String(values['lote']));
    if (!name) return { column: 'Lote', fault: 'escribe el número y su manzana, o la forma A-07.' };
    const block = name.split('-')[0]!;
    if (values['manzana'] && String(values['manzana']).toUpperCase() !== block)
      return { column: 'Manzana', fault: `no es la del lote ${name}.` };
    const key = `${String(values['proyecto'])} ${name}`;
    const existing = there.get(key) ?? null;
    const before = existing?.values ?? {};
    const withheld = values['retirado'] ?? before['retirado'] ?? false;
    const reason = withheld === true ? (values['motivo'] ?? before['motivo'] ?? null) : null;
    if (withheld === true && !reason)
      return { column: 'Motivo', fault: 'escribe por qué está fuera de la venta.' };
    if (withheld === true && before['retirado'] === false && existing?.claimed)
      return {
        column: 'Fuera de la venta',
        fault: 'una venta tiene este lote: libéralo antes de retirarlo.',
      };
    const typeId = Number(values['tipo']);
    return {
      key,
      label: `${name} · ${projects.find(({ id }) => id === values['proyecto'])?.name ?? ''}`,
      existing,
      values: {
        _projectId: Number(values['proyecto']),
        _name: name,
        _typeId: typeId,
        lote: name,
        tipo: typeNames.get(typeId) ?? '',
        area: values['area'] ?? null,
        recargo: values['recargo'] ?? before['recargo'] ?? 0,
        retirado: withheld,
        motivo: reason,
        poligono: values['poligono'] ?? before['poligono'] ?? null,
      },
    };
  },

  async write(ctx, rows, importId) {
    const fresh = rows.filter(({ existingId }) => existingId === null);
    const made = await insertLots(
      ctx.db,
      fresh.map(({ values }) => ({
        ...columnsOf(values),
        projectId: Number(values['_projectId']),
        name: String(values['_name']),
        block: String(values['_name']).split('-')[0]!,
        createdAt: ctx.now,
      })),
    );
    const ids = new Map(made.map(({ id, projectId, name }) => [`${projectId} ${name}`, id]));
    const changed = rows.filter(({ existingId }) => existingId !== null);
    await updateLots(
      ctx.db,
      changed.map(({ existingId, values }) => ({ ...columnsOf(values), id: existingId! })),
    );
    await recordPrices(ctx, repriced(changed.map((one) => ({ ...one, id: one.existingId! }))), {
      reason: `Importación ${importId}`,
    });
    return new Map([
      ...fresh.map(
        ({ row, values }) =>
          [row, ids.get(`${String(values['_projectId'])} ${String(values['_name'])}`)!] as const,
      ),
      ...changed.map(({ row, existingId }) => [row, existingId!] as const),
    ]);
  },

  async undo(ctx, rows, importId) {
    const ids = rows.map(({ recordId }) => recordId);
    const now = await ctx.db
      .select({ lot: lots, used: usedLot })
      .from(lots)
      .where(inArray(lots.id, [0, ...ids]));
    const byId = new Map(now.map((one) => [one.lot.id, one]));
    const { types, typeNames } = await typesOfLots(ctx);
    for (const { recordId, made, changes } of rows) {
      const there = byId.get(recordId);
      if (!there) return 'Alguno de los lotes ya no está.';
      if (made && (there.used || there.lot.version > 1))
        return `El lote ${there.lot.name} ya se usó o se cambió después: cámbialo en su ficha.`;
      const values = valuesOf(there.lot, typeNames);
      if (!made && changedSince(values, changes))
        return `El lote ${there.lot.name} se cambió después: cámbialo en su ficha.`;
    }
    const changed = rows.filter(({ made }) => !made);
    await updateLots(
      ctx.db,
      changed.map(({ recordId, changes }) => {
        const { lot } = byId.get(recordId)!;
        const values = valuesBefore(valuesOf(lot, typeNames), changes);
        const typeId = types.find(({ name }) => name === values['tipo'])?.id ?? lot.typeId;
        return {
          ...columnsOf({ ...values, _name: lot.name, _projectId: lot.projectId, _typeId: typeId }),
          id: recordId,
        };
      }),
    );
    await recordPrices(
      ctx,
      repriced(
        changed.map(({ recordId, changes }) => ({
          id: recordId,
          values: { _projectId: byId.get(recordId)!.lot.projectId },
          changes: Object.fromEntries(
            Object.entries(changes).map(([key, [before, after]]) => [key, [after, before]]),
          ),
        })),
      ),
      { reason: `Se deshizo la importación ${importId}` },
    );
    const made = rows.filter((one) => one.made).map(({ recordId }) => recordId);
    await deleteLots(ctx.db, made);
    return null;
  },
};

async function typesOfLots(ctx: Context): Promise<Pick<Known, 'types' | 'typeNames'>> {
  const options = await catalogOptions(ctx.db, lotTypes);
  const types = options.map((one) => ({ id: Number(one['id']), name: String(one['name']) }));
  return { types, typeNames: new Map(types.map(({ id, name }) => [id, name])) };
}

const usedLot = sql<boolean>`(exists (select from ${lotClaims} c where c.lot_id = ${lots.id})
  or exists (select from ${houses} h where h.lot_id = ${lots.id})
  or exists (select from ${lotWaitlist} w where w.lot_id = ${lots.id})
  or exists (select from price_increase_rows r where r.lot_id = ${lots.id}))`;

const valuesOf = (lot: typeof lots.$inferSelect, typeNames: ReadonlyMap<number, string>): RowValues => ({
  lote: lot.name,
  tipo: typeNames.get(lot.typeId) ?? '',
  area: lot.areaM2,
  recargo: lot.premiumCents,
  retirado: lot.withheld,
  motivo: lot.withheldReason,
  poligono: polygonText(lot.polygon),
});

const columnsOf = (values: RowValues) => ({
  typeId: Number(values['_typeId']),
  areaM2: Number(values['area']),
  premiumCents: Number(values['recargo']),
  withheld: values['retirado'] === true,
  withheldReason: values['motivo'] as string | null,
  polygon: polygonOf(values['poligono'] ?? null),
});

const repriced = (rows: { id: number; values: RowValues; changes: PlannedRow['changes'] }[]) =>
  rows.flatMap(({ id, values, changes }) =>
    changes['recargo']
      ? [
          {
            projectId: Number(values['_projectId']),
            lotId: id,
            fromCents: Number(changes['recargo'][0] ?? 0),
            toCents: Number(changes['recargo'][1] ?? 0),
          },
        ]
      : [],
  );
