import { Button, Group, Stack, Text } from '@mantine/core';
import { showMonth } from '#contract/dates.ts';
import { formatMoney, formatPercent } from '#contract/money.ts';
import { decideRate, removePrice } from '#contract/money/interimLoans/endpoints.ts';
import { DAY_COUNTS } from '#contract/money/interimLoans/interest.ts';
import type { Loan } from '#contract/money/interimLoans/model.ts';
import { useAction } from '#web/office/lib/query.ts';
import { useDrawer } from '#web/office/lib/useDrawer.ts';
import { DateText } from '#web/office/ui/DateText.tsx';
import { ReasonedButton } from '#web/office/ui/ReasonedButton.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { ShortTable } from '#web/office/ui/ShortTable.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { PriceDrawer } from './PriceDrawer.tsx';
import { RateDrawer } from './RateDrawer.tsx';

type Rate = Loan['rates'][number];

/** The rates by their first day; a proposed one counts when another person approves it. */
export function LoanRates({ loan }: { loan: Loan }) {
  const drawer = useDrawer('tasa');
  const decide = useAction(decideRate, { success: 'Tasa decidida.' });
  const run = (one: Rate, accept: boolean) =>
    decide.mutate({ params: { id: loan.id, rate: one.id }, body: { accept } });
  return (
    <Section
      title="Tasas"
      text={DAY_COUNTS[loan.day_count]}
      actions={
        loan.may.rate ? (
          <Button variant="default" size="xs" onClick={() => drawer.open()}>
            Cambiar la tasa
          </Button>
        ) : null
      }
    >
      <ShortTable
        label="Tasas"
        rows={loan.rates}
        rowId={({ id }) => id}
        rowHeads
        columns={[
          { title: 'Desde', render: ({ from }) => <DateText day={from} /> },
          { title: 'Tasa anual', align: 'right', render: ({ rate }) => formatPercent(rate) },
          {
            title: 'Aprobación',
            render: (one) =>
              one.approved_by ??
              (one.why_not === undefined ? (
                <StatePill tone="progress" label="Por aprobar" />
              ) : (
                <Group gap={4}>
                  <ReasonedButton size="compact-sm" whyNot={one.why_not} onClick={() => run(one, true)}>
                    Aprobar la tasa
                  </ReasonedButton>
                  <Button size="compact-sm" variant="subtle" color="red" onClick={() => run(one, false)}>
                    Rechazar la tasa
                  </Button>
                </Group>
              )),
          },
        ]}
      />
      {drawer.opened && <RateDrawer loan={loan} onClose={drawer.close} />}
    </Section>
  );
}

/** What the lender asks for each house. */
export function LoanPrices({ loan }: { loan: Loan }) {
  const drawer = useDrawer('precio');
  const remove = useAction(removePrice, { success: 'Precio quitado.' });
  return (
    <Section
      title="Precios de liberación"
      text={`Se pagan dentro de ${loan.release_days} días del desembolso del banco de la venta.`}
      actions={
        loan.may.price ? (
          <Button variant="default" size="xs" onClick={() => drawer.open()}>
            Otro precio
          </Button>
        ) : null
      }
    >
      <ShortTable
        label="Precios de liberación"
        rows={loan.prices}
        rowId={({ id }) => id}
        rowHeads
        columns={[
          {
            title: 'De',
            render: ({ model, lot }) =>
              lot ? `Lote ${lot.name}` : model ? `Modelo ${model.name}` : 'Cada vivienda',
          },
          {
            title: 'Precio',
            align: 'right',
            render: ({ cents, percent, least_centavos }) =>
              cents === null ? (
                <Stack gap={0}>
                  <Text size="sm">{formatPercent(percent!)} de la venta</Text>
                  {least_centavos > 0 && (
                    <Text size="xs" c="dimmed">
                      mínimo {formatMoney(least_centavos)}
                    </Text>
                  )}
                </Stack>
              ) : (
                formatMoney(cents)
              ),
          },
          {
            title: 'Acciones',
            quiet: true,
            render: ({ id, model, lot }) =>
              loan.may.price && (model || lot) ? (
                <Button
                  size="compact-sm"
                  variant="subtle"
                  color="red"
                  aria-label={`Quitar el precio de ${(lot ?? model)!.name}`}
                  onClick={() => remove.mutate({ params: { id: loan.id, price: id } })}
                >
                  Quitar
                </Button>
              ) : null,
          },
        ]}
      />
      {drawer.opened && <PriceDrawer loan={loan} onClose={drawer.close} />}
    </Section>
  );
}

/** The interest of each ended month. */
export function LoanMonths({ loan }: { loan: Loan }) {
  if (loan.months.length === 0) return null;
  return (
    <Section title="Interés por mes">
      <ShortTable
        label="Interés por mes"
        rows={loan.months}
        rowId={({ period }) => period}
        rowHeads
        columns={[
          { title: 'Mes', render: ({ until }) => showMonth(until) },
          { title: 'Días', align: 'right', render: ({ days }) => days },
          { title: 'Interés', money: ({ cents }) => cents, sum: true },
        ]}
      />
    </Section>
  );
}
