import { kinships } from '#contract/company/catalogs/peopleLists.ts';
import { CEDULA_ERROR } from '#contract/cedula.ts';
import type { FieldError } from '#contract/errors.ts';
import { documentError, readDocument } from '#contract/identity.ts';
import { NEEDS_NO_CONSENT } from '#contract/sales/purchase/rules.ts';
import type { SaleChange } from '#contract/sales/sale/model.ts';
import type { Context } from '#server/kernel/context.ts';
import { invalid } from '#server/kernel/errors.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import { readSettings } from '#server/modules/company/settings/settings.service.ts';
import type { FormValues } from './precontracts.form.ts';

/** The changed fields of a form, without consents, model and version. */
export type FormChange = Omit<
  SaleChange,
  'version' | 'modelo_id' | 'consentimiento_datos' | 'consentimiento_apc'
>;

/**
 * Checks that need catalogs, settings or the rest of the form, and the data consent when more than name, phone and
 * email is written (rulings.md 17). Returns the change with document numbers in the stored format. Raises 422 at the
 * fields.
 */
export async function checkForm(
  ctx: Pick<Context, 'db'>,
  change: FormChange,
  known: { form: FormValues | null; agreed: boolean; received: boolean },
): Promise<FormChange> {
  const faults: FieldError[] = [];
  if (isPersonal(change) && !known.agreed)
    faults.push({
      field: 'consentimiento_datos',
      message: 'Antes de escribir más datos, el cliente debe dar su permiso para usarlos.',
    });
  const { cedulaMaxAsiento } = await readSettings(ctx.db);
  const type = change.tipo_documento ?? known.form?.tipo_documento ?? 'cedula';
  const typed = change.cedula ?? (change.tipo_documento ? known.form?.cedula : undefined);
  const number = typed ? readDocument(type, typed, cedulaMaxAsiento) : undefined;
  if ((typed || (known.received && typed === '')) && number === undefined)
    faults.push({ field: 'cedula', message: documentError(type) });

  const labels = await catalogLabels(ctx.db, kinships);
  const family = change.grupo_familiar?.map((member, at) => {
    const cedula = member.cedula ? (readDocument('cedula', member.cedula, cedulaMaxAsiento) ?? null) : null;
    if (member.cedula && cedula === null)
      faults.push({ field: `grupo_familiar[${at}][cedula]`, message: CEDULA_ERROR });
    if (!labels.has(member.parentesco_id))
      faults.push({
        field: `grupo_familiar[${at}][parentesco_id]`,
        message: 'Elige el parentesco de la lista.',
      });
    return { ...member, cedula };
  });
  if (faults.length > 0) throw invalid(faults);
  return {
    ...change,
    ...(number !== undefined && { cedula: number }),
    ...(family && { grupo_familiar: family }),
  };
}

const isPersonal = (change: FormChange) =>
  Object.entries(change).some(
    ([field, value]) =>
      !NEEDS_NO_CONSENT.includes(field) && value !== undefined && value !== null && value !== '',
  );
