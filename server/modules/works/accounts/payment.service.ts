import { panamaDay } from '#contract/dates.ts';
import type { FieldError } from '#contract/errors.ts';
import type { AccountStatusChange } from '#contract/works/accounts/model.ts';
import type { Context } from '#server/kernel/context.ts';
import { invalid } from '#server/kernel/errors.ts';
import { payingAccount } from '#server/modules/projects/bankAccounts/paying.service.ts';

/** What a payment writes on its account. Raises 422 at `params[…]`. */
export async function paymentOf(
  ctx: Context,
  { projectId }: { projectId: number },
  account: { measuredOn: string },
  {
    fecha,
    banco,
    referencia,
    cuenta_id,
  }: Pick<AccountStatusChange, 'fecha' | 'banco' | 'cuenta_id' | 'referencia'>,
) {
  const from = await payingAccount(ctx, projectId, { id: cuenta_id, field: 'params[cuenta_id]' });
  const bank = banco ?? from?.bank;
  const faults: FieldError[] = [];
  if (!fecha) faults.push({ field: 'params[fecha]', message: 'Escribe el día del pago.' });
  else if (fecha > panamaDay(ctx.now))
    faults.push({ field: 'params[fecha]', message: 'La fecha no puede ser posterior a hoy.' });
  else if (fecha < account.measuredOn)
    faults.push({ field: 'params[fecha]', message: 'No puede ser antes de la medición.' });
  if (!bank) faults.push({ field: 'params[banco]', message: 'Escribe el banco.' });
  if (!referencia)
    faults.push({
      field: 'params[referencia]',
      message: 'Escribe el número de la transferencia o del cheque.',
    });
  if (faults.length > 0) throw invalid(faults);
  return { paidOn: fecha!, paidBank: bank!, paidFromId: from?.id ?? null, paidReference: referencia! };
}
