import { Table, Text, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import type { EndpointSpec } from '#contract/endpoint.ts';
import type { SaleRecord } from '#contract/sales/model.ts';
import { PaymentDrawer } from '#web/office/features/payments/PaymentDrawer.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { MoneyText } from '#web/office/ui/MoneyText.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';

/** What the customer owes and has paid in this sale. */
export function SalePayments({
  sale,
  invalidates,
}: {
  sale: SaleRecord;
  invalidates: readonly EndpointSpec[];
}) {
  const [open, setOpen] = useState<number | null>(null);
  return (
    <Section title="Pagos">
      {sale.payments.length === 0 ? (
        <EmptyState
          title="Todavía no hay pagos"
          text="El de la separación se crea cuando se recibe el pre-contrato."
        />
      ) : (
        <Table.ScrollContainer minWidth={480}>
          <Table highlightOnHover verticalSpacing="sm">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Concepto</Table.Th>
                <Table.Th>Estado</Table.Th>
                <Table.Th ta="right">Se debe</Table.Th>
                <Table.Th>Vence</Table.Th>
                <Table.Th>Recibo</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {sale.payments.map((one) => (
                <Table.Tr key={one.id}>
                  <Table.Td>
                    <UnstyledButton onClick={() => setOpen(one.id)}>
                      <Text size="sm" fw={600} td="underline">
                        {one.type.name}
                      </Text>
                    </UnstyledButton>
                  </Table.Td>
                  <Table.Td>
                    <StatePill catalog="payment" state={one.state} />
                  </Table.Td>
                  <Table.Td ta="right">
                    <MoneyText centavos={one.due_centavos} size="sm" />
                  </Table.Td>
                  <Table.Td>
                    <DateText instant={one.due_at} size="sm" />
                  </Table.Td>
                  <Table.Td className="figures">{one.receipt ?? '—'}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      {open !== null && <PaymentDrawer id={open} onClose={() => setOpen(null)} invalidates={invalidates} />}
    </Section>
  );
}
