import { Alert, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SaleRecord } from '#contract/sales/sale/model.ts';
import type { Due, SaleMoney } from '#contract/money/payments/plan.ts';
import { isOpen } from '#contract/money/payments/rules.ts';
import { PAYMENT } from '#contract/company/catalogs/states.ts';
import { getSaleMoney } from '#contract/money/account/endpoints.ts';
import { BANKS_PART } from '#contract/money/account/statement.ts';
import { PaymentDrawer } from '#web/office/features/money/verification/PaymentDrawer.tsx';
import { ChargeDrawer } from '#web/office/features/money/account/ChargeDrawer.tsx';
import { DisbursementDrawer } from '#web/office/features/money/account/DisbursementDrawer.tsx';
import { PlanDrawer } from '#web/office/features/money/account/PlanDrawer.tsx';
import { ReprogramDrawer } from '#web/office/features/money/account/ReprogramDrawer.tsx';
import { PaymentState } from '#web/office/features/money/verification/PaymentState.tsx';
import { SaleStatement } from '#web/office/features/money/account/SaleStatement.tsx';
import { queryOf } from '#web/office/lib/query.ts';
import { sentence } from '#web/office/lib/refusal.ts';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { MoneyText } from '#web/office/ui/MoneyText.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { ReasonedButton } from '#web/office/ui/ReasonedButton.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { StackedCell, StackedRow, StackedTable } from '#web/office/ui/StackedTable.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import styles from './SalePayments.module.css';

type Form = 'plan' | 'reprogram' | 'charge' | 'disbursement' | null;

/** The customer's dues and payments in this sale: dues, plan and statement of account. */
export function SalePayments({
  sale,
  openId,
  onOpen,
}: {
  sale: SaleRecord;
  /** The payment of the open drawer, from the URL. */
  openId: number | undefined;
  onOpen: (id: number | undefined) => void;
}) {
  const [reporting, setReporting] = useState(false);
  const [form, setForm] = useState<Form>(null);
  const query = useQuery(queryOf(getSaleMoney, { params: { id: sale.id } }));
  const money = query.data?.data;
  if (query.error) return <Alert color="red" variant="light" title={sentence(query.error)} />;
  if (!money) return <PendingPage />;
  const close = () => setForm(null);
  const shut = () => {
    onOpen(undefined);
    setReporting(false);
  };
  // Opens the first due; the list offers the others.
  const due = money.dues
    .filter(({ state }) => isOpen(state.id))
    .toSorted((a, b) => (a.due_at ?? '9').localeCompare(b.due_at ?? '9'))[0];
  const report = () => {
    setReporting(true);
    onOpen(due?.id);
  };
  return (
    <Stack gap="md">
      <Section title="Pagos" actions={<Actions money={money} onForm={setForm} onReport={report} />}>
        <Stack gap="md">
          <Figures money={money} />
          {money.dues.length === 0 ? (
            <EmptyState
              title="Todavía no hay pagos"
              text="El de la separación se crea cuando se recibe el pre-contrato."
            />
          ) : (
            <Dues dues={money.dues} onOpen={onOpen} />
          )}
        </Stack>
      </Section>
      <SaleStatement saleId={sale.id} account={money.account} />
      {form === 'plan' && (
        <PlanDrawer
          saleId={sale.id}
          price={sale.price_centavos}
          plan={money.plan}
          agreed={money.agreed}

          onClose={close}
        />
      )}
      {form === 'reprogram' && money.plan && (
        <ReprogramDrawer
          saleId={sale.id}
          plan={money.plan}
          dues={money.dues}

          onClose={close}
        />
      )}
      {form === 'charge' && <ChargeDrawer saleId={sale.id} onClose={close} />}
      {form === 'disbursement' && <DisbursementDrawer saleId={sale.id} onClose={close} />}
      {openId !== undefined && <PaymentDrawer id={openId} onClose={shut} reporting={reporting} />}
    </Stack>
  );
}

