import { formatMoney } from '#contract/money.ts';
import { BUYER_ROLES, type BuyerRole } from '#contract/sales/buyers/buyersRules.ts';
import { maskDocument, maskPhone } from '#server/kernel/mask.ts';
import type { FormValues } from './precontracts.form.ts';

const LABELS: Readonly<Record<keyof FormValues, string>> = {
  nombre: 'Nombre',
  celular: 'Celular',
  email: 'Correo',
  tipo_documento: 'Tipo de documento',
  cedula: 'Documento',
  sector_trabajo: 'Sector',
  estatus_laboral: 'Estatus laboral',
  forma_pago: 'Forma de pago',
  origen: 'Origen',
  numero_camp: 'Número de campaña',
  grupo_familiar: 'Grupo familiar',
};
const NOTHING = 'vacío';

/** `a***@correo.test`: recognizable for someone who knows the address. */
const maskEmail = (email: string) => email.replace(/^(.)[^@]*/u, '$1***');

function shown(field: keyof FormValues, value: FormValues[keyof FormValues] | undefined): string {
  if (value === null || value === undefined || value === '') return NOTHING;
  if (Array.isArray(value)) return value.length === 1 ? '1 persona' : `${value.length} personas`;
  const text = String(value);
  if (field === 'celular') return maskPhone(text);
  if (field === 'cedula') return maskDocument(text);
  return field === 'email' ? maskEmail(text) : text;
}

/**
 * Describes a form change, one sentence per field, personal numbers masked. The audit log stores it and the activity
 * shows it.
 */
export function editWords(before: FormValues, after: FormValues): string[] {
  return (Object.keys(LABELS) as (keyof FormValues)[]).flatMap((field) => {
    if (JSON.stringify(before[field] ?? null) === JSON.stringify(after[field] ?? null)) return [];
    const [from, to] = [shown(field, before[field]), shown(field, after[field])];
    return [from === to ? `${LABELS[field]}: otros datos` : `${LABELS[field]}: ${from} → ${to}`];
  });
}

/** Describes an action of the audit log in words. Older entries may have less data. */
export function deedWords(action: string, data: Readonly<Record<string, unknown>>): string | null {
  const { words, fields, totalCents, parts, role } = data;
  if (action === 'editar') {
    const told = Array.isArray(words) && words.length > 0 ? words : fields;
    return Array.isArray(told) && told.length > 0 ? told.join(' · ') : null;
  }
  if (typeof role === 'string') return BUYER_ROLES[role as BuyerRole] ?? null;
  if (typeof parts !== 'number') return null;
  const many = parts === 1 ? '1 cuota' : `${parts} cuotas`;
  return typeof totalCents === 'number' ? `Abono de ${formatMoney(totalCents)} en ${many}` : many;
}
