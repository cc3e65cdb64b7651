import { Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import type { Answer } from '#contract/endpoint.ts';
import { interestToday } from '#contract/projects/interest/endpoints.ts';
import { Region, REGION_NAMES } from '#contract/projects/interest/model.ts';
import { IsoDate } from '#contract/dates.ts';
import { formatMoney } from '#contract/money.ts';
import { computeQuote } from '#contract/sales/quotes/compute.ts';
import { QuoteTerms } from '#contract/sales/quotes/model.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { LoanView, RatioView } from './OutcomeView.tsx';
import { CheckField, DayField, MoneyField, NumberField, OptionField } from '#web/office/ui/form/fields.tsx';
import { useFields } from '#web/office/ui/form/useFields.ts';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';

type Today = Answer<typeof interestToday>['data'];

const Asked = QuoteTerms.pick({
  abono_percent: true,
  tasa_percent: true,
  plazo_meses: true,
  ingreso_centavos: true,
  deudas_centavos: true,
  vivienda_principal: true,
  primera_vivienda: true,
  residente: true,
  en_edificio: true,
  feci: true,
}).extend({ date: IsoDate, region: Region, price: z.number().int().min(1) });

function outcomeOf(today: Today, asked: z.input<typeof Asked>) {
  const read = Asked.safeParse(asked);
  if (!read.success) return null;
  const { date, region, price, ...terms } = read.data;
  return computeQuote({
    date,
    project_id: 0,
    region,
    model_centavos: price,
    lot_premium_centavos: 0,
    separation_centavos: 0,
    terms: QuoteTerms.parse(terms),
    rules: today.rules,
    costs: today.costs,
    limits: today.limits,
  });
}

/**
 * Estimates a loan during a conversation: price, region and income in; subsidy, installments and debt ratio out. Saves
 * nothing.
 */
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
  const form = useFields({
    schema: Asked,
    initial: {
      date: today.date,
      region: 1,
      price: 7_500_000,
      abono_percent: today.down_payment_percent,
      tasa_percent: today.rate_percent,
      plazo_meses: today.term_months,
      vivienda_principal: true,
      primera_vivienda: true,
      residente: true,
    },
  });
  const { values } = form;
  const result = outcomeOf(today, form.body());
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
      <Paper withBorder p="md">
        <Stack gap="md">
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <MoneyField of={form} name="price" label="Precio de la casa" />
            <OptionField
              of={form}
              name="region"
              label="Región"
              options={[
                { value: 1, label: REGION_NAMES[1] },
                { value: 2, label: REGION_NAMES[2] },
              ]}
            />
            <NumberField of={form} name="abono_percent" label="Abono" suffix=" %" decimalScale={3} />
            <NumberField of={form} name="tasa_percent" label="Tasa del banco" suffix=" %" decimalScale={3} />
            <NumberField of={form} name="plazo_meses" label="Plazo en meses" />
            <DayField of={form} name="date" label="Fecha" />
            <MoneyField of={form} name="ingreso_centavos" label="Ingreso familiar al mes" />
            <MoneyField of={form} name="deudas_centavos" label="Otras deudas al mes" />
          </SimpleGrid>
          <CheckField of={form} name="vivienda_principal" label="Será su vivienda principal" />
          <CheckField of={form} name="primera_vivienda" label="No tiene otra vivienda inscrita" />
          <CheckField of={form} name="residente" label="Es panameño o residente permanente" />
          <CheckField of={form} name="en_edificio" label="La vivienda está en un edificio" />
          <CheckField of={form} name="feci" label="El préstamo paga FECI (1 %)" />
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
