import { isEmptyRow, TEXT_FIELDS, type FamilyRow, type TextField } from '#contract/sales/purchase/rules.ts';
import type { FormValues } from '#contract/sales/purchase/pages.ts';
import { typed } from '#web/customer/lib/typed.ts';

/** The current values of the form. */
export interface FormState {
  fields: Record<TextField, string>;
  /** Non-empty rows in order, as the server counts them. */
  family: FamilyRow[];
  dataConsent: boolean;
  apcConsent: boolean;
}

const FAMILY_NAME = /^grupo_familiar\[(\d+)\]\[(nombre|cedula|parentesco)\]$/;

/** Reads the form. An unchecked or disabled choice is ''. */
export function readForm(form: HTMLFormElement): FormState {
  const sent = new FormData(form);
  return {
    fields: Object.fromEntries(TEXT_FIELDS.map((name) => [name, typed(sent, name)])) as Record<
      TextField,
      string
    >,
    family: familyRows(sent).map(({ row }) => row),
    dataConsent: sent.has('consentimiento_datos'),
    apcConsent: sent.has('consentimiento_apc'),
  };
}

/** Non-empty rows, with their index on the page (`at`). */
export function familyRows(sent: FormData): { at: number; row: FamilyRow }[] {
  const rows = new Map<number, FamilyRow>();
  for (const [name, value] of sent) {
    const [, at, column] = FAMILY_NAME.exec(name) ?? [];
    if (at === undefined || typeof value !== 'string') continue;
    const row = rows.get(Number(at)) ?? { nombre: '', cedula: '', parentesco: '' };
    rows.set(Number(at), { ...row, [column as keyof FamilyRow]: value });
  }
  return [...rows]
    .toSorted(([a], [b]) => a - b)
    .map(([at, row]) => ({ at, row }))
    .filter(({ row }) => !isEmptyRow(row));
}

/** Maps a row index of the server, which counts only non-empty rows, to the index on the page. */
export function placeFamilyFault(field: string, rows: readonly { at: number }[]): string {
  const [, counted, column] = FAMILY_NAME.exec(field) ?? [];
  const at = counted === undefined ? undefined : rows[Number(counted)]?.at;
  return at === undefined ? field : `grupo_familiar[${at}][${column}]`;
}

/** The server's values at page load. Two radio groups that always have a value start with the usual option. */
export const stateOf = (values: FormValues, consents: { datos: boolean; apc: boolean }): FormState => {
  const { grupo_familiar, ...texts } = values;
  const fields = {
    ...texts,
    tipo_documento: texts.tipo_documento || 'cedula',
    forma_pago: texts.forma_pago || 'hipoteca',
  };
  return { fields, family: grupo_familiar, dataConsent: consents.datos, apcConsent: consents.apc };
};
