import {
  specOf,
  type FieldName,
  isFieldName,
  PAGE_LABELS,
} from '#contract/banking/bankData/bankData.fields.ts';
import { askLabel, askPage, type AskName } from '#contract/banking/bankData/bankData.rows.ts';
import { BASIC_ASKS } from '#contract/banking/bankData/bankData.state.ts';
import type { Db } from '#server/kernel/db.ts';
import { bankFormFields, bankForms } from './bankForms.table.ts';

/** Page 6 is the customer's own word, no field of a bank's form. */
export const STANDARD: readonly AskName[] = BASIC_ASKS.filter((name) => askPage(name) !== 6);
const CODEBTOR: readonly FieldName[] = [
  'codeudor_email',
  'codeudor_ocupacion',
  'codeudor_fecha_ingreso',
  'codeudor_otros_ingresos',
  'codeudor_cuotas',
];

/**
 * What four lenders ask for besides what all do, and how they call it [A]: examples to begin with, which the office edits.
 * domain.md, banks: 1 Banco General · 2 Banco Nacional · 3 Caja de Ahorros · 4 Banistmo.
 */
const BANKS: readonly {
  bankId: number;
  more: readonly AskName[];
  optional: readonly AskName[];
  words: Partial<Record<AskName, string>>;
}[] = [
  {
    bankId: 1,
    more: [
      'documento_vence',
      'sexo',
      'anos_residencia',
      'telefono_trabajo',
      'descuentos_mensuales',
      'banco_cuenta',
      'referencias',
    ],
    optional: ['nivel_estudios', 'tipo_cuenta', 'otros_ingresos', 'origen_otros_ingresos', ...CODEBTOR],
    words: {
      salario_mensual: 'Salario bruto mensual',
      fecha_ingreso: 'Fecha de inicio de labores',
      abono: 'Abono inicial pactado',
    },
  },
  {
    bankId: 2,
    more: [
      'corregimiento',
      'sexo',
      'nivel_estudios',
      'direccion_trabajo',
      'gastos_mensuales',
      'grupo_familiar',
      'referencias',
    ],
    optional: ['telefono_casa', 'separacion_bienes', 'lote', ...CODEBTOR],
    words: {
      nombre: 'Nombre del solicitante',
      empresa: 'Institución o empresa',
      salario_mensual: 'Ingreso mensual',
      plazo_anos: 'Plazo solicitado (años)',
    },
  },
  {
    bankId: 3,
    more: [
      'corregimiento',
      'anos_residencia',
      'telefono_trabajo',
      'direccion_trabajo',
      'seguros',
      'referencias',
    ],
    optional: [
      'telefono_casa',
      'empleo_anterior',
      'banco_cuenta',
      'tipo_cuenta',
      'grupo_familiar',
      ...CODEBTOR,
    ],
    words: { direccion: 'Domicilio', ocupacion: 'Profesión u oficio', celular: 'Teléfono móvil' },
  },
  {
    bankId: 4,
    more: [
      'documento_vence',
      'sexo',
      'separacion_bienes',
      'descuentos_mensuales',
      'otros_ingresos',
      'banco_cuenta',
      'tipo_cuenta',
    ],
    optional: ['origen_otros_ingresos', 'referencias', 'seguros', ...CODEBTOR],
    words: {
      cedula: 'Documento de identidad',
      salario_mensual: 'Ingresos fijos al mes',
      otros_ingresos: 'Ingresos variables al mes',
    },
  },
];

/** Rows of a form in the order of the profile's pages, under their headings. */
export function formRows(
  bankId: number,
  required: readonly AskName[],
  optional: readonly AskName[],
  words: Partial<Record<AskName, string>> = {},
) {
  const all = [...new Set([...required, ...optional])].toSorted((a, b) => askPage(a) - askPage(b));
  return all.map((field, at) => ({
    bankId,
    field,
    position: at + 1,
    section: sectionOf(field),
    label: words[field] ?? labelOf(field),
    required: required.includes(field),
  }));
}
const sectionOf = (field: AskName) =>
  isFieldName(field) && specOf(field).when?.field === 'codeudor' ? 'Codeudor' : PAGE_LABELS[askPage(field)];
const labelOf = (field: AskName) => askLabel(field).slice(0, 120);

/** Puts the forms of some lenders in, once: what the office edits stays. */
export async function seedBankForms(db: Db): Promise<void> {
  const added = await db
    .insert(bankForms)
    .values(BANKS.map(({ bankId }) => ({ bankId })))
    .onConflictDoNothing()
    .returning({ bankId: bankForms.bankId });
  const fresh = BANKS.filter(({ bankId }) => added.some((one) => one.bankId === bankId));
  const rows = fresh.flatMap(({ bankId, more, optional, words }) =>
    formRows(bankId, [...STANDARD, ...more], optional, words),
  );
  if (rows.length > 0) await db.insert(bankFormFields).values(rows).onConflictDoNothing();
}
