import { Anchor, Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { showDay } from '#contract/dates.ts';
import { formatMoney } from '#contract/money.ts';
import {
  changeDrawdownStatus,
  changeLoanPaymentStatus,
  changeReleaseStatus,
} from '#contract/money/interimLoans/endpoints.ts';
import type { Drawdown, Loan, LoanPayment, Release } from '#contract/money/interimLoans/model.ts';
import {
  DRAWDOWN_STATE as D,
  LOAN_PAYMENT_STATE as P,
  RELEASE_STATE as R,
} from '#contract/money/interimLoans/rules.ts';
import { useDrawer } from '#web/office/lib/useDrawer.ts';
import { DateText } from '#web/office/ui/DateText.tsx';
import { MoneyText } from '#web/office/ui/MoneyText.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { ShortTable } from '#web/office/ui/ShortTable.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { TwoLines } from '#web/office/ui/TwoLines.tsx';
import { LetterDrawer } from './LetterDrawer.tsx';
import { LoanPaidDrawer } from './LoanPaidDrawer.tsx';
import { ReceivedDrawer } from './ReceivedDrawer.tsx';
import { ReleaseDrawer } from './ReleaseDrawer.tsx';
import { StepButtons } from './StepButtons.tsx';

/** The drawdowns of a loan, the last first. */
export function LoanDrawdowns({ loan }: { loan: Loan }) {
  const [received, setReceived] = useState<Drawdown | null>(null);
  return (
    <Section title="Desembolsos">
      {loan.drawdowns.length === 0 && <Text c="dimmed">Aún no se pide ninguno.</Text>}
      {loan.drawdowns.length > 0 && (
        <ShortTable
          label="Desembolsos"
          rows={loan.drawdowns}
          rowId={({ id }) => id}
          rowHeads
          dimmed={({ state }) => state.id === D.refused}
          columns={[
            {
              title: 'Desembolso',
              render: ({ number, purpose, end_reason }) => (
                <TwoLines first={`${number}. ${purpose}`} second={end_reason ?? ''} />
              ),
            },
            { title: 'Estado', render: ({ state }) => <StatePill catalog="drawdown" state={state} /> },
            {
              title: 'Fecha',
              render: ({ requested_on, received_on, bank_line, reference }) => (
                <TwoLines
                  first={<DateText day={received_on ?? requested_on} />}
                  second={bank_line ?? reference ?? (received_on ? '' : 'Solicitado')}
                />
              ),
            },
            { title: 'Monto', money: ({ cents }) => cents },
            {
              title: 'Acciones',
              quiet: true,
              render: (one) => (
                <StepButtons
                  of={one}
                  status={changeDrawdownStatus}
                  danger={[D.refused]}
                  forms={{ [D.received]: () => setReceived(one) }}
                />
              ),
            },
          ]}
        />
      )}
      {received && <ReceivedDrawer drawdown={received} onClose={() => setReceived(null)} />}
    </Section>
  );
}

/** The payments to the lender, the last first. */
export function LoanPayments({ loan }: { loan: Loan }) {
  const [open, setOpen] = useState<{ payment: LoanPayment; to: typeof P.paid | typeof P.reversed } | null>(
    null,
  );
  if (loan.payments.length === 0) return null;
  return (
    <Section title="Pagos">
      <ShortTable
        label="Pagos al banco"
        rows={loan.payments}
        rowId={({ id }) => id}
        rowHeads
        dimmed={({ state }) => state.id === P.refused || state.id === P.reversed}
        columns={[
          {
            title: 'Pago',
            render: ({ number, lots, end_reason }) => (
              <TwoLines
                first={lots.length > 0 ? `${number}. Libera ${lots.join(', ')}` : number}
                second={end_reason ?? ''}
              />
            ),
          },
          { title: 'Estado', render: ({ state }) => <StatePill catalog="loanPayment" state={state} /> },
          {
            title: 'Fecha',
            render: ({ pay_on, paid_on, reference }) => (
              <TwoLines first={<DateText day={paid_on ?? pay_on} />} second={reference ?? ''} />
            ),
          },
          {
            title: 'Monto',
            align: 'right',
            render: (one) => (
              <TwoLines first={<MoneyText centavos={one.total_centavos} />} second={partsOf(one)} />
            ),
          },
          {
            title: 'Acciones',
            quiet: true,
            render: (one) => (
              <StepButtons
                of={one}
                status={changeLoanPaymentStatus}
                danger={[P.refused, P.reversed]}
                forms={{
                  [P.paid]: () => setOpen({ payment: one, to: P.paid }),
                  [P.reversed]: () => setOpen({ payment: one, to: P.reversed }),
                }}
              />
            ),
          },
        ]}
      />
      {open && <LoanPaidDrawer {...open} onClose={() => setOpen(null)} />}
    </Section>
  );
}

/** What a payment is made of, when it is of more than one kind. */
function partsOf({ interest_centavos, capital_centavos, fee_centavos }: LoanPayment): string {
  const parts = [
    ['interés', interest_centavos],
    ['capital', capital_centavos],
    ['comisión', fee_centavos],
  ] as const;
  const told = parts.filter(([, cents]) => cents > 0);
  return told.length === 1
    ? told[0]![0]
    : told.map(([name, cents]) => `${name} ${formatMoney(cents)}`).join(' · ');
}

/** The day that matters now: the letter, the payment, or the last day to pay. */
function ReleaseDay({ release: { due_on, paid_on, lifted_on, letter } }: { release: Release }) {
  if (lifted_on)
    return letter ? (
      <Anchor href={letter.url} target="_blank" rel="noreferrer" size="sm">
        Carta del {showDay(lifted_on)}
      </Anchor>
    ) : (
      `Carta del ${showDay(lifted_on)}`
    );
  return paid_on ? `Pagada el ${showDay(paid_on)}` : `Hasta el ${showDay(due_on)}`;
}

/** The releases by house: what is due first, then what waits for its letter. */
export function LoanReleases({ loan }: { loan: Loan }) {
  const drawer = useDrawer('liberacion');
  const [lifting, setLifting] = useState<Release | null>(null);
  return (
    <Section
      title="Liberaciones por vivienda"
      text="Cuando el banco de una venta desembolsa, su liberación queda por pagar."
      actions={
        loan.may.release ? (
          <Button variant="default" size="xs" onClick={() => drawer.open()}>
            Preparar liberación
          </Button>
        ) : null
      }
    >
      {loan.releases.length === 0 && <Text c="dimmed">Aún no hay liberaciones.</Text>}
      {loan.releases.length > 0 && (
        <ShortTable
          label="Liberaciones por vivienda"
          rows={loan.releases}
          rowId={({ id }) => id}
          rowHeads
          dimmed={({ state }) => state.id === R.voided}
          columns={[
            {
              title: 'Vivienda',
              render: ({ lot, sale, reason }) => (
                <Stack gap={0}>
                  {sale ? (
                    <PageLink to="/oficina/ventas/$id" params={{ id: sale.id }}>
                      {lot.name} · {sale.code ?? `Venta ${sale.id}`}
                    </PageLink>
                  ) : (
                    <Text size="sm" fw={600}>
                      {lot.name}
                    </Text>
                  )}
                  <Text size="xs" c="dimmed">
                    {reason}
                  </Text>
                </Stack>
              ),
            },
            {
              title: 'Estado',
              render: ({ state, late }) => (
                <Group gap={6}>
                  <StatePill catalog="houseRelease" state={state} />
                  {late && (
                    <Badge variant="light" color="red" tt="none">
                      Atrasada
                    </Badge>
                  )}
                </Group>
              ),
            },
            { title: 'Fecha', render: (one) => <ReleaseDay release={one} /> },
            { title: 'Monto', money: ({ cents }) => cents },
            {
              title: 'Acciones',
              quiet: true,
              render: (one) => (
                <Group gap={4}>
                  {one.may_lift && (
                    <Button size="compact-sm" onClick={() => setLifting(one)}>
                      Guardar la carta
                    </Button>
                  )}
                  <StepButtons of={one} status={changeReleaseStatus} danger={[R.voided]} />
                </Group>
              ),
            },
          ]}
        />
      )}
      {drawer.opened && <ReleaseDrawer loan={loan} onClose={drawer.close} />}
      {lifting && <LetterDrawer release={lifting} onClose={() => setLifting(null)} />}
    </Section>
  );
}
