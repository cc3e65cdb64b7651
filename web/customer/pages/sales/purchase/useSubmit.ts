import { useState } from 'react';
import type { FieldError } from '#contract/errors.ts';
import { MESSAGES } from '#contract/errors.ts';
import { LOT_TAKEN } from '#contract/sales/claims/claims.ts';
import type { submitPrecontract } from '#contract/sales/purchase/endpoints.ts';
import type { Submitted } from '#contract/sales/purchase/model.ts';
import { PAPER_FIELDS } from '#contract/sales/purchase/rules.ts';
import { usePost } from '#web/customer/lib/usePost.ts';
import { checkForm } from './checkForm.ts';
import { useConfirmFirst } from './useConfirmFirst.tsx';
import { familyRows, placeFamilyFault, readForm } from './formState.ts';
import { isStuck } from './formSteps.ts';
import { amountFault } from './paymentFault.ts';
import { FIRMA, saveDrawing } from './saveDrawing.ts';
import type { Precontract } from './usePrecontract.ts';

/** Submits the form: first validates it, then waits for the uploads. */
export function useSubmit({ data, form, papers, pad, setFaults, setFault }: Precontract) {
  const { busy, error, setError, setBusy, send } = usePost<typeof submitPrecontract>();
  const [waiting, setWaiting] = useState(false);
  const confirming = useConfirmFirst(() => void submit());

  function refuse(errors: readonly FieldError[], message: string = MESSAGES.INVALID_CUSTOMER) {
    const rows = form.current ? familyRows(new FormData(form.current)) : [];
    const placed = errors.map((one) => ({ ...one, field: placeFamilyFault(one.field, rows) }));
    setFaults(placed);
    setError({ message, code: 'INVALID', errors: placed });
    setBusy(false);
  }

  async function submit(): Promise<void> {
    if (!form.current || busy) return;
    const faults = checkForm(readForm(form.current), {
      hasModel: !data.missing.some(({ field }) => field === 'lote_id') || chosenLot(form.current) !== '',
      proof: papers.has('archivo_comprobante'),
      maxEntry: data.cedulaMaxEntry,
    });
    const amount = amountFault(new FormData(form.current), 'La separación', data.separationCents);
    if (amount) faults.push(amount);
    if (faults.length > 0) return refuse(faults);
    setBusy(true);
    // A drawing that was not saved is uploaded too: the buyer meant it as the signature.
    const wrong = await saveDrawing({ pad, papers, setFault }, { empty: 'pass' });
    if (wrong) return refuse([{ field: FIRMA, message: wrong }]);
    setWaiting(true);
    const stuck = (await papers.settled()).filter(isStuck);
    setWaiting(false);
    if (stuck.length > 0)
      return refuse(
        stuck.map(({ field, name }) => ({
          field,
          message: `«${name}» no terminó de subir: reinténtalo o quítalo.`,
        })),
      );
    const outcome = await send('/clientes/precontrato', bodyOf(form.current));
    if (outcome.ok) {
      location.assign(nextAddress(outcome.answer));
    } else if (confirming.asked(outcome.error, data.sale.id)) setBusy(false);
    else if (outcome.error.code === LOT_TAKEN)
      refuse([{ field: 'lote_id', message: outcome.error.message }], outcome.error.message);
    else if (outcome.error.errors) refuse(outcome.error.errors);
  }
  return { busy, error, submit, waiting, confirming: confirming.window };
}

/** URL of the next page: with the code, else the id, else neither (spec §2.1, rulings.md 19). */
export const nextAddress = ({
  redirect,
  precontratoCodigo,
  precontratoId,
}: Pick<Submitted, 'redirect'> & Partial<Submitted>): string =>
  `${redirect}${precontratoCodigo ?? precontratoId ?? ''}`;

const chosenLot = (form: HTMLFormElement) => new FormData(form).get('lote_id') ?? '';

/** The fields without the files, which are uploaded separately. */
function bodyOf(form: HTMLFormElement): FormData {
  const body = new FormData(form);
  for (const field of PAPER_FIELDS) for (const name of [field, `${field}[]`]) body.delete(name);
  body.delete('monto_confirmado');
  return body;
}
