import type { Db } from '#server/kernel/db.ts';
import { documentRequirements, documentTypes } from './documents.table.ts';

type Type = typeof documentTypes.$inferInsert;
const type = (
  id: number,
  name: string,
  label: string,
  privacy: string,
  attachedText: string,
  more: Partial<Type> = {},
): Type => ({
  id,
  name,
  label,
  privacy,
  attachedText,
  position: id,
  ...more,
});

/** Kinds of paper of the pre-contract (domain.md §1.1, spec §3). Ids are stable. */
const TYPES: Type[] = [
  type(
    1,
    'archivo_cedula',
    'Cédula o pasaporte (frente)',
    'identidad',
    'Cédula/Pasaporte adjuntada correctamente.',
    { expiryOnFace: true },
  ),
  type(
    2,
    'archivo_cedula_reverso',
    'Cédula (reverso)',
    'identidad',
    'Reverso de la cédula adjuntado correctamente.',
  ),
  type(3, 'ficha', 'Última ficha de la CSS', 'ingresos', 'Ficha adjuntada correctamente.', { validDays: 60 }),
  type(4, 'talonario', 'Último talonario', 'ingresos', 'Talonario adjuntado correctamente.', {
    validDays: 60,
  }),
  type(5, 'carta_trabajo', 'Carta de trabajo', 'ingresos', 'Carta de trabajo adjuntada correctamente.', {
    validDays: 30,
  }),
  type(6, 'recibo', 'Recibo de luz o agua', 'general', 'Recibo adjuntado correctamente.', { validDays: 60 }),
  type(7, 'archivo_firma', 'Firma del pre-contrato', 'general', 'Firma adjuntada correctamente.'),
  type(
    8,
    'archivo_comprobante',
    'Comprobante de pago',
    'general',
    'Comprobante de pago adjuntado correctamente.',
  ),
  type(
    9,
    'cedula_beneficiario',
    'Cédula de beneficiario',
    'identidad',
    'Cédula de beneficiario adjuntada correctamente.',
  ),
];

const SINCE = '2020-01-01';
type Requirement = Omit<typeof documentRequirements.$inferInsert, 'validFrom'>;
const income = (typeId: number, workSector: string, label: string): Requirement => ({
  typeId,
  workSector,
  paymentForm: 'hipoteca',
  label,
});

/** domain.md §1.1 less firma and comprobante (rulings.md 28): by sector; paid in cash drops the income rows. */
const REQUIREMENTS: Requirement[] = [
  { typeId: 1 },
  { typeId: 2 },
  { typeId: 6 },
  ...['Público', 'Privado'].flatMap((sector) => [
    income(3, sector, 'Última ficha de la CSS'),
    income(4, sector, 'Último talonario'),
    income(5, sector, 'Carta de trabajo (máximo 30 días)'),
  ]),
  income(3, 'Independiente', 'Declaración de renta de 2 años con paz y salvo'),
  income(4, 'Independiente', 'Estados de cuenta de 6 meses'),
  income(5, 'Independiente', 'Certificación de ingresos por CPA y aviso de operación'),
  income(3, 'Jubilado', 'Comprobante de pensión o ficha de jubilado'),
  income(4, 'Jubilado', 'Talonario de jubilación'),
  income(5, 'Jubilado', 'Certificación de pensión'),
];

/** Adds the kinds and requirements that are missing; what was edited stays. */
export async function seedDocumentTypes(db: Db): Promise<void> {
  const added = await db
    .insert(documentTypes)
    .values(TYPES)
    .onConflictDoNothing()
    .returning({ id: documentTypes.id });
  const fresh = new Set(added.map(({ id }) => id));
  const requirements = REQUIREMENTS.filter(({ typeId }) => fresh.has(typeId)).map((one) => ({
    ...one,
    validFrom: SINCE,
  }));
  if (requirements.length > 0) await db.insert(documentRequirements).values(requirements);
}
