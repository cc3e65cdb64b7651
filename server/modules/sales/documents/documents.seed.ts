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

/** Document types of the pre-contract (domain.md §1.1, spec §3). The ids never change. */
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
  // Requested later, for banks and lawyers (domain.md §1.1, extra types).
  type(10, 'autorizacion_apc', 'Autorización APC', 'general', 'Autorización APC adjuntada correctamente.'),
  type(11, 'reporte_apc', 'Reporte APC', 'ingresos', 'Reporte APC adjuntado correctamente.', {
    validDays: 30,
  }),
  type(
    12,
    'solicitud_banco',
    'Solicitud del banco',
    'ingresos',
    'Solicitud del banco adjuntada correctamente.',
  ),
  type(13, 'carta_saldo', 'Carta de saldo de deudas', 'ingresos', 'Carta de saldo adjuntada correctamente.', {
    validDays: 30,
  }),
  type(
    14,
    'vivienda_principal',
    'Declaración de vivienda principal',
    'general',
    'Declaración adjuntada correctamente.',
  ),
  type(
    15,
    'primera_vivienda',
    'Prueba de primera vivienda',
    'general',
    'Prueba de primera vivienda adjuntada correctamente.',
  ),
  type(
    16,
    'cedula_codeudor',
    'Cédula del codeudor',
    'identidad',
    'Cédula del codeudor adjuntada correctamente.',
    {
      expiryOnFace: true,
    },
  ),
  type(17, 'acta_matrimonio', 'Acta de matrimonio o unión', 'identidad', 'Acta adjuntada correctamente.'),
  type(18, 'poliza_vida', 'Póliza de vida', 'general', 'Póliza adjuntada correctamente.'),
  type(19, 'poliza_incendio', 'Póliza de incendio', 'general', 'Póliza adjuntada correctamente.'),
  type(20, 'avaluo', 'Avalúo', 'general', 'Avalúo adjuntado correctamente.'),
  type(21, 'carta_promesa', 'Carta promesa de pago', 'general', 'Carta promesa adjuntada correctamente.'),
  type(
    22,
    'promesa_firmada',
    'Promesa de compraventa firmada',
    'general',
    'Promesa adjuntada correctamente.',
  ),
  type(23, 'adenda', 'Adenda', 'general', 'Adenda adjuntada correctamente.'),
  type(
    24,
    'desistimiento',
    'Carta de desistimiento',
    'general',
    'Carta de desistimiento adjuntada correctamente.',
  ),
  type(25, 'escritura', 'Escritura', 'general', 'Escritura adjuntada correctamente.'),
  type(26, 'permiso_ocupacion', 'Permiso de ocupación', 'general', 'Permiso adjuntado correctamente.'),
  type(27, 'acta_entrega', 'Acta de entrega', 'general', 'Acta de entrega adjuntada correctamente.'),
  type(
    28,
    'carne_residente',
    'Carné de residente',
    'identidad',
    'Carné de residente adjuntado correctamente.',
    {
      expiryOnFace: true,
    },
  ),
  type(
    40,
    'aviso_incumplimiento',
    'Aviso de incumplimiento',
    'general',
    'Aviso de incumplimiento adjuntado correctamente.',
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

/** domain.md §1.1 without firma and comprobante (rulings.md 28), by sector. A cash sale has no income documents. */
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

/** Adds missing types and requirements; existing rows keep their edits. */
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
