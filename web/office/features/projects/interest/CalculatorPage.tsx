import { Checkbox, NativeSelect, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { NumberField } from '#web/office/ui/NumberField.tsx';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { Answer } from '#contract/endpoint.ts';
import { interestToday } from '#contract/projects/interest/endpoints.ts';
import { REGION_NAMES } from '#contract/projects/interest/model.ts';
import { formatMoney } from '#contract/money.ts';
import { computeQuote } from '#contract/sales/quotes/compute.ts';
import { QuoteTerms } from '#contract/sales/quotes/model.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { LoanView, RatioView } from '#web/office/features/sales/quotes/OutcomeView.tsx';
import { DayInput } from '#web/office/ui/DayInput.tsx';
import { MoneyInput } from '#web/office/ui/MoneyInput.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';

type Today = Answer<typeof interestToday>['data'];

interface Values {
  date: string;
  region: string;
  price: number | null;
  abono_percent: number | string;
  tasa_percent: number | string;
  plazo_meses: number | string;
  ingreso: number | null;
  deudas: number | null;
  vivienda_principal: boolean;
  primera_vivienda: boolean;
  residente: boolean;
  en_edificio: boolean;
  feci: boolean;
}

function outcomeOf(today: Today, values: Values) {
  const terms = QuoteTerms.safeParse({
    abono_percent: Number(values.abono_percent),
    tasa_percent: Number(values.tasa_percent),
    plazo_meses: Number(values.plazo_meses),
    ingreso_centavos: values.ingreso,
    deudas_centavos: values.deudas ?? 0,
    vivienda_principal: values.vivienda_principal,
    primera_vivienda: values.primera_vivienda,
    residente: values.residente,
    en_edificio: values.en_edificio,
    feci: values.feci,
  });
  if (!terms.success || !values.price || values.date === '') return null;
  return computeQuote({
    date: values.date,
    project_id: 0,
    region: values.region === '1' ? 1 : 2,
    model_centavos: values.price,
    lot_premium_centavos: 0,
    separation_centavos: 0,
    terms: terms.data,
    rules: today.rules,
    costs: today.costs,
    limits: today.limits,
  });
}

/** A house's installment while one talks: price, region and income in; subsidy, installments and light out. Keeps nothing. */
export function CalculatorPage() {
  const { data, error } = useQuery(queryOf(interestToday, {}));
  if (error) throw error;
  return (
    <>
      <PageHeader
        title="Calculadora"
        count={null}
        text="Letra con y sin interés preferencial, gastos y semáforo. No guarda nada: para eso está la proforma."
      />
      {data ? <Calculator today={data.data} /> : <PendingPage />}
    </>
  );
}

function Calculator({ today }: { today: Today }) {
  const form = useForm<Values>({
    initialValues: {
      date: '',
      region: '1',
      price: 7_500_000,
      abono_percent: '',
      tasa_percent: '',
      plazo_meses: '',
      ingreso: null,
      deudas: null,
      vivienda_principal: true,
      primera_vivienda: true,
      residente: true,
      en_edificio: false,
      feci: false,
    },
  });
  const begin = useEffectEvent(() =>
    form.setValues({
      date: today.date,
      abono_percent: today.down_payment_percent,
      tasa_percent: today.rate_percent,
      plazo_meses: today.term_months,
    }),
  );
  useEffect(() => begin(), []);
  const { values } = form;
  const result = outcomeOf(today, values);
  const amount = (name: 'price' | 'ingreso' | 'deudas', label: string) => (
    <MoneyInput
      label={label}
      centavos={values[name]}
      onCentavos={(cents) => form.setFieldValue(name, cents)}
    />
  );
  const tick = (name: string) => form.getInputProps(name, { type: 'checkbox' });
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
      <Paper withBorder p="md">
        <Stack gap="md">
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            {amount('price', 'Precio de la casa')}
            <NativeSelect
              label="Región"
              data={[
                { value: '1', label: REGION_NAMES[1] },
                { value: '2', label: REGION_NAMES[2] },
              ]}
              {...form.getInputProps('region')}
            />
            <NumberField
              label="Abono"
              suffix=" %"
              decimalScale={3}
              {...form.getInputProps('abono_percent')}
            />
            <NumberField
              label="Tasa del banco"
              suffix=" %"
              decimalScale={3}
              {...form.getInputProps('tasa_percent')}
            />
            <NumberField label="Plazo en meses" {...form.getInputProps('plazo_meses')} />
            <DayInput label="Fecha" value={values.date} onChange={(day) => form.setFieldValue('date', day)} />
            {amount('ingreso', 'Ingreso familiar al mes')}
            {amount('deudas', 'Otras deudas al mes')}
          </SimpleGrid>
          <Checkbox label="Será su vivienda principal" {...tick('vivienda_principal')} />
          <Checkbox label="No tiene otra vivienda inscrita" {...tick('primera_vivienda')} />
          <Checkbox label="Es panameño o residente permanente" {...tick('residente')} />
          <Checkbox label="La vivienda está en un edificio" {...tick('en_edificio')} />
          <Checkbox label="El préstamo paga FECI (1 %)" {...tick('feci')} />
        </Stack>
      </Paper>
      <Paper withBorder p="md" component="section" aria-live="polite" aria-label="Resultado">
        {result && result.monthly_centavos !== null ? (
          <Stack gap="md">
            <div>
              <Title order={2} size="h4">
                Letra de {formatMoney(result.monthly_centavos)} al mes
              </Title>
              <Text size="sm" className="figures">
                Abono {formatMoney(result.down_centavos)} · se financian{' '}
                {formatMoney(result.financed_centavos)}
              </Text>
            </div>
            <RatioView ratio={result.ratio} income={result.income_needed_centavos} />
            <LoanView result={result} months={Number(values.plazo_meses)} />
            <div>
              <Title order={3} size="h5">
                Gastos de cierre del comprador
              </Title>
              <Text size="sm" className="figures">
                {formatMoney(result.costs_centavos)} · total a pagar {formatMoney(result.total_centavos)}
              </Text>
            </div>
            {result.notes.map((note) => (
              <Text key={note} size="sm" c="dimmed">
                {note}
              </Text>
            ))}
          </Stack>
        ) : (
          <Text size="sm" c="dimmed">
            Completa precio, abono, tasa y plazo.
          </Text>
        )}
      </Paper>
    </SimpleGrid>
  );
}
