import { formatMoney, moneyText } from '#contract/money.ts';
import { TextField } from '../../components/Field.tsx';
import { Notice } from '../../components/Notice.tsx';
import { FormStep, type StepProps } from './FormStep.tsx';
import { PaperField } from './PaperField.tsx';
import { PayToBox } from './PayToBox.tsx';
import { HINTS } from './paperTexts.ts';
import { usePrecontract } from './usePrecontract.ts';

/** The separation: proof and amount together, or neither yet (rulings.md 21). */
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
        Sigue y envía tu formulario: tienes {reservationHours} horas para pagar y mandarnos el comprobante.
      </Notice>
      {payTo && <PayToBox payTo={payTo} />}
      <PaperField
        field="archivo_comprobante"
        label="Comprobante de pago"
        hint={HINTS.archivo_comprobante}
        error={faults['archivo_comprobante']}
      />
      <TextField
        label="Monto que pagaste"
        name="monto_pagado"
        inputMode="decimal"
        autoComplete="off"
        placeholder={moneyText(separationCents)}
        defaultValue={data.values.monto_pagado}
        hint="En dólares. Va junto con el comprobante."
        error={faults['monto_pagado']}
        mark={false}
      />
    </FormStep>
  );
}
