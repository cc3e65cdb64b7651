/**
 * The fields of the one buyer profile that fills every bank's form (domain.md, "Datos bancarios pages"). Pure data
 * without zod, so that phone, office and server share it.
 */
import { DOCUMENT_TYPES } from '#contract/sales/purchase/rules.ts';
import { EMPLOYMENT, SECTORS } from '#contract/sales/sale/values.ts';

/** Page numbers (`pagina`); the labels are those of the list paginas_datos_bancarios. */
export const PAGES = [1, 2, 3, 4, 5, 6] as const;
export type PageNumber = (typeof PAGES)[number];
export const PAGE_LABELS: Readonly<Record<PageNumber, string>> = {
  1: 'Datos personales',
  2: 'Empleo e ingresos',
  3: 'Obligaciones y referencias',
  4: 'Codeudor y grupo familiar',
  5: 'Vivienda y préstamo',
  6: 'Resumen y envío',
};
/** The last page, with the send button. */
export const SUMMARY: PageNumber = 6;

interface Common {
  page: PageNumber;
  /** Label for the buyer. */
  label: string;
  hint?: string;
  /** Every bank asks for it, so sending requires it. What one bank asks for in addition is in that bank's own rows. */
  required?: true;
  /** The field is asked and stored only when another field has one of these values. */
  when?: { field: string; is: readonly string[] };
  /** Income or debts of a person: staff need documentos.ingresos to see it. */
  income?: true;
  /** The sale already has this value: it is shown and not asked again. */
  fixed?: true;
}
export type FieldSpec = Common &
  (
    | { kind: 'text'; max: number; wide?: true }
    | { kind: 'choice'; options: readonly string[] }
    | { kind: 'money' }
    | { kind: 'int'; min: number; max: number }
    | { kind: 'date'; is: 'past' | 'future' | 'adult' }
    | { kind: 'phone' }
    | { kind: 'email' }
    | { kind: 'document'; typeField: string }
    | { kind: 'check'; text: string }
  );

const YES_NO = ['Sí', 'No'] as const;
const EMPLOYEES = ['Público', 'Privado'];
const withCodebtor = { field: 'codeudor', is: ['Sí'] } as const;

