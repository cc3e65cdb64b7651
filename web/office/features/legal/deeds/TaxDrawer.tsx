import { Text } from '@mantine/core';
import { z } from 'zod';
import { DEED_FILE, payDeedTax } from '#contract/legal/deeds/endpoints.ts';
import type { Deed } from '#contract/legal/deeds/model.ts';
import { DEED_TAXES, type DeedTaxKind } from '#contract/legal/deeds/taxes.ts';
import { formatMoney, formatPercent, moneyText } from '#contract/money.ts';
import { upload } from '#web/office/lib/call.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import {
  CheckField,
  DayField,
  FileField,
  LongTextField,
  MoneyTextField,
  TextField,
} from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { formDataOf } from '#web/office/ui/form/values.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

const WithFile = payDeedTax.body
  .omit({ impuesto: true, exento: true })
  .extend({ exento: z.boolean(), archivo: z.file().nullish() });

interface TaxDrawerProps {
  deed: Deed;
  kind: DeedTaxKind;
  onClose: () => void;
}

/** The receipt of a tax of a deed, or why it is exempt. */
export function TaxDrawer({ deed, kind, onClose }: TaxDrawerProps) {
  const today = useToday();
  const tax = deed.taxes.find((one) => one.kind === kind)!;
  const form = useRecordForm({
    schema: WithFile,
    initial: {
      exento: tax.paid !== null && tax.paid.exempt_reason !== null,
      boleta: tax.paid?.receipt ?? '',
      fecha: tax.paid?.paid_on ?? today,
      monto: moneyText(tax.paid?.centavos || tax.computed_centavos),
      motivo: tax.paid?.exempt_reason ?? '',
    },
    send: ({ exento, monto, ...body }, as) =>
      upload(
        payDeedTax,
        {
          params: { id: deed.id },
          body: formDataOf({
            ...body,
            impuesto: kind,
            exento: exento ? '1' : '0',
            ...(!exento && monto && { monto }),
          }),
        },
        as,
      ),
    success: 'Impuesto registrado.',
    onDone: onClose,
  });
  const exempt = form.values.exento === true;
  return (
    <FormDrawer
      title={`${DEED_TAXES[kind]} · ${deed.name}`}
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Guardar impuesto"
    >
      <Text size="sm">
        {tax.percent === null
          ? 'No hay una tasa en vigor: agrégala en «Tasas».'
          : `${formatPercent(tax.percent)} sobre ${formatMoney(tax.base_centavos)} = ${formatMoney(tax.computed_centavos)}. Lo paga la promotora.`}
      </Text>
      <CheckField of={form} name="exento" label="Esta vivienda está exenta" />
      {exempt ? (
        <LongTextField of={form} name="motivo" label="Por qué está exenta" required maxLength={300} />
      ) : (
        <>
          <TextField of={form} name="boleta" label="Boleta n.º" required maxLength={40} />
          <MoneyTextField of={form} name="monto" label="Monto pagado" required />
        </>
      )}
      <DayField of={form} name="fecha" label={exempt ? 'Fecha' : 'Pagado el'} maxDate={today} />
      <FileField
        of={form}
        name="archivo"
        label="Boleta"
        field={DEED_FILE}
        kept={tax.paid?.file ?? undefined}
      />
    </FormDrawer>
  );
}
