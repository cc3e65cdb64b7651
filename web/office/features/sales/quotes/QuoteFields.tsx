import { ActionIcon, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { banks } from '#contract/company/catalogs/moneyLists.ts';
import { formatPercent } from '#contract/money.ts';
import type { QuoteFigures, QuoteTerms } from '#contract/sales/quotes/model.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import {
  CheckField,
  DayField,
  LongTextField,
  MoneyField,
  NumberField,
  OptionField,
  TextField,
} from '#web/office/ui/form/fields.tsx';
import { rowsOf, type RecordFormOf } from '#web/office/ui/form/useFields.ts';

interface Props {
  of: RecordFormOf<typeof QuoteTerms>;
}

/** Extras, discount and down payment. */
export function PriceFields({ of, figures }: Props & { figures: QuoteFigures | undefined }) {
  const { rows, add, remove } = rowsOf(of, 'extras');
  return (
    <>
      <Stack gap="xs">
        {rows.map((extra, at) => (
          <Group key={extra.at} gap="xs" align="flex-end" wrap="nowrap">
            <TextField
              of={extra}
              name="nombre"
              aria-label={`Extra ${at + 1}`}
              placeholder="Extra"
              style={{ flex: 1 }}
            />
            <MoneyField of={extra} name="centavos" aria-label={`Monto del extra ${at + 1}`} w={140} />
            <ActionIcon
              variant="default"
              size={36}
              aria-label={`Quitar el extra ${at + 1}`}
              onClick={() => remove(at)}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </Group>
        ))}
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => add({ nombre: '' })}
        >
          Agregar extra
        </Button>
      </Stack>
      <MoneyField
        of={of}
        name="descuento_centavos"
        label="Descuento"
        description={
          figures &&
          `Sin aprobación, hasta ${formatPercent(figures.my_discount)}; con aprobación, hasta ${formatPercent(figures.max_discount)}.`
        }
      />
      {(of.values.descuento_centavos ?? 0) > 0 && (
        <TextField of={of} name="descuento_motivo" label="Por qué" required maxLength={200} />
      )}
      <SimpleGrid cols={2}>
        <NumberField
          of={of}
          name="abono_percent"
          label="Abono (%)"
          required={false}
          suffix=" %"
          decimalScale={3}
          min={0}
          max={100}
        />
        <MoneyField of={of} name="abono_centavos" label="O un monto" />
        <NumberField of={of} name="cuotas" label="Cuotas del abono" min={0} max={60} />
        <DayField of={of} name="primera_cuota" label="Primera cuota" />
      </SimpleGrid>
    </>
  );
}

/** Bank, rate, term and the law's conditions on the buyer. */
export function LoanFields({ of }: Props) {
  const list = useOptions(queryOf(banks.list, {}));
  return (
    <>
      <OptionField
        of={of}
        name="forma_pago"
        label="Forma de pago"
        options={[
          { value: 'hipoteca', label: 'Hipoteca' },
          { value: 'contado', label: 'Contado' },
        ]}
      />
      {of.values.forma_pago === 'hipoteca' && (
        <>
          <OptionField
            of={of}
            name="banco_id"
            label="Banco"
            nothing="Por elegir"
            options={list.map(({ id, nombre }) => ({ value: id, label: nombre }))}
          />
          <SimpleGrid cols={2}>
            <NumberField
              of={of}
              name="tasa_percent"
              label="Tasa del banco (%)"
              suffix=" %"
              decimalScale={3}
            />
            <NumberField of={of} name="plazo_meses" label="Plazo en meses" />
            <MoneyField of={of} name="ingreso_centavos" label="Ingreso familiar al mes" />
            <MoneyField of={of} name="deudas_centavos" label="Otras deudas al mes" />
          </SimpleGrid>
          <Text size="sm" fw={500}>
            Para el interés preferencial
          </Text>
          <CheckField of={of} name="vivienda_principal" label="Será su vivienda principal" />
          <CheckField of={of} name="primera_vivienda" label="No tiene otra vivienda inscrita" />
          <CheckField of={of} name="residente" label="Es panameño o residente permanente" />
          <CheckField of={of} name="en_edificio" label="La vivienda está en un edificio" />
          <CheckField of={of} name="feci" label="El préstamo paga FECI (1 %)" />
        </>
      )}
      <LongTextField of={of} name="nota" label="Nota para el cliente" maxLength={600} />
    </>
  );
}
