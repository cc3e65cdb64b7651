import { Button, Group, Stack, Text } from '@mantine/core';
import type { SaleAccount } from '#contract/money/payments/plan.ts';
import { statementOf, type StatementPart } from '#contract/money/account/statement.ts';
import { useCan } from '#web/office/lib/session.ts';
import { DateText } from '#web/office/ui/DateText.tsx';
import { MoneyText } from '#web/office/ui/MoneyText.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { StackedCell, StackedRow, StackedTable } from '#web/office/ui/StackedTable.tsx';
import styles from './SaleStatement.module.css';

/** The statement of account with running balances, on screen and as files. */
export function SaleStatement({ saleId, account }: { saleId: number; account: SaleAccount }) {
  const exports = useCan('pagos.exportar');
  const base = `/api/sale/precontracts/${saleId}/estado_de_cuenta`;
  return (
    <Section
      title="Estado de cuenta"
      actions={
        <Group gap="xs">
          <Button component="a" variant="default" href={`${base}/pdf`} target="_blank" rel="noopener">
            PDF
          </Button>
          {exports && (
            <Button component="a" variant="default" href={`${base}/exportar?formato=xlsx`}>
              Excel
            </Button>
          )}
        </Group>
      }
    >
      <Stack gap="md">
        {statementOf(account).map((part) => (
          <Rows key={part.name} part={part} />
        ))}
      </Stack>
    </Section>
  );
}

const HEADS = [
  { label: 'Fecha' },
  { label: 'Detalle' },
  { label: 'Recibo' },
  { label: 'Cargo', right: true },
  { label: 'Abono', right: true },
  { label: 'Saldo', right: true },
];

const Rows = ({ part: { title, rows } }: { part: StatementPart }) => (
  <StackedTable heads={HEADS} caption={title} verticalSpacing="xs" className={styles.entries}>
    {rows.map((one, at) => (
      <StackedRow key={`${one.day}-${at}`}>
        <StackedCell className={styles.day}>{one.day !== null && <DateText day={one.day} />}</StackedCell>
        <StackedCell className={styles.text}>
          {one.text}
          {one.confirmed_on !== null && one.confirmed_on !== one.day && (
            <Text size="xs" c="dimmed">
              Confirmado el <DateText day={one.confirmed_on} />
            </Text>
          )}
        </StackedCell>
        <StackedCell label="Recibo" className={`figures ${styles.receipt}`}>
          {one.receipt}
        </StackedCell>
        <StackedCell label="Cargo" right className={styles.amount}>
          {one.debit_centavos !== 0 && <MoneyText centavos={one.debit_centavos} />}
        </StackedCell>
        <StackedCell label="Abono" right className={styles.amount}>
          {one.credit_centavos !== 0 && <MoneyText centavos={one.credit_centavos} />}
        </StackedCell>
        <StackedCell label="Saldo" right className={styles.balance}>
          <MoneyText centavos={one.balance_centavos} />
        </StackedCell>
      </StackedRow>
    ))}
  </StackedTable>
);