export const FIELDS = {
  nombre: { page: 1, kind: 'text', max: 120, label: 'Nombre completo', required: true, fixed: true },
  tipo_documento: {
    page: 1,
    kind: 'choice',
    options: DOCUMENT_TYPES,
    label: 'Tipo de documento',
    required: true,
    fixed: true,
  },
  cedula: {
    page: 1,
    kind: 'document',
    typeField: 'tipo_documento',
    label: 'Cédula, pasaporte o RUC',
    required: true,
    fixed: true,
  },
  celular: { page: 1, kind: 'phone', label: 'Celular', required: true, fixed: true },
  email: { page: 1, kind: 'email', label: 'Correo', required: true },
  documento_vence: { page: 1, kind: 'date', is: 'future', label: 'Tu documento vence el' },
  fecha_nacimiento: { page: 1, kind: 'date', is: 'adult', label: 'Fecha de nacimiento', required: true },
  nacionalidad: { page: 1, kind: 'text', max: 60, label: 'Nacionalidad', required: true },
  sexo: { page: 1, kind: 'choice', options: ['Femenino', 'Masculino'], label: 'Sexo' },
  estado_civil: {
    page: 1,
    kind: 'choice',
    options: ['Soltero(a)', 'Casado(a)', 'Unido(a)', 'Divorciado(a)', 'Viudo(a)'],
    label: 'Estado civil',
    required: true,
  },
  separacion_bienes: {
    page: 1,
    kind: 'choice',
    options: YES_NO,
    label: '¿Tienen separación de bienes?',
    when: { field: 'estado_civil', is: ['Casado(a)'] },
  },
  dependientes: {
    page: 1,
    kind: 'int',
    min: 0,
    max: 20,
    label: 'Personas que dependen de ti',
    required: true,
  },
  nivel_estudios: {
    page: 1,
    kind: 'choice',
    options: ['Primaria', 'Secundaria', 'Técnico', 'Universidad', 'Posgrado'],
    label: 'Nivel de estudios',
  },
  telefono_casa: { page: 1, kind: 'phone', label: 'Teléfono de tu casa' },
  provincia: { page: 1, kind: 'text', max: 60, label: 'Provincia donde vives', required: true },
  distrito: { page: 1, kind: 'text', max: 60, label: 'Distrito', required: true },
  corregimiento: { page: 1, kind: 'text', max: 60, label: 'Corregimiento' },
  direccion: {
    page: 1,
    kind: 'text',
    max: 200,
    wide: true,
    label: 'Urbanización, calle y casa',
    hint: 'Como aparece en tu recibo de luz o agua.',
    required: true,
  },
  tipo_vivienda: {
    page: 1,
    kind: 'choice',
    options: ['Propia', 'Propia con hipoteca', 'Alquilada', 'De un familiar'],
    label: 'La casa donde vives es',
    required: true,
  },
  anos_residencia: { page: 1, kind: 'int', min: 0, max: 90, label: 'Años que llevas viviendo ahí' },

  sector_trabajo: {
    page: 2,
    kind: 'choice',
    options: SECTORS,
    label: 'Sector de trabajo',
    required: true,
    fixed: true,
  },
  estatus_laboral: {
    page: 2,
    kind: 'choice',
    options: EMPLOYMENT,
    label: 'Estatus laboral',
    required: true,
    fixed: true,
    when: { field: 'sector_trabajo', is: EMPLOYEES },
  },
  empresa: {
    page: 2,
    kind: 'text',
    max: 120,
    label: 'Empresa o institución donde trabajas',
    hint: 'Si eres independiente, tu negocio. Si eres jubilado, quien te paga la pensión.',
    required: true,
  },
  ocupacion: { page: 2, kind: 'text', max: 80, label: 'Cargo u ocupación', required: true },
  fecha_ingreso: { page: 2, kind: 'date', is: 'past', label: 'Desde cuándo', required: true },
  telefono_trabajo: { page: 2, kind: 'phone', label: 'Teléfono del trabajo' },
  direccion_trabajo: { page: 2, kind: 'text', max: 200, wide: true, label: 'Dirección del trabajo' },
  empleo_anterior: {
    page: 2,
    kind: 'text',
    max: 120,
    label: 'Tu empleo anterior',
    hint: 'El banco lo pide si llevas menos de dos años en el actual.',
  },
  salario_mensual: {
    page: 2,
    kind: 'money',
    label: 'Ingreso mensual bruto',
    hint: 'Antes de descuentos, como sale en tu ficha o talonario.',
    required: true,
    income: true,
  },
  descuentos_mensuales: { page: 2, kind: 'money', label: 'Descuentos de ley al mes', income: true },
  otros_ingresos: { page: 2, kind: 'money', label: 'Otros ingresos al mes', income: true },
  origen_otros_ingresos: { page: 2, kind: 'text', max: 120, label: 'De dónde vienen los otros ingresos' },

  sin_deudas: {
    page: 3,
    kind: 'check',
    label: 'Sin deudas',
    text: 'No tengo préstamos ni tarjetas de crédito.',
  },
  gastos_mensuales: { page: 3, kind: 'money', label: 'Gastos de tu casa al mes', income: true },
  banco_cuenta: { page: 3, kind: 'text', max: 60, label: 'Banco donde tienes cuenta' },
  tipo_cuenta: { page: 3, kind: 'choice', options: ['Ahorros', 'Corriente'], label: 'Tipo de cuenta' },

  codeudor: {
    page: 4,
    kind: 'choice',
    options: YES_NO,
    label: '¿Otra persona va a pagar el préstamo contigo?',
    required: true,
  },
  codeudor_nombre: {
    page: 4,
    kind: 'text',
    max: 120,
    label: 'Nombre completo del codeudor',
    required: true,
    when: withCodebtor,
  },
  codeudor_tipo_documento: {
    page: 4,
    kind: 'choice',
    options: ['cedula', 'pasaporte'],
    label: 'Tipo de documento del codeudor',
    required: true,
    when: withCodebtor,
  },
  codeudor_cedula: {
    page: 4,
    kind: 'document',
    typeField: 'codeudor_tipo_documento',
    label: 'Cédula o pasaporte del codeudor',
    required: true,
    when: withCodebtor,
  },
  codeudor_parentesco: {
    page: 4,
    kind: 'text',
    max: 60,
    label: 'Qué es tuyo el codeudor',
    hint: 'Cónyuge, hermana, madre …',
    required: true,
    when: withCodebtor,
  },
  codeudor_nacimiento: {
    page: 4,
    kind: 'date',
    is: 'adult',
    label: 'Fecha de nacimiento del codeudor',
    required: true,
    when: withCodebtor,
  },
  codeudor_celular: {
    page: 4,
    kind: 'phone',
    label: 'Celular del codeudor',
    required: true,
    when: withCodebtor,
  },
  codeudor_email: { page: 4, kind: 'email', label: 'Correo del codeudor', when: withCodebtor },
  codeudor_sector: {
    page: 4,
    kind: 'choice',
    options: SECTORS,
    label: 'Sector de trabajo del codeudor',
    required: true,
    when: withCodebtor,
  },
  codeudor_empresa: {
    page: 4,
    kind: 'text',
    max: 120,
    label: 'Dónde trabaja el codeudor',
    required: true,
    when: withCodebtor,
  },
  codeudor_ocupacion: { page: 4, kind: 'text', max: 80, label: 'Cargo del codeudor', when: withCodebtor },
  codeudor_fecha_ingreso: {
    page: 4,
    kind: 'date',
    is: 'past',
    label: 'Desde cuándo trabaja ahí',
    when: withCodebtor,
  },
  codeudor_salario: {
    page: 4,
    kind: 'money',
    label: 'Ingreso mensual bruto del codeudor',
    required: true,
    income: true,
    when: withCodebtor,
  },
  codeudor_otros_ingresos: {
    page: 4,
    kind: 'money',
    label: 'Otros ingresos del codeudor al mes',
    income: true,
    when: withCodebtor,
  },
  codeudor_cuotas: {
    page: 4,
    kind: 'money',
    label: 'Lo que el codeudor paga al mes de sus deudas',
    income: true,
    when: withCodebtor,
  },
  codeudor_autoriza: {
    page: 4,
    kind: 'check',
    label: 'Permiso del codeudor',
    text: 'El codeudor sabe que doy sus datos y está de acuerdo con que se usen para tramitar la hipoteca.',
    required: true,
    when: withCodebtor,
  },

  proyecto: { page: 5, kind: 'text', max: 120, label: 'Proyecto', required: true, fixed: true },
  modelo: { page: 5, kind: 'text', max: 120, label: 'Modelo', required: true, fixed: true },
  lote: { page: 5, kind: 'text', max: 60, label: 'Lote', fixed: true },
  precio: { page: 5, kind: 'money', label: 'Precio de la vivienda', required: true, fixed: true },
  abono: {
    page: 5,
    kind: 'money',
    label: 'Abono inicial',
    hint: 'Lo que pagas tú; el resto lo presta el banco.',
    required: true,
  },
  plazo_anos: { page: 5, kind: 'int', min: 1, max: 35, label: 'Años para pagar el préstamo', required: true },
  uso_vivienda: {
    page: 5,
    kind: 'choice',
    options: ['Vivienda principal', 'Segunda vivienda', 'Inversión'],
    label: 'Para qué es la casa',
    required: true,
  },
  primera_vivienda: {
    page: 5,
    kind: 'choice',
    options: YES_NO,
    label: '¿Es tu primera vivienda?',
    required: true,
  },
  seguros: {
    page: 5,
    kind: 'choice',
    options: ['Con el banco', 'Con otra aseguradora'],
    label: 'Pólizas de vida e incendio',
  },

  declaracion: {
    page: 6,
    kind: 'check',
    label: 'Declaración',
    text: 'Declaro que estos datos son ciertos y autorizo que se entreguen a los bancos que tramitan mi hipoteca.',
    required: true,
  },
} as const satisfies Record<string, FieldSpec>;

export type FieldName = keyof typeof FIELDS;
export const FIELD_NAMES = Object.keys(FIELDS) as [FieldName, ...FieldName[]];
export const specOf = (field: FieldName): FieldSpec => FIELDS[field];
export const isFieldName = (text: string): text is FieldName => Object.hasOwn(FIELDS, text);
export const fieldsOf = (page: PageNumber): FieldName[] =>
  FIELD_NAMES.filter((name) => FIELDS[name].page === page);

type ValueOfKind<K> = K extends 'money' | 'int' ? number : K extends 'check' ? boolean : string;
/** Values of a profile: money in centavos, days YYYY-MM-DD, telephones E.164. Null: the buyer emptied the field. */
export type Values = { [F in FieldName]?: ValueOfKind<(typeof FIELDS)[F]['kind']> | null };
