import { Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { listBankForms } from '#contract/banking/bankData/bankData.endpoints.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';

/** What each bank's form asks for, and whether it is the bank's own PDF. */
export function BankFormsPage() {
  const query = useQuery(queryOf(listBankForms));
  if (query.error) throw query.error;
  const rows = query.data?.data;
  return (
    <>
      <PageHeader
        title="Formularios de bancos"
        count={rows?.length ?? null}
        text="Qué pide cada banco, cómo lo llama y en qué parte de su formulario va. Todos se llenan con los mismos datos bancarios."
      />
      {rows ? (
        <Table.ScrollContainer minWidth={560}>
          <Table verticalSpacing="xs" highlightOnHover aria-label="Formularios de bancos">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Banco</Table.Th>
                <Table.Th>Pide</Table.Th>
                <Table.Th ta="right">Datos</Table.Th>
                <Table.Th ta="right">Obligatorios</Table.Th>
                <Table.Th>Formulario</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map((row) => (
                <Table.Tr key={row.bank.id}>
                  <Table.Td>
                    <PageLink href={`/oficina/formularios-bancarios/${row.bank.id}`}>
                      {row.bank.name}
                    </PageLink>
                  </Table.Td>
                  <Table.Td>
                    <StatePill
                      tone={row.own ? 'progress' : 'neutral'}
                      label={row.own ? 'Lo suyo' : 'Lo general'}
                    />
                  </Table.Td>
                  <Table.Td ta="right" className="figures">
                    {row.asks}
                  </Table.Td>
                  <Table.Td ta="right" className="figures">
                    {row.required}
                  </Table.Td>
                  <Table.Td>
                    {row.template
                      ? `${row.template} · ${row.mapped} campos`
                      : 'El nuestro, sin PDF del banco'}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      ) : (
        <PendingPage />
      )}
    </>
  );
}
