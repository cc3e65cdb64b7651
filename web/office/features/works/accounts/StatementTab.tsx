import { Anchor, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { useState } from 'react';
import { contractStatement, measureContract } from '#contract/works/accounts/endpoints.ts';
import type { AccountRow, ContractStatement } from '#contract/works/accounts/model.ts';
import { queryOf, useAction } from '#web/office/lib/query.ts';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { MoneyText } from '#web/office/ui/MoneyText.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { ShortTable, type ShortColumn } from '#web/office/ui/ShortTable.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { RetentionDrawer } from './RetentionDrawer.tsx';

/** The statement of a contract: what was billed and paid, the advance left and the retention held. */
export function StatementTab({ contractId }: { contractId: number }) {
  const query = useQuery(queryOf(contractStatement, { params: { id: contractId } }));
  const measure = useAction(measureContract, { success: 'Cuenta hecha: revísala y envíala al contratista.' });
  const [open, setOpen] = useState<'return' | 'charge' | null>(null);
  if (query.error) throw query.error;
  const statement = query.data?.data;
  if (!statement) return null;
  const { may, accounts } = statement;
  return (
    <Stack gap="lg">
      {statement.contract_centavos !== null && <Figures statement={statement} />}
      <Section
        title="Cuentas"
        text="Cada una toma lo aprobado que ninguna otra tiene. La amortización y la retención salen del contrato."
        actions={
          <Group gap="sm">
            {statement.document_url && (
              <Anchor href={statement.document_url} target="_blank" rel="noreferrer" size="sm">
                Estado de cuenta en PDF
              </Anchor>
            )}
            {may.measure && (
              <Button
                size="compact-md"
                loading={measure.isPending}
                onClick={() => measure.mutate({ params: { id: contractId }, body: {} })}
              >
                Medir
              </Button>
            )}
          </Group>
        }
      >
        {accounts.length === 0 ? (
          <EmptyState title="Aún no hay cuentas" text="La primera toma todo lo aprobado hasta hoy." />
        ) : (
          <ShortTable
            label="Cuentas"
            rows={accounts}
            rowId={({ id }) => id}
            columns={accountColumns(statement.contract_centavos !== null)}
          />
        )}
      </Section>
      {(statement.retention.length > 0 || may.return || may.charge) && (
        <Section
          title="Retenido"
          text="La mitad se devuelve con la recepción provisional y el resto con la final, o tras los meses de garantía con una fianza de vicios ocultos."
          actions={
            <Group gap="xs">
              {may.return && (
                <Button variant="default" size="compact-md" onClick={() => setOpen('return')}>
                  Devolver retenido
                </Button>
              )}
              {may.charge && (
                <Button variant="default" size="compact-md" onClick={() => setOpen('charge')}>
                  Cargar una garantía
                </Button>
              )}
            </Group>
          }
        >
          <Stack gap={4} component="ul" m={0} pl="md">
            {statement.retention.map((one) => (
              <Text key={one.id} component="li" size="sm">
                {one.kind === 'devolucion' ? 'Devuelto' : 'Cargado'} el <DateText day={one.on} />: {one.text}
                {one.cents !== null && (
                  <>
                    {' · '}
                    <MoneyText centavos={one.cents} />
                  </>
                )}
              </Text>
            ))}
          </Stack>
        </Section>
      )}
      {open && <RetentionDrawer statement={statement} kind={open} onClose={() => setOpen(null)} />}
    </Stack>
  );
}

const accountColumns = (sees: boolean): ShortColumn<AccountRow>[] => [
  {
    title: 'Cuenta',
    render: ({ id, number }) => (
      <PageLink {...linkOptions({ to: '/oficina/pagos-a-contratistas/$id', params: { id } })}>
        Cuenta {number}
      </PageLink>
    ),
  },
  { title: 'Medida el', render: ({ measured_on }) => <DateText day={measured_on} /> },
  { title: 'Estado', render: ({ state }) => <StatePill catalog="account" state={state} /> },
  ...(sees
    ? [
        { title: 'Avance', money: (one: AccountRow) => one.gross_centavos },
        { title: 'Neto', money: (one: AccountRow) => one.net_centavos },
      ]
    : []),
];

function Figures({ statement }: { statement: ContractStatement }) {
  const figures = [
    ['Contrato con adendas', statement.contract_centavos],
    ['Aprobado en obra', statement.certified_centavos],
    ['En cuentas', statement.billed_centavos],
    ['Pagado, con el anticipo', statement.paid_centavos],
    ['Anticipo por amortizar', statement.advance_left_centavos],
    ['Retenido', statement.retained_centavos],
  ] as const;
  return (
    <SimpleGrid cols={{ base: 2, md: 3 }} component="dl" m={0}>
      {figures.map(([label, cents]) => (
        <div key={label}>
          <Text component="dt" size="xs" c="dimmed">
            {label}
          </Text>
          <Text component="dd" m={0} fw={600}>
            <MoneyText centavos={cents} />
          </Text>
        </div>
      ))}
    </SimpleGrid>
  );
}
