import { and, asc, inArray, isNull } from 'drizzle-orm';
import { dayCell, moneyCell, schemaCell, textCell, yesNoCell } from '#contract/overview/imports/cells.ts';
import { panamaDay } from '#contract/dates.ts';
import { Finca, LocationCode, type HouseFileForm } from '#contract/legal/houseFile/model.ts';
import { moneyText } from '#contract/money.ts';
import { scopeOf, type Context } from '#server/kernel/context.ts';
import {
  EMPTY_FILE,
  faultsOf,
  fileValues,
  writeHouseFiles,
} from '#server/modules/legal/houseFile/houseFile.service.ts';
import { houseFiles } from '#server/modules/legal/houseFile/houseFile.table.ts';
import { lots } from '#server/modules/projects/lots/lots.table.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import type { ImportColumn, ImportKind, RowValues } from './kind.ts';
import { changedSince, projectColumn, valuesBefore } from './reach.ts';
import { lowerFirst } from '#contract/words.ts';

interface Known {
  today: string;
  projects: { id: number; name: string }[];
  /** The lot of each finca with its location code. */
  fincas: ReadonlyMap<string, number>;
  /** By project and lot name. */
  lots: ReadonlyMap<string, { id: number; values: HouseFileForm; written: boolean }>;
}

type Key = keyof HouseFileForm;
const text = (key: Key, title: string, aliases: string[], example: string, hint: string, most = 40) => ({
  key,
  title,
  aliases,
  required: false,
  example,
  hint,
  read: () => textCell(most),
});
const day = (
  key: Key,
  title: string,
  aliases: string[] = [],
  hint = 'Día: 31/12/2026. Vacío: queda como está.',
) => ({
  key,
  title,
  aliases,
  required: false,
  example: '15/10/2026',
  hint,
  read: () => dayCell,
});

const columns: ImportColumn<Known>[] = [
  projectColumn,
  {
    key: 'lote',
    title: 'Lote',
    aliases: ['lotes', 'nombre del lote', 'casa'],
    required: true,
    example: 'A-07',
    hint: 'El nombre completo del lote, que ya debe estar: A-07.',
    read: () => textCell(12),
  },
  {
    ...text('finca_madre', 'Finca madre', ['madre'], '28123', 'La finca de la que se segrega.'),
    read: () => schemaCell(Finca as never),
  },
  {
    ...text('finca', 'Finca', ['folio real', 'n finca', 'numero de finca'], '30412345', 'Solo números.'),
    read: () => schemaCell(Finca as never),
  },
  {
    ...text(
      'codigo_ubicacion',
      'Código de ubicación',
      ['codigo', 'ubicacion'],
      '8A05',
      'De 4 a 6 letras o números.',
    ),
    read: () => schemaCell(LocationCode as never),
  },
  {
    ...text(
      'valor_catastral_centavos',
      'Valor catastral',
      ['catastral', 'avaluo catastral'],
      '65,000.00',
      'En dólares, con mejoras.',
    ),
    read: () => moneyCell({ min: 0, max: 99_999_999_999, fault: 'escribe un monto.' }),
    show: (value) => (typeof value === 'number' ? moneyText(value) : ''),
  },
  text(
    'segregacion_entrada',
    'Entrada de segregación',
    ['entrada segregacion'],
    '512233/2026',
    'Número de entrada.',
    30,
  ),
  day('segregacion_ingresada', 'Segregación ingresada', ['fecha de ingreso segregacion']),
  day('segregacion_inscrita', 'Segregación inscrita', ['segregada', 'fecha de segregacion']),
  text(
    'permiso_numero',
    'Permiso de ocupación',
    ['permiso', 'n permiso'],
    'PO-2026-118',
    'Número del permiso.',
  ),
  day('permiso_fecha', 'Fecha del permiso', ['permiso fecha', 'fecha permiso de ocupacion']),
  day('permiso_vence', 'Permiso vence', [], 'Solo si es provisional.'),
  text('mejoras_entrada', 'Entrada de mejoras', ['entrada mejoras'], '518844/2026', 'Número de entrada.', 30),
  day('mejoras_ingresada', 'Mejoras ingresadas'),
  day('mejoras_inscrita', 'Mejoras inscritas', ['mejoras']),
  {
    key: 'liberacion_aplica',
    title: 'En la hipoteca interina',
    aliases: ['hipoteca interina', 'gravada'],
    required: false,
    example: 'sí',
    hint: 'Sí o no. Vacío: queda como está.',
    read: () => yesNoCell,
    choices: () => ['sí', 'no'],
    show: (value) => (value === true ? 'sí' : value === false ? 'no' : ''),
  },
  text(
    'liberacion_banco',
    'Banco interino',
    ['banco de la hipoteca interina'],
    'Banco Nacional',
    'Quién libera.',
    80,
  ),
  day('liberacion_solicitada', 'Liberación solicitada'),
  day('liberacion_firmada', 'Liberación firmada', ['liberacion']),
  day('liberacion_inscrita', 'Liberación inscrita'),
  day('liberacion_vence', 'Liberación vence', [], 'Último día de una liberación firmada sin inscribir.'),
];
const KEYS = columns.slice(2).map(({ key }) => key as Key);
const titleOf = (key: string) => columns.find((one) => one.key === key)?.title ?? '';

