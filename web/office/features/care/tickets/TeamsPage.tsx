import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { changeTeam, listTeams } from '#contract/care/tickets/endpoints.ts';
import type { Team } from '#contract/care/tickets/model.ts';
import { listColleagues } from '#contract/company/users/lists.endpoints.ts';
import { call } from '#web/office/lib/call.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { ManyField, OptionField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { Section } from '#web/office/ui/Section.tsx';

/** Who works in each department: tickets go to whoever of them has least. */
export function TeamsPage() {
  const query = useQuery(queryOf(listTeams));
  const mayChange = useCan('tickets.aprobar');
  const [open, setOpen] = useState<Team | null>(null);
  if (query.error) throw query.error;
  const teams = query.data?.data;
  if (!teams) return <PendingPage />;
  return (
    <>
      <PageHeader
        title="Departamentos"
        count={teams.length}
        text="Un ticket nuevo va a quien tiene menos abiertos y está en la oficina. Quien dirige recibe los avisos de lo vencido."
      />
      <Stack gap="md">
        {teams.map((team) => (
          <Section
            key={team.id}
            title={team.name}
            actions={
              mayChange && (
                <Button variant="default" size="xs" onClick={() => setOpen(team)}>
                  Cambiar {team.name}
                </Button>
              )
            }
          >
            {team.members.length === 0 ? (
              <Text size="sm" c="dimmed">
                Nadie todavía: sus tickets esperan a que alguien los asigne.
              </Text>
            ) : (
              <Group gap="lg">
                {team.members.map((one) => (
                  <Text key={one.id} size="sm">
                    {one.name}
                    {one.head ? ', dirige' : ''} ·{' '}
                    {one.away ? 'ausente' : `${one.open} ${one.open === 1 ? 'abierto' : 'abiertos'}`}
                  </Text>
                ))}
              </Group>
            )}
          </Section>
        ))}
      </Stack>
      {open && <TeamDrawer team={open} onClose={() => setOpen(null)} />}
    </>
  );
}

const Form = z.object({ miembros: z.array(z.number().int()), jefe_id: z.number().int().nullable() });

/** The people of a department, and who leads it. */
export function TeamDrawer({ team, onClose }: { team: Team; onClose: () => void }) {
  const colleagues = useOptions(queryOf(listColleagues, {}));
  const form = useRecordForm({
    schema: Form,
    initial: {
      miembros: team.members.map(({ id }) => id),
      jefe_id: team.members.find(({ head }) => head)?.id ?? null,
    },
    send: (body, as) => call(changeTeam, { params: { id: team.id }, body }, as),
    success: 'Departamento guardado.',
    onDone: onClose,
  });
  const chosen = new Set<unknown>(form.form.values.miembros ?? []);
  const people = colleagues.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <FormDrawer title={team.name} opened onClose={onClose} {...form.frame} submitLabel="Guardar departamento">
      <ManyField of={form} name="miembros" label="Quiénes trabajan aquí" options={people} />
      <OptionField
        of={form}
        name="jefe_id"
        label="Quién dirige"
        nothing="Nadie"
        options={people.filter(({ value }) => chosen.has(value))}
      />
    </FormDrawer>
  );
}
