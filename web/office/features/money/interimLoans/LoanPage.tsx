import { Alert, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { showDay } from '#contract/dates.ts';
import { formatMoney, formatPercent } from '#contract/money.ts';
import { changeLoanStatus, findLoan } from '#contract/money/interimLoans/endpoints.ts';
import type { Loan } from '#contract/money/interimLoans/model.ts';
import { LOAN_STATE } from '#contract/money/interimLoans/rules.ts';
import { RecordFiles } from '#web/office/features/company/comments/RecordFiles.tsx';
import { useComments } from '#web/office/features/company/comments/useComments.ts';
import { RecordTasks } from '#web/office/features/company/tasks/RecordTasks.tsx';
import { queryOf } from '#web/office/lib/query.ts';
import { useDrawer } from '#web/office/lib/useDrawer.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { useTransitions } from '#web/office/lib/useTransitions.ts';
import { stateItems } from '#web/office/ui/activity.ts';
import { ActivityStream } from '#web/office/ui/ActivityStream.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { MoneyText } from '#web/office/ui/MoneyText.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { RecordPage, type RecordAction } from '#web/office/ui/RecordPage.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { DrawdownDrawer } from './DrawdownDrawer.tsx';
import { LoanDrawer } from './LoanDrawer.tsx';
import { LoanDrawdowns, LoanPayments, LoanReleases } from './LoanMoney.tsx';
import { LoanPaymentDrawer } from './LoanPaymentDrawer.tsx';
import { LoanMonths, LoanPrices, LoanRates } from './LoanTerms.tsx';

const BalanceChart = lazy(async () => ({ default: (await import('./BalanceChart.tsx')).BalanceChart }));

/** One interim loan: its balance over time, drawdowns, interest, payments and the releases of houses. */
export function LoanPage({ id }: { id: number }) {
  const today = useToday();
  const query = useQuery(queryOf(findLoan, { params: { id } }));
  const comments = useComments('prestamo_interino', id);
  const editing = useDrawer('editar');
  const drawing = useDrawer('desembolso');
  const paying = useDrawer('pago');
  const loan = query.data?.data;
  const transitions = useTransitions({
    offers: loan?.transitions,
    status: changeLoanStatus,
    version: loan?.version,
    danger: [LOAN_STATE.voided],
  });
  if (query.error) throw query.error;
  if (!loan) return <PendingPage />;
  const actions: RecordAction[] = [
    ...(loan.may.pay === undefined
      ? []
      : [{ key: 'pago', label: 'Preparar pago', whyNot: loan.may.pay, onRun: () => paying.open() }]),
    ...(loan.may.draw === undefined
      ? []
      : [
          {
            key: 'desembolso',
            label: 'Solicitar desembolso',
            whyNot: loan.may.draw,
            onRun: () => drawing.open(),
          },
        ]),
    ...transitions.map((one) => (one.danger ? { ...one, aside: true } : one)),
    ...(loan.may.edit
      ? [{ key: 'editar', label: 'Corregir', whyNot: null, aside: true, onRun: () => editing.open() }]
      : []),
  ];
  return (
    <>
      <RecordPage
        of={['prestamo_interino', id]}
        title={loan.name}
        subtitle={`${loan.project.name} · ${loan.company.name}`}
        state={<StatePill catalog="interimLoan" state={loan.state} />}
        turn={null}
        facts={factsOf(loan)}
        actions={actions}
        activity={
          <Stack gap="lg">
            <RecordTasks reference="prestamo_interino" id={id} />
            <RecordFiles reference="prestamo_interino" id={id} attachedOnly />
            <ActivityStream
              {...comments}
              items={[...stateItems(loan.history), ...(comments.items ?? [])].toSorted((a, b) =>
                b.at.localeCompare(a.at),
              )}
            />
          </Stack>
        }
      >
        <Stack gap="lg">
          <Warnings loan={loan} />
          {loan.note && <Text>{loan.note}</Text>}
          {loan.balances.length > 0 && (
            <Section
              title="Saldo en el tiempo"
              actions={
                <PageLink to="/oficina/prestamos-interinos/estado" search={{ prestamo_id: id }}>
                  Estado del préstamo
                </PageLink>
              }
            >
              <Suspense fallback={<Skeleton h={220} />}>
                <BalanceChart balances={loan.balances} today={today} />
              </Suspense>
            </Section>
          )}
          <LoanReleases loan={loan} />
          <LoanDrawdowns loan={loan} />
          <LoanPayments loan={loan} />
          <LoanMonths loan={loan} />
          <LoanRates loan={loan} />
          <LoanPrices loan={loan} />
        </Stack>
      </RecordPage>
      {editing.opened && <LoanDrawer loan={loan} onClose={editing.close} />}
      {drawing.opened && <DrawdownDrawer loan={loan} onClose={drawing.close} />}
      {paying.opened && <LoanPaymentDrawer loan={loan} onClose={paying.close} />}
    </>
  );
}

function Warnings({ loan }: { loan: Loan }) {
  return (
    <>
      {loan.expiring && (
        <Alert color="red" variant="light" title="El préstamo vence">
          Vence el {showDay(loan.ends_on)} y se deben {formatMoney(loan.balance_centavos)} de capital: paga el
          saldo o pide su prórroga al banco.
        </Alert>
      )}
      {loan.releases_late > 0 && (
        <Alert color="red" variant="light" title="Liberaciones atrasadas">
          {loan.releases_late === 1 ? 'Una vivienda espera' : `${loan.releases_late} viviendas esperan`} su
          pago desde antes de hoy: mientras tanto su hipoteca no se levanta.
        </Alert>
      )}
      {loan.end_reason && <Text>Motivo: {loan.end_reason}</Text>}
    </>
  );
}

function factsOf(loan: Loan) {
  return [
    { label: 'Saldo', value: <MoneyText centavos={loan.balance_centavos} /> },
    { label: 'Límite', value: <MoneyText centavos={loan.limit_centavos} /> },
    { label: 'Disponible', value: <MoneyText centavos={loan.available_centavos} /> },
    { label: 'Interés por pagar', value: <MoneyText centavos={loan.interest_centavos} /> },
    { label: 'Interés del mes en curso', value: <MoneyText centavos={loan.running_centavos} /> },
    { label: 'Tasa anual', value: formatPercent(loan.rate) },
    { label: 'Inicio', value: <DateText day={loan.starts_on} /> },
    { label: 'Vence', value: <DateText day={loan.ends_on} /> },
    { label: 'Cuenta', value: loan.bank_account.name },
    ...(loan.closing_fee_centavos > 0
      ? [
          {
            label: 'Comisión de cierre',
            value: `${formatMoney(loan.fee_paid_centavos)} de ${formatMoney(loan.closing_fee_centavos)}`,
          },
        ]
      : []),
    ...(loan.opening ? [{ label: 'Entró al sistema', value: <DateText day={loan.opening.on} /> }] : []),
    { label: 'Lo registró', value: loan.by },
  ];
}
