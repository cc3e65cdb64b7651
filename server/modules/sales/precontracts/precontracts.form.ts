import type { FamilyMember, OfficeForm } from '#contract/sales/sale/form.ts';
import { isEmployee } from '#contract/sales/sale/form.ts';
import { documentKey, readDocument, type DocumentType } from '#contract/identity.ts';
import { normalizePhone } from '#contract/phone.ts';
import { DOCUMENT_TYPES, familyCedula, missingFields } from '#contract/sales/purchase/rules.ts';
import { EMPLOYMENT, PAYMENT_FORMS, SECTORS } from '#contract/sales/sale/values.ts';
import type { SaleRow } from './precontracts.record.ts';

/** The form's values that are known and well formed. */
export type FormValues = { [K in Exclude<keyof OfficeForm, 'nombre' | 'celular'>]: OfficeForm[K] | null } & {
  nombre: string;
  celular: string;
};

type Known = Pick<
  SaleRow,
  | 'person'
  | 'draft'
  | 'paymentForm'
  | 'workSector'
  | 'employmentStatus'
  | 'origin'
  | 'campaignNumber'
  | 'family'
>;

const textOf = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value.trim() : null);
const oneOf = <T extends string>(list: readonly T[], value: unknown) =>
  list.find((one) => one === value) ?? null;

/**
 * The form of a sale: the draft's values (typed by the customer or a staff user) over the stored ones. `kinships` are
 * the labels by id; `maxEntry` is the setting cedula_max_asiento.
 */
export function formOf(sale: Known, maxEntry: number, kinships: ReadonlyMap<number, string>): FormValues {
  const { draft, person } = sale;
  const type = oneOf(DOCUMENT_TYPES, draft['tipo_documento']) ?? asType(person.documentType);
  const typed = textOf(draft['cedula']);
  // In a draft, a number without a type is a cédula: the form's default.
  const number = typed ? (readDocument(type ?? 'cedula', typed, maxEntry) ?? null) : person.documentNumber;
  const sector = oneOf(SECTORS, draft['sector_trabajo']) ?? oneOf(SECTORS, sale.workSector);
  const status = oneOf(EMPLOYMENT, draft['estatus_laboral']) ?? oneOf(EMPLOYMENT, sale.employmentStatus);
  return {
    nombre: textOf(draft['nombre']) ?? person.name,
    celular: normalizePhone(textOf(draft['celular']) ?? '') ?? person.phone,
    email: 'email' in draft ? textOf(draft['email']) : person.email,
    tipo_documento: type ?? (number ? 'cedula' : null),
    cedula: number,
    sector_trabajo: sector,
    estatus_laboral: isEmployee(sector) ? status : null,
    forma_pago: oneOf(PAYMENT_FORMS, draft['forma_pago']) ?? sale.paymentForm,
    origen: textOf(draft['origen']) ?? sale.origin,
    numero_camp: textOf(draft['numero_camp']) ?? sale.campaignNumber,
    grupo_familiar: familyOf(draft['grupo_familiar'], maxEntry, kinships) ?? sale.family,
  };
}

const asType = (text: string | null) => oneOf<DocumentType>(DOCUMENT_TYPES, text);

function familyOf(
  value: unknown,
  maxEntry: number,
  kinships: ReadonlyMap<number, string>,
): FamilyMember[] | null {
  if (!Array.isArray(value)) return null;
  return value.flatMap((one: unknown) => {
    const member = one as { nombre?: unknown; cedula?: unknown; parentesco?: unknown };
    const nombre = textOf(member?.nombre);
    const parentesco_id = kinshipId(kinships, String(member?.parentesco ?? ''));
    if (!nombre || parentesco_id === null) return [];
    return [{ nombre, cedula: familyCedula(textOf(member.cedula) ?? '', maxEntry), parentesco_id }];
  });
}

/** A kinship id, from an id or a label (rulings.md 24). */
function kinshipId(kinships: ReadonlyMap<number, string>, text: string): number | null {
  const said = text.trim().toLocaleLowerCase('es');
  for (const [id, label] of kinships)
    if (said === String(id) || said === label.toLocaleLowerCase('es')) return id;
  return null;
}

/** Field labels for staff (rulings.md 18). */
const LABELS: Record<string, string> = {
  nombre: 'nombre',
  celular: 'celular',
  cedula: 'cédula, pasaporte o RUC',
  lote_id: 'modelo o lote',
  consentimiento_datos: 'permiso del cliente para usar sus datos',
};

/** The fields that are missing before a sale can be received, as labels for staff. */
export const missingOf = (
  form: FormValues,
  { consents, draft }: Pick<SaleRow, 'consents' | 'draft'>,
): string[] =>
  missingFields({
    ...form,
    dataConsent: hasConsent(consents),
    // A draft from an older client has no model of its own; a placeholder model stands in until one is chosen.
    hasModel: draft['sin_modelo'] !== true,
  }).map(({ field, label }) => LABELS[field] ?? label);

export const hasConsent = (consents: SaleRow['consents'], kind: 'datos' | 'apc' = 'datos') =>
  consents.some((one) => one.kind === kind && one.revokedAt === null);

/** Columns of a person, from the form. */
export const personOf = (form: FormValues) => ({
  name: form.nombre,
  phone: form.celular,
  email: form.email,
  documentType: form.cedula ? form.tipo_documento : null,
  documentNumber: form.cedula,
  documentKey: form.cedula ? documentKey(form.tipo_documento ?? 'cedula', form.cedula) : null,
});

/** Columns of the sale, from the form. */
export const termsOf = (form: FormValues) => ({
  workSector: form.sector_trabajo,
  employmentStatus: form.estatus_laboral,
  paymentForm: form.forma_pago ?? 'hipoteca',
  origin: form.origen,
  campaignNumber: form.numero_camp,
});

/** Rows of sale_family from the form. */
export const familyRows = (saleId: number, form: FormValues) =>
  (form.grupo_familiar ?? []).map(({ nombre, cedula, parentesco_id }, at) => ({
    saleId,
    position: at + 1,
    name: nombre,
    documentNumber: cedula,
    documentKey: cedula ? documentKey('cedula', cedula) : null,
    relationshipId: parentesco_id,
  }));
