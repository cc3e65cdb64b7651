import type { givePermit } from '#contract/sales/purchase/endpoints.ts';
import type { Asked } from '#contract/sales/purchase/asked.ts';
import { ActForm } from '#web/customer/components/ActForm.tsx';
import type { Look } from '#web/customer/components/Button.tsx';

/** The requested consents: the full text of each, and its button. */
export function PermitForms({
  saleId,
  permits,
  look = 'primary',
}: {
  saleId: number;
  permits: Readonly<Asked['consents']>;
  look?: Look;
}) {
  return permits.map(({ kind, text }) => (
    <ActForm<typeof givePermit>
      key={kind}
      action={`/clientes/mi-compra/${saleId}/permiso`}
      button={kind === 'datos' ? 'Acepto' : 'Autorizo'}
      look={look}
    >
      <input type="hidden" name="permiso" value={kind} />
      <p>{text}</p>
    </ActForm>
  ));
}
