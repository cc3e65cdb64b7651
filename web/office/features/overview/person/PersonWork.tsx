import { Stack, Text } from '@mantine/core';
import type { Person } from '#contract/overview/person/model.ts';
import { PersonAppointments } from '#web/office/features/sales/appointments/SaleAppointments.tsx';
import { DueText } from '#web/office/features/sales/prospects/DueText.tsx';
import { QuotesOf } from '#web/office/features/sales/quotes/QuotesOf.tsx';
import { saleName } from '#contract/sales/sale/saleName.ts';
import { DateText } from '#web/office/ui/DateText.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { ShortTable } from '#web/office/ui/ShortTable.tsx';

/** A person's prospects and sales that the user may see. */
export function PersonWork({ person }: { person: Person }) {
  const { prospects, sales, hidden } = person;
  return (
    <Stack gap="md">
      <Section title="Prospectos">
        {prospects.length === 0 ? (
          <Nothing text="Sin seguimientos." />
        ) : (
          <ShortTable
            label="Prospectos de la persona"
            rows={prospects}
            rowId={({ id }) => id}
            columns={[
              {
                title: 'Proyecto',
                render: (one) => (
                  <PageLink to="/oficina/prospectos/$id" params={{ id: one.id }} underline="always">
                    {one.model ? `${one.project.name} · ${one.model.name}` : one.project.name}
                  </PageLink>
                ),
              },
              { title: 'Etapa', render: ({ stage }) => <StatePill catalog="prospect" state={stage} /> },
              { title: 'Próximo seguimiento', render: (one) => <DueText one={one} /> },
              { title: 'Asesor', render: ({ adviser }) => adviser?.name ?? 'Sin asesor' },
            ]}
          />
        )}
      </Section>
      <Section title="Ventas">
        {sales.length === 0 ? (
          <Nothing text="Sin pre-contratos." />
        ) : (
          <ShortTable
            label="Ventas de la persona"
            rows={sales}
            rowId={({ id }) => id}
            columns={[
              {
                title: 'Pre-contrato',
                render: (one) => (
                  <PageLink to="/oficina/ventas/$id" params={{ id: one.id }} underline="always">
                    {saleName(one)}
                  </PageLink>
                ),
              },
              { title: 'Estado', render: ({ state }) => <StatePill catalog="precontract" state={state} /> },
              {
                title: 'Vivienda',
                render: ({ project, model, lot }) =>
                  `${project.name} · ${model.name}${lot ? ` · ${lot}` : ''}`,
              },
              { title: 'Precio', money: ({ price_centavos }) => price_centavos },
              {
                title: 'Última acción',
                render: ({ last_action, last_action_at }) => (
                  <span>
                    {last_action.name} · <DateText instant={last_action_at} dayOnly />
                  </span>
                ),
              },
            ]}
          />
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
