import { Button, Group, Stack, Table, Text } from '@mantine/core';
import type { SaleAccount, StatementEntry } from '#contract/payments/plan.ts';
import { useCan } from '#web/office/lib/session.ts';
import { DateText } from '#web/office/ui/DateText.tsx';
import { MoneyText } from '#web/office/ui/MoneyText.tsx';
import { Section } from '#web/office/ui/Section.tsx';

/** The statement of account with its running balances, on screen and as files. */
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
        <Entries title="Precio de la vivienda" entries={account.price} />
        {account.others.length > 0 && <Entries title="Otros cobros" entries={account.others} />}
      </Stack>
    </Section>
  );
}

const Entries = ({ title, entries }: { title: string; entries: readonly StatementEntry[] }) => (
  <Table.ScrollContainer minWidth={600}>
    <Table verticalSpacing="xs" fz="sm">
      <Table.Caption ta="left" fw={600} style={{ captionSide: 'top' }}>
        {title}
      </Table.Caption>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Fecha</Table.Th>
          <Table.Th>Detalle</Table.Th>
          <Table.Th>Recibo</Table.Th>
          <Table.Th ta="right">Cargo</Table.Th>
          <Table.Th ta="right">Abono</Table.Th>
          <Table.Th ta="right">Saldo</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {entries.map((one, at) => (
          <Table.Tr key={`${one.at}-${at}`}>
            <Table.Td style={{ whiteSpace: 'nowrap' }}>
              <DateText instant={one.at} dayOnly size="sm" />
            </Table.Td>
            <Table.Td>
              <Text size="sm">{one.text}</Text>
            </Table.Td>
            <Table.Td className="figures">{one.receipt ?? ''}</Table.Td>
            <Table.Td ta="right">
              {one.debit_centavos !== 0 && <MoneyText centavos={one.debit_centavos} size="sm" />}
            </Table.Td>
            <Table.Td ta="right">
              {one.credit_centavos !== 0 && <MoneyText centavos={one.credit_centavos} size="sm" />}
            </Table.Td>
            <Table.Td ta="right">
              <MoneyText centavos={one.balance_centavos} size="sm" />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </Table.ScrollContainer>
);