function Actions({
  money,
  onForm,
  onReport,
}: {
  money: SaleMoney;
  onForm: (form: Form) => void;
  onReport: () => void;
}) {
  const { plan, charge, disbursement, reprogram, report } = money.actions;
  return (
    <Group gap="xs">
      {report && (
        <ReasonedButton variant="default" whyNot={report.disabled} onClick={onReport}>
          Registrar comprobante
        </ReasonedButton>
      )}
      {plan && (
        <ReasonedButton variant="default" whyNot={plan.disabled} onClick={() => onForm('plan')}>
          {money.plan ? 'Cambiar el plan' : 'Crear el plan de pago'}
        </ReasonedButton>
      )}
      {reprogram && (
        <ReasonedButton variant="default" whyNot={reprogram.disabled} onClick={() => onForm('reprogram')}>
          Reprogramar
        </ReasonedButton>
      )}
      {charge && (
        <ReasonedButton variant="default" whyNot={charge.disabled} onClick={() => onForm('charge')}>
          Agregar cobro
        </ReasonedButton>
      )}
      {disbursement && (
        <ReasonedButton
          variant="default"
          whyNot={disbursement.disabled}
          onClick={() => onForm('disbursement')}
        >
          Desembolso
        </ReasonedButton>
      )}
    </Group>
  );
}

/** The balance: for an open sale, of the price and of other charges; for an ended sale, one sum in either direction. */
function owed(account: SaleMoney['account']): [string, number][] {
  const { balance_centavos: price, others_balance_centavos: others } = account;
  if (account.ended)
    return [[price + others < 0 ? 'A favor del cliente' : 'Saldo', Math.abs(price + others)]];
  return [
    ['Saldo del precio', price],
    ...(others !== 0 ? ([['Otros cobros', others]] as [string, number][]) : []),
  ];
}

function Figures({ money: { account, plan } }: { money: SaleMoney }) {
  const figures: [string, number][] = [
    ['Precio', account.price_centavos],
    ['Pagado', account.paid_centavos],
    ...owed(account),
    ...(account.bank_centavos !== null ? ([[BANKS_PART, account.bank_centavos]] as [string, number][]) : []),
    ...(account.credit_centavos > 0 ? ([['A favor', account.credit_centavos]] as [string, number][]) : []),
    ...(account.overdue_centavos > 0 ? ([['Vencido', account.overdue_centavos]] as [string, number][]) : []),
  ];
  return (
    <Group gap="xl">
      {figures.map(([label, cents]) => (
        <div key={label}>
          <Text size="xs" c="dimmed">
            {label}
          </Text>
          <MoneyText centavos={cents} />
        </div>
      ))}
      {plan && !account.ended && (
        <StatePill
          tone={account.up_to_date ? 'positive' : 'negative'}
          label={account.up_to_date ? 'Abono al día' : 'En mora'}
        />
      )}
    </Group>
  );
}

const HEADS = [
  { label: 'Concepto' },
  { label: 'Estado' },
  { label: 'Monto', right: true },
  { label: 'Recibido', right: true },
  { label: 'Vence' },
  { label: 'Recibo' },
];

function Dues({ dues, onOpen }: { dues: readonly Due[]; onOpen: (id: number) => void }) {
  return (
    <StackedTable heads={HEADS} highlightOnHover verticalSpacing="sm">
      {dues.map((one) => (
        <StackedRow key={one.id} faded={(one.state.id === PAYMENT.voided && !one.covered) || one.reversed}>
          <StackedCell>
            <UnstyledButton onClick={() => onOpen(one.id)}>
              <Text size="sm" fw={600} td="underline">
                {one.concept || one.type.name}
              </Text>
            </UnstyledButton>
            {one.notes.map((note) => (
              <Text key={note} size="xs" c="dimmed">
                {note}
              </Text>
            ))}
          </StackedCell>
          <StackedCell className={styles.state}>
            <PaymentState {...one} />
          </StackedCell>
          <StackedCell right className={styles.due}>
            <MoneyText centavos={one.due_centavos} />
          </StackedCell>
          <StackedCell label="Recibido" right className={styles.paid}>
            {one.paid_centavos !== null && <MoneyText centavos={one.paid_centavos} />}
          </StackedCell>
          <StackedCell label="Vence" className={styles.day}>
            <DateText instant={one.due_at} />
          </StackedCell>
          <StackedCell label="Recibo" className={`figures ${styles.receipt}`}>
            {one.receipt}
          </StackedCell>
        </StackedRow>
      ))}
    </StackedTable>
  );
}
