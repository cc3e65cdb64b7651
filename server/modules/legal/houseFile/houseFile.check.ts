import type { FieldError } from '#contract/errors.ts';
import type { HouseFileForm } from '#contract/legal/houseFile/model.ts';
import { SALE } from '#contract/sales/sale/rules.ts';

const FUTURE = 'La fecha no puede ser posterior a hoy.';
/** Days of what has already happened. */
const PAST = [
  'segregacion_ingresada',
  'segregacion_inscrita',
  'permiso_fecha',
  'mejoras_ingresada',
  'mejoras_inscrita',
  'liberacion_solicitada',
  'liberacion_firmada',
  'liberacion_inscrita',
] as const;
/** The second day cannot come before the first. */
const IN_ORDER = [
  ['segregacion_ingresada', 'segregacion_inscrita', 'La inscripción no puede ser anterior al ingreso.'],
  ['mejoras_ingresada', 'mejoras_inscrita', 'La inscripción no puede ser anterior al ingreso.'],
  ['permiso_fecha', 'permiso_vence', 'El vencimiento no puede ser anterior al permiso.'],
  ['liberacion_solicitada', 'liberacion_firmada', 'La firma no puede ser anterior a la solicitud.'],
  ['liberacion_firmada', 'liberacion_inscrita', 'La inscripción no puede ser anterior a la firma.'],
  ['liberacion_firmada', 'liberacion_vence', 'El vencimiento no puede ser anterior a la firma.'],
] as const;
/** What a deed relies on: it can be corrected, not emptied, once the sale is in its deed. */
const RELIED_ON = ['finca', 'segregacion_inscrita', 'permiso_fecha'] as const;

/**
 * What is wrong with a house's legal file as it would be after a change, at its fields. `changed`: the fields of the
 * change; a fault between two days is told at the one that was written.
 */
export function faultsOf(
  after: HouseFileForm,
  before: HouseFileForm,
  { changed, today, saleState }: { changed: ReadonlySet<string>; today: string; saleState: number | null },
): FieldError[] {
  const faults = new Map<string, string>();
  const put = (field: string, message: string) => {
    if (!faults.has(field)) faults.set(field, message);
  };
  for (const field of PAST) {
    const day = after[field];
    if (changed.has(field) && day !== null && day > today) put(field, FUTURE);
  }
  for (const [first, second, message] of IN_ORDER) {
    const [from, to] = [after[first], after[second]];
    if (from === null || to === null || from <= to) continue;
    if (changed.has(second)) put(second, message);
    else if (changed.has(first)) put(first, message);
  }
  if (
    (changed.has('permiso_numero') || changed.has('permiso_fecha')) &&
    !after.permiso_fecha &&
    after.permiso_numero
  )
    put('permiso_fecha', 'Escribe la fecha del permiso.');
  if (changed.has('permiso_fecha') && after.permiso_fecha && !after.permiso_numero)
    put('permiso_numero', 'Escribe el número del permiso.');
  if (saleState !== null && saleState >= SALE.inDeed && saleState <= SALE.closed)
    for (const field of RELIED_ON)
      if (after[field] === null && before[field] !== null)
        put(field, 'La venta ya está en escritura con este dato: corrígelo, pero no lo borres.');
  return [...faults].map(([field, message]) => ({ field, message }));
}