/** Projects whose houses' legal files the caller may write. */
async function projectsToWrite(ctx: Context): Promise<Known['projects']> {
  const reach = scopeOf(ctx, 'legal.crear');
  if (!reach || (reach.scope !== 'todo' && reach.scope !== 'sus_proyectos')) return [];
  return ctx.db
    .select({ id: projects.id, name: projects.name })
    .from(projects)
    .where(
      and(
        isNull(projects.archivedAt),
        reach.scope === 'todo' ? undefined : inArray(projects.id, [0, ...reach.projectIds]),
      ),
    )
    .orderBy(asc(projects.name));
}

/** The legal files of houses, by project and lot: what a company brings when it moves in, and later corrections. */
export const houseFilesImport: ImportKind<Known> = {
  name: 'houseFiles',
  title: 'Expedientes de viviendas',
  text: 'Pone al día finca, segregación, permiso de ocupación, mejoras y liberación de muchas casas.',
  permission: 'legal.crear',
  seenBy: 'legal.ver',
  columns,

  async load(ctx, lock) {
    const known = await projectsToWrite(ctx);
    const query = ctx.db
      .select({ id: lots.id, projectId: lots.projectId, name: lots.name })
      .from(lots)
      .where(inArray(lots.projectId, [0, ...known.map(({ id }) => id)]))
      .orderBy(asc(lots.id));
    const found = await (lock ? query.for('no key update') : query);
    const written = await ctx.db.select().from(houseFiles);
    const byLot = new Map(written.map((one) => [one.lotId, one]));
    return {
      today: panamaDay(ctx.now),
      projects: known,
      fincas: new Map(written.map((one) => [fincaKey(one.ownFinca, one.locationCode), one.lotId])),
      lots: new Map(
        found.map(({ id, projectId, name }) => [
          `${projectId} ${name}`,
          { id, values: fileValues(byLot.get(id)), written: byLot.has(id) },
        ]),
      ),
    };
  },

  match(values, { lots: byName, projects: named, fincas, today }) {
    const projectId = Number(values['proyecto']);
    const name = String(values['lote'])
      .toUpperCase()
      .replace(/\s*-\s*/, '-');
    const lot = byName.get(`${projectId} ${name}`);
    if (!lot) return { column: 'Lote', fault: `el proyecto no tiene el lote ${name}: impórtalo primero.` };
    const given = Object.fromEntries(
      KEYS.flatMap((key) => (values[key] == null ? [] : [[key, values[key]]])),
    );
    const after = { ...lot.values, ...given };
    const changed = new Set(KEYS.filter((key) => after[key] !== lot.values[key]));
    const [wrong] = faultsOf(after, lot.values, { changed, today, saleState: null });
    if (wrong)
      return {
        column: titleOf(wrong.field),
        fault: lowerFirst(wrong.message),
      };
    const owner = fincas.get(fincaKey(after.finca, after.codigo_ubicacion));
    if (after.finca && owner !== undefined && owner !== lot.id)
      return { column: 'Finca', fault: 'esa finca ya es de otra vivienda.' };
    return {
      key: String(lot.id),
      label: `${name} · ${named.find(({ id }) => id === projectId)?.name ?? ''}`,
      existing: lot.written ? { id: lot.id, values: rowOf(lot.values) } : null,
      values: { _lotId: lot.id, ...rowOf(after) },
    };
  },

  async write(ctx, rows) {
    await writeHouseFiles(
      ctx,
      rows.map(({ values }) => ({ lotId: Number(values['_lotId']), set: formOf(values) })),
    );
    return new Map(rows.map(({ row, values }) => [row, Number(values['_lotId'])]));
  },

  async undo(ctx, rows) {
    const found = await ctx.db
      .select()
      .from(houseFiles)
      .where(inArray(houseFiles.lotId, [0, ...rows.map(({ recordId }) => recordId)]));
    const byLot = new Map(found.map((one) => [one.lotId, one]));
    const back: Parameters<typeof writeHouseFiles>[1][number][] = [];
    for (const { recordId, made, changes } of rows) {
      const file = byLot.get(recordId);
      if (!file) return 'Alguno de los expedientes ya no está.';
      const values = rowOf(fileValues(file));
      if (changedSince(values, changes)) return 'Un expediente se cambió después: corrígelo en su ficha.';
      back.push({
        lotId: recordId,
        set: formOf(made ? rowOf(EMPTY_FILE) : valuesBefore(values, changes)),
      });
    }
    await writeHouseFiles(ctx, back);
    return null;
  },
};

const fincaKey = (finca: string | null, code: string | null) => `${finca ?? ''} ${code ?? ''}`;
const rowOf = (form: HouseFileForm): RowValues => Object.fromEntries(KEYS.map((key) => [key, form[key]]));
const formOf = (values: RowValues) =>
  Object.fromEntries(KEYS.map((key) => [key, values[key]])) as Partial<HouseFileForm>;
