import { asc, inArray, isNull, and, sql } from 'drizzle-orm';
import { dayCell, numberCell, plainText, textCell } from '#contract/overview/imports/cells.ts';
import {
  deleteHouses,
  insertHouses,
  updateHouses,
} from '#server/modules/projects/houses/houseRows.service.ts';
import { houses } from '#server/modules/projects/houses/houses.table.ts';
import { lots } from '#server/modules/projects/lots/lots.table.ts';
import { houseModels } from '#server/modules/projects/projects/projects.table.ts';
import type { ImportKind, RowValues } from './kind.ts';
import { changedSince, claimedLot, ownProjects, projectColumn, valuesBefore } from './reach.ts';

interface Known {
  projects: { id: number; name: string }[];
  models: { id: number; projectId: number; name: string }[];
  /** By project and lot name. */
  lots: ReadonlyMap<
    string,
    { id: number; house: { id: number; values: RowValues } | null; claimed: boolean }
  >;
}

export const housesImport: ImportKind<Known> = {
  name: 'houses',
  title: 'Viviendas',
  text: 'Registra las viviendas de los lotes y pone al día su nombre, entrega y avance.',
  permission: 'proyectos.editar',
  seenBy: 'proyectos.ver',
  columns: [
    projectColumn,
    {
      key: 'lote',
      title: 'Lote',
      aliases: ['lotes', 'nombre del lote', 'lot'],
      required: true,
      example: 'A-07',
      hint: 'El nombre completo del lote, que ya debe estar: A-07.',
      read: () => textCell(12),
    },
    {
      key: 'modelo',
      title: 'Modelo',
      aliases: ['model', 'modelo de casa'],
      required: true,
      example: 'Guayacán',
      hint: 'Un modelo del mismo proyecto, por su nombre o su número.',
      read: () => textCell(80),
      choices: ({ models }) => [...new Set(models.map(({ name }) => name))],
    },
    {
      key: 'nombre',
      title: 'Vivienda',
      aliases: ['nombre', 'casa', 'nombre de la vivienda'],
      required: false,
      example: 'Casa A-07',
      hint: 'Vacío: «Casa» y el nombre del lote.',
      read: () => textCell(60),
    },
    {
      key: 'entrega',
      title: 'Entrega',
      aliases: ['fecha de entrega', 'entrega prevista'],
      required: false,
      example: '31/12/2026',
      hint: 'Día previsto de entrega: 31/12/2026. Vacío: queda como está.',
      read: () => dayCell,
    },
    {
      key: 'avance',
      title: 'Avance %',
      aliases: ['avance', 'progreso', 'porcentaje de avance'],
      required: false,
      example: 35,
      hint: 'De 0 a 100. Vacío: queda como está.',
      read: () => numberCell({ min: 0, max: 100, fault: 'escribe un número de 0 a 100.' }),
    },
  ],

  async load(ctx, lock) {
    const projects = await ownProjects(ctx);
    const within = [0, ...projects.map(({ id }) => id)];
    const models = await ctx.db
      .select({ id: houseModels.id, projectId: houseModels.projectId, name: houseModels.name })
      .from(houseModels)
      .where(and(inArray(houseModels.projectId, within), isNull(houseModels.archivedAt)))
      .orderBy(asc(houseModels.id));
    const lotQuery = ctx.db
      .select({
        id: lots.id,
        projectId: lots.projectId,
        name: lots.name,
        claimed: claimedLot(lots.id),
      })
      .from(lots)
      .where(inArray(lots.projectId, within))
      .orderBy(asc(lots.id));
    const foundLots = await (lock ? lotQuery.for('no key update') : lotQuery);
    const houseQuery = ctx.db
      .select()
      .from(houses)
      .where(and(inArray(houses.projectId, within), isNull(houses.archivedAt)))
      .orderBy(asc(houses.id));
    const foundHouses = await (lock ? houseQuery.for('no key update') : houseQuery);
    const modelNames = new Map(models.map(({ id, name }) => [id, name]));
    const byLot = new Map(
      foundHouses.map((house) => [house.lotId, { id: house.id, values: valuesOf(house, modelNames) }]),
    );
    return {
      projects,
      models,
      lots: new Map(
        foundLots.map(({ id, projectId, name, claimed }) => [
          `${projectId} ${name}`,
          { id, claimed, house: byLot.get(id) ?? null },
        ]),
      ),
    };
  },

  match(values, known) {
    const projectId = Number(values['proyecto']);
    const lotName = String(values['lote'])
      .toUpperCase()
      .replace(/\s*-\s*/, '-');
    const lot = known.lots.get(`${projectId} ${lotName}`);
    if (!lot) return { column: 'Lote', fault: `el proyecto no tiene el lote ${lotName}: impórtalo primero.` };
    const given = String(values['modelo']);
    const model = known.models.find(
      (one) =>
        one.projectId === projectId && (plainText(one.name) === plainText(given) || String(one.id) === given),
    );
    if (!model) return { column: 'Modelo', fault: 'elige un modelo de ese proyecto.' };
    const before = lot.house?.values ?? {};
    if (lot.claimed && before['modelo'] !== undefined && before['modelo'] !== model.name)
      return {
        column: 'Modelo',
        fault: 'una venta tiene este lote con otro modelo: cámbialo con una adenda.',
      };
    return {
      key: String(lot.id),
      label: `${lotName} · ${known.projects.find(({ id }) => id === projectId)?.name ?? ''}`,
      existing: lot.house,
      values: {
        _projectId: projectId,
        _lotId: lot.id,
        _modelId: model.id,
        modelo: model.name,
        nombre: values['nombre'] ?? before['nombre'] ?? `Casa ${lotName}`,
        entrega: values['entrega'] ?? before['entrega'] ?? null,
        avance: values['avance'] ?? before['avance'] ?? 0,
      },
    };
  },

  async write(ctx, rows) {
    const fresh = rows.filter(({ existingId }) => existingId === null);
    const made = await insertHouses(
      ctx.db,
      fresh.map(({ values }) => ({
        ...columnsOf(values),
        projectId: Number(values['_projectId']),
        lotId: Number(values['_lotId']),
        createdAt: ctx.now,
      })),
    );
    const changed = rows.filter(({ existingId }) => existingId !== null);
    await updateHouses(
      ctx.db,
      changed.map(({ existingId, values }) => ({ id: existingId!, ...columnsOf(values) })),
    );
    return new Map([
      ...fresh.map(({ row, values }) => [row, made.get(Number(values['_lotId']))!] as const),
      ...changed.map(({ row, existingId }) => [row, existingId!] as const),
    ]);
  },

  async undo(ctx, rows) {
    const found = await ctx.db
      .select({
        house: houses,
        model: houseModels.name,
        claimed: claimedLot(houses.lotId),
      })
      .from(houses)
      .innerJoin(houseModels, sql`${houseModels.id} = ${houses.modelId}`)
      .where(inArray(houses.id, [0, ...rows.map(({ recordId }) => recordId)]));
    const byId = new Map(found.map((one) => [one.house.id, one]));
    const models = await ctx.db
      .select({ id: houseModels.id, projectId: houseModels.projectId, name: houseModels.name })
      .from(houseModels);
    const restored: ({ id: number } & ReturnType<typeof columnsOf>)[] = [];
    for (const { recordId, made, changes } of rows) {
      const there = byId.get(recordId);
      if (!there) return 'Alguna de las viviendas ya no está.';
      const { house, model, claimed } = there;
      const values = valuesOf(house, new Map([[house.modelId, model]]));
      if (changedSince(values, changes) || (made && (claimed || house.version > 1 || house.archivedAt)))
        return `${house.name} ya se usó o se cambió después: cámbiala en su ficha.`;
      if (made) continue;
      const before = valuesBefore(values, changes);
      const modelId =
        models.find((one) => one.projectId === house.projectId && one.name === before['modelo'])?.id ??
        house.modelId;
      restored.push({ id: recordId, ...columnsOf({ ...before, _modelId: modelId }) });
    }
    await updateHouses(ctx.db, restored);
    const made = rows.filter((one) => one.made).map(({ recordId }) => recordId);
    await deleteHouses(ctx.db, made);
    return null;
  },
};

const valuesOf = (house: typeof houses.$inferSelect, models: ReadonlyMap<number, string>): RowValues => ({
  modelo: models.get(house.modelId) ?? null,
  nombre: house.name,
  entrega: house.deliveryOn,
  avance: house.progressPercent,
});

const columnsOf = (values: RowValues) => ({
  modelId: Number(values['_modelId']),
  name: String(values['nombre']),
  deliveryOn: values['entrega'] as string | null,
  progressPercent: Number(values['avance']),
});
