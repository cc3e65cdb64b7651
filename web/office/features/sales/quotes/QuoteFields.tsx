import {
  ActionIcon,
  Button,
  Checkbox,
  Group,
  NativeSelect,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { NumberField } from '#web/office/ui/NumberField.tsx';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { banks } from '#contract/company/catalogs/moneyLists.ts';
import { formatPercent } from '#contract/money.ts';
import type { QuoteFigures } from '#contract/sales/quotes/model.ts';
import type { FieldsOf } from '#web/office/lib/formErrors.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { DayInput } from '#web/office/ui/DayInput.tsx';
import { MoneyInput } from '#web/office/ui/MoneyInput.tsx';
import type { QuoteValues } from './quoteForm.ts';

type Fields = FieldsOf<QuoteValues>;

/** An amount of the form by its name. */
const amountOf = (
  form: Fields,
  name: 'descuento_centavos' | 'abono_centavos' | 'ingreso_centavos' | 'deudas_centavos',
) => ({
  centavos: form.values[name],
  onCentavos: (cents: number | null) => form.setFieldValue(name, cents),
  error: form.errors[name],
  'data-path': name,
});

/** Extras, discount and abono. */
export function PriceFields({ form, figures }: { form: Fields; figures: QuoteFigures | undefined }) {
  return (
    <>
      <Stack gap="xs">
        {form.values.extras.map((extra, at) => (
          <Group
            // oxlint-disable-next-line react/no-array-index-key -- rows have no other name
            key={at}
            gap="xs"
            align="flex-end"
            wrap="nowrap"
          >
            <TextInput
              label={at === 0 ? 'Extra' : undefined}
              aria-label={`Extra ${at + 1}`}
              style={{ flex: 1 }}
              {...form.getInputProps(`extras.${at}.nombre`)}
            />
            <MoneyInput
              label={at === 0 ? 'Monto' : ''}
              aria-label={`Monto del extra ${at + 1}`}
              w={140}
              centavos={extra.centavos}
              onCentavos={(cents) => form.setFieldValue(`extras.${at}.centavos`, cents)}
              error={form.errors[`extras.${at}.centavos`]}
            />
            <ActionIcon
              variant="default"
              size={36}
              aria-label={`Quitar el extra ${at + 1}`}
              onClick={() => form.removeListItem('extras', at)}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </Group>
        ))}
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => form.insertListItem('extras', { nombre: '', centavos: null })}
        >
          Agregar extra
        </Button>
      </Stack>
      <MoneyInput
        label="Descuento"
        description={
          figures &&
          `Sin aprobación, hasta ${formatPercent(figures.my_discount)}; con aprobación, hasta ${formatPercent(figures.max_discount)}.`
        }
        {...amountOf(form, 'descuento_centavos')}
      />
      {(form.values.descuento_centavos ?? 0) > 0 && (
        <TextInput label="Por qué" required maxLength={200} {...form.getInputProps('descuento_motivo')} />
      )}
      <SimpleGrid cols={2}>
        <NumberField
          label="Abono (%)"
          suffix=" %"
          decimalScale={3}
          min={0}
          max={100}
          {...form.getInputProps('abono_percent')}
        />
        <MoneyInput label="O un monto" {...amountOf(form, 'abono_centavos')} />
        <NumberField label="Cuotas del abono" min={0} max={60} {...form.getInputProps('cuotas')} />
        <DayInput
          label="Primera cuota"
          value={form.values.primera_cuota}
          onChange={(day) => form.setFieldValue('primera_cuota', day)}
          error={form.errors['primera_cuota']}
        />
      </SimpleGrid>
    </>
  );
}

/** Bank, rate and term, and what the law asks of the buyer. */
export function LoanFields({ form }: { form: Fields }) {
  const list = useOptions(queryOf(banks.list, {}));
  const tick = (name: string) => form.getInputProps(name, { type: 'checkbox' });
  return (
    <>
      <NativeSelect
        label="Forma de pago"
        data={[
          { value: 'hipoteca', label: 'Hipoteca' },
          { value: 'contado', label: 'Contado' },
        ]}
        {...form.getInputProps('forma_pago')}
      />
      {form.values.forma_pago === 'hipoteca' && (
        <>
          <NativeSelect
            label="Banco"
            data={[
              { value: '', label: 'Por escoger' },
              ...list.map((one) => ({ value: String(one.id), label: one.nombre })),
            ]}
            {...form.getInputProps('banco_id')}
          />
          <SimpleGrid cols={2}>
            <NumberField
              label="Tasa del banco (%)"
              required
              suffix=" %"
              decimalScale={3}
              {...form.getInputProps('tasa_percent')}
            />
            <NumberField label="Plazo en meses" required {...form.getInputProps('plazo_meses')} />
            <MoneyInput label="Ingreso familiar al mes" {...amountOf(form, 'ingreso_centavos')} />
            <MoneyInput label="Otras deudas al mes" {...amountOf(form, 'deudas_centavos')} />
          </SimpleGrid>
          <Text size="sm" fw={500}>
            Para el interés preferencial
          </Text>
          <Checkbox label="Será su vivienda principal" {...tick('vivienda_principal')} />
          <Checkbox label="No tiene otra vivienda inscrita" {...tick('primera_vivienda')} />
          <Checkbox label="Es panameño o residente permanente" {...tick('residente')} />
          <Checkbox label="La vivienda está en un edificio" {...tick('en_edificio')} />
          <Checkbox label="El préstamo paga FECI (1 %)" {...tick('feci')} />
        </>
      )}
      <Textarea
        label="Nota para el cliente"
        autosize
        minRows={2}
        maxLength={600}
        {...form.getInputProps('nota')}
      />
    </>
  );
}
