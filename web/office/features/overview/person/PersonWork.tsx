import { Stack, Table, Text } from '@mantine/core';
import type { Person } from '#contract/overview/person/model.ts';
import { PersonAppointments } from '#web/office/features/sales/appointments/SaleAppointments.tsx';
import { DueText } from '#web/office/features/sales/prospects/prospectColumns.tsx';
import { QuotesOf } from '#web/office/features/sales/quotes/QuotesOf.tsx';
import { saleName } from '#web/office/features/sales/sale/saleName.ts';
import { DateText } from '#web/office/ui/DateText.tsx';
import { MoneyText } from '#web/office/ui/MoneyText.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';

/** What a person looked for and bought, as far as whoever looks may see it. */
export function PersonWork({ person }: { person: Person }) {
  const { prospects, sales, hidden } = person;
  return (
    <Stack gap="md">
      <Section title="Prospectos">
        {prospects.length === 0 ? (
          <Nothing text="Sin seguimientos." />
        ) : (
          <Table.ScrollContainer minWidth={520}>
            <Table aria-label="Prospectos de la persona">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Proyecto</Table.Th>
                  <Table.Th>Etapa</Table.Th>
                  <Table.Th>Próximo seguimiento</Table.Th>
                  <Table.Th>Asesor</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {prospects.map((one) => (
                  <Table.Tr key={one.id}>
                    <Table.Td>
                      <PageLink href={`/oficina/prospectos/${one.id}`} underline="always">
                        {one.model ? `${one.project.name} · ${one.model.name}` : one.project.name}
                      </PageLink>
                    </Table.Td>
                    <Table.Td>
                      <StatePill catalog="prospect" state={one.stage} />
                    </Table.Td>
                    <Table.Td>
                      <DueText one={one} />
                    </Table.Td>
                    <Table.Td>{one.adviser?.name ?? 'Sin asesor'}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        )}
      </Section>
      <Section title="Ventas">
        {sales.length === 0 ? (
          <Nothing text="Sin pre-contratos." />
        ) : (
          <Table.ScrollContainer minWidth={620}>
            <Table aria-label="Ventas de la persona">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Pre-contrato</Table.Th>
                  <Table.Th>Estado</Table.Th>
                  <Table.Th>Vivienda</Table.Th>
                  <Table.Th>Precio</Table.Th>
                  <Table.Th>Última acción</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {sales.map((one) => (
                  <Table.Tr key={one.id}>
                    <Table.Td>
                      <PageLink href={`/oficina/ventas/${one.id}`} underline="always">
                        {saleName(one)}
                      </PageLink>
                    </Table.Td>
                    <Table.Td>
                      <StatePill catalog="precontract" state={one.state} />
                    </Table.Td>
                    <Table.Td>
                      {one.project.name} · {one.model.name}
                      {one.lot && ` · ${one.lot}`}
                    </Table.Td>
                    <Table.Td>
                      <MoneyText centavos={one.price_centavos} />
                    </Table.Td>
                    <Table.Td>
                      {one.last_action.name} · <DateText instant={one.last_action_at} dayOnly />
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        )}
      </Section>
      <QuotesOf personId={person.id} />
      <PersonAppointments personId={person.id} />
      {hidden > 0 && (
        <Text size="sm" c="dimmed">
          {hidden === 1
            ? 'Tiene además un registro que atiende otra persona.'
            : `Tiene además ${hidden} registros que atienden otras personas.`}
        </Text>
      )}
    </Stack>
  );
}

const Nothing = ({ text }: { text: string }) => (
  <Text size="sm" c="dimmed">
    {text}
  </Text>
);
