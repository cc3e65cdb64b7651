import { getTableColumns, sql } from 'drizzle-orm';
import type { HouseFileForm } from '#contract/legal/houseFile/model.ts';
import type { HousePaper } from '#contract/legal/houseFile/rules.ts';
import { houseFiles } from './houseFile.table.ts';

/** The column of each field of a house's legal file. */
export const COLUMNS = {
  finca_madre: 'motherFinca',
  finca: 'ownFinca',
  codigo_ubicacion: 'locationCode',
  valor_catastral_centavos: 'cadastralCents',
  segregacion_entrada: 'segregationEntry',
  segregacion_ingresada: 'segregationEnteredOn',
  segregacion_inscrita: 'segregationInscribedOn',
  permiso_numero: 'permitNumber',
  permiso_fecha: 'permitOn',
  permiso_vence: 'permitUntil',
  mejoras_entrada: 'improvementsEntry',
  mejoras_ingresada: 'improvementsEnteredOn',
  mejoras_inscrita: 'improvementsInscribedOn',
  liberacion_aplica: 'releaseApplies',
  liberacion_banco: 'releaseBank',
  liberacion_solicitada: 'releaseAskedOn',
  liberacion_firmada: 'releaseSignedOn',
  liberacion_inscrita: 'releaseInscribedOn',
  liberacion_vence: 'releaseUntil',
} as const satisfies Record<keyof HouseFileForm, keyof typeof houseFiles.$inferSelect>;
export type FieldName = keyof typeof COLUMNS;
export const FIELDS = Object.keys(COLUMNS) as FieldName[];

/** The column with the file of each paper. */
export const FILE_COLUMNS = {
  segregacion: 'segregationFileId',
  permiso: 'permitFileId',
  mejoras: 'improvementsFileId',
  liberacion: 'releaseFileId',
} as const satisfies Record<HousePaper, keyof typeof houseFiles.$inferSelect>;

const table = getTableColumns(houseFiles);
const nameOf = (field: FieldName) => table[COLUMNS[field]].name;

/** The fields over a row `f` of house_files that may be missing, each under its name. */
export const FIELDS_SQL = sql.raw(
  FIELDS.map((field) =>
    field === 'liberacion_aplica'
      ? `coalesce(f.${nameOf(field)}, true) "${field}"`
      : `f.${nameOf(field)} "${field}"`,
  ).join(', '),
);

/** The same as one JSON value. */
export const FIELDS_JSON = sql.raw(
  `json_build_object(${FIELDS.map((field) => `'${field}', f.${nameOf(field)}`).join(', ')})`,
);

/** What a field is called in a sentence. */
export const WORDS: Record<FieldName, string> = {
  finca_madre: 'Finca madre',
  finca: 'Finca',
  codigo_ubicacion: 'Código de ubicación',
  valor_catastral_centavos: 'Valor catastral',
  segregacion_entrada: 'Entrada de la segregación',
  segregacion_ingresada: 'Segregación ingresada',
  segregacion_inscrita: 'Segregación inscrita',
  permiso_numero: 'N.º del permiso de ocupación',
  permiso_fecha: 'Permiso de ocupación',
  permiso_vence: 'Vencimiento del permiso',
  mejoras_entrada: 'Entrada de las mejoras',
  mejoras_ingresada: 'Mejoras ingresadas',
  mejoras_inscrita: 'Mejoras inscritas',
  liberacion_aplica: 'Dentro de la hipoteca interina',
  liberacion_banco: 'Banco de la hipoteca interina',
  liberacion_solicitada: 'Liberación solicitada',
  liberacion_firmada: 'Liberación firmada',
  liberacion_inscrita: 'Liberación inscrita',
  liberacion_vence: 'Vencimiento de la liberación',
};
