import { formatMoney } from '#contract/money.ts';
import { Notice } from '#web/customer/components/Notice.tsx';
import { AmountField } from './AmountField.tsx';
import { FormStep, type StepProps } from './FormStep.tsx';
import { PaperField } from './PaperField.tsx';
import { PayToBox } from './PayToBox.tsx';
import { HINTS } from './paperTexts.ts';
import { usePrecontract } from './usePrecontract.ts';

/** The separation: proof and amount together, or neither (rulings.md 21). */
export function StepPayment(props: StepProps) {
  const { data, faults } = usePrecontract();
  const { separationCents, reservationHours, payTo } = data;
  return (
    <FormStep
      {...props}
      id="pago"
      title="La separación"
      lead={`Son ${formatMoney(separationCents)} y forman parte del precio de tu casa.`}
    >
      <Notice title="¿Todavía no has pagado? No hay problema">
        Sigue y envía tu formulario: tienes {reservationHours} horas para pagar y enviarnos el comprobante.
      </Notice>
      {payTo && <PayToBox payTo={payTo} reference={data.sale.code} dueCents={separationCents} />}
      <PaperField
        field="archivo_comprobante"
        label="Comprobante de pago"
        hint={HINTS.archivo_comprobante}
        error={faults['archivo_comprobante']}
      />
      <AmountField
        what="La separación"
        dueCents={separationCents}
        defaultValue={data.values.monto_pagado}
        hint="En dólares. Va junto con el comprobante."
        error={faults['monto_pagado']}
        required={false}
      />
    </FormStep>
  );
}
