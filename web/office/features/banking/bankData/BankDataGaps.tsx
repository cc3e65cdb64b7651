import { Button, Group, Stack, Table, Text } from '@mantine/core';
import { BANK_FORM_PDF } from '#contract/banking/bankData/bankData.endpoints.ts';
import type { BankData } from '#contract/banking/bankData/bankData.model.ts';
import { urlOf } from '#contract/endpoint.ts';
import { download } from '#web/office/lib/download.ts';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { toast } from '#web/office/ui/toast.tsx';

/** What each bank still lacks on one screen, and its form filled in. */
export function BankDataGaps({ data, codigo }: { data: BankData; codigo: string }) {
  const names = new Map(data.banks.flatMap(({ gaps }) => gaps.map((gap) => [gap.name, gap] as const)));
  const lacking = [...names.values()].toSorted((a, b) => a.page - b.page);
  const get = (bankId: number) =>
    download(urlOf({ path: BANK_FORM_PDF }, { params: { codigo }, query: { banco_id: bankId } })).catch(
      (error: unknown) => toast.error(error),
    );
  return (
    <Stack gap="md">
      <Section title="Formularios" text="Todos se llenan con los mismos datos; nada se vuelve a escribir.">
        <Table.ScrollContainer minWidth={520}>
          <Table verticalSpacing={6} aria-label="Formularios de los bancos">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Banco</Table.Th>
                <Table.Th>Estado</Table.Th>
                <Table.Th>Formulario</Table.Th>
                <Table.Th>
                  <span className="sr-only">Descargar</span>
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.banks.map((bank) => (
                <Table.Tr key={bank.id}>
                  <Table.Td>{bank.name}</Table.Td>
                  <Table.Td>
                    <StatePill
                      tone={bank.gaps.length === 0 ? 'positive' : 'attention'}
                      label={
                        bank.gaps.length === 0
                          ? 'Completo'
                          : `${bank.gaps.length === 1 ? 'Falta' : 'Faltan'} ${bank.gaps.length} de ${bank.asks}`
                      }
                    />
                  </Table.Td>
                  <Table.Td>
                    <PageLink href={`/oficina/formularios-bancarios/${bank.id}`}>
                      {bank.template ? 'Formulario del banco' : 'Formulario nuestro'}
                    </PageLink>
                  </Table.Td>
                  <Table.Td>
                    {data.may.pdf && !data.masked && (
                      <Group justify="flex-end">
                        <Button
                          size="compact-sm"
                          variant="default"
                          onClick={() => void get(bank.id)}
                          aria-label={`Descargar el formulario de ${bank.name}`}
                        >
                          Descargar PDF
                        </Button>
                      </Group>
                    )}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      </Section>
      <Section title="Qué le falta a cada banco">
        {lacking.length === 0 ? (
          <Text c="dimmed">No le falta nada a ningún banco.</Text>
        ) : (
          <Table.ScrollContainer minWidth={520}>
            <Table verticalSpacing={4} striped aria-label="Datos que faltan, por banco">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Dato</Table.Th>
                  {data.banks.map((bank) => (
                    <Table.Th key={bank.id}>{bank.name}</Table.Th>
                  ))}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {lacking.map((gap) => (
                  <Table.Tr key={gap.name}>
                    <Table.Th scope="row" fw={400}>
                      <PageLink href={`/oficina/datos-bancarios/${codigo}?pagina=${gap.page}`}>
                        {gap.label}
                      </PageLink>
                    </Table.Th>
                    {data.banks.map((bank) => (
                      <Table.Td key={bank.id}>
                        {bank.gaps.some(({ name }) => name === gap.name) ? 'Falta' : '—'}
                      </Table.Td>
                    ))}
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        )}
      </Section>
    </Stack>
  );
}
