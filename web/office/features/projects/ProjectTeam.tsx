import { Button, MultiSelect, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { findProject, listTeamCandidates, setProjectTeam } from '#contract/projects/endpoints.ts';
import type { Project } from '#contract/projects/model.ts';
import { queryOf, useAction, useOptions } from '#web/office/lib/query.ts';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { Section } from '#web/office/ui/Section.tsx';

interface ProjectTeamProps {
  project: Project;
  mayEdit: boolean;
}

/** Who works on the project: new sales go to its processors, and site people see only their own projects. */
export function ProjectTeam({ project, mayEdit }: ProjectTeamProps) {
  const [editing, setEditing] = useState(false);
  const change = (
    <Button
      variant="default"
      leftSection={<IconPencil size={16} aria-hidden />}
      onClick={() => setEditing(true)}
    >
      Cambiar equipo
    </Button>
  );
  return (
    <Section
      title="Equipo"
      text="Las ventas nuevas se reparten entre sus procesadores; la gente de obra ve solo los proyectos de su equipo."
      actions={mayEdit && project.team.length > 0 ? change : null}
    >
      {project.team.length === 0 ? (
        <EmptyState
          title="Nadie en el equipo"
          text="Sin procesadores, las ventas esperan a que un coordinador las asigne."
          action={mayEdit ? change : null}
        />
      ) : (
        <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
          {project.team.map((one) => (
            <li key={one.id}>
              <Text size="sm" fw={600}>
                {one.name}
              </Text>
              <Text size="xs" c="dimmed">
                {one.roles.join(', ') || 'Sin rol'}
              </Text>
            </li>
          ))}
        </Stack>
      )}
      {editing && <TeamDrawer project={project} onClose={() => setEditing(false)} />}
    </Section>
  );
}

function TeamDrawer({ project, onClose }: { project: Project; onClose: () => void }) {
  const candidates = useOptions(queryOf(listTeamCandidates));
  const save = useAction(setProjectTeam, {
    invalidates: [findProject],
    success: 'Equipo guardado.',
    inline: true,
  });
  const form = useForm({ initialValues: { user_ids: project.team.map(({ id }) => String(id)) } });
  const known = new Map([...project.team, ...candidates].map((one) => [String(one.id), one]));
  return (
    <FormDrawer
      title={`Equipo de ${project.name}`}
      opened
      onClose={onClose}
      form={form}
      onSubmit={({ user_ids }) =>
        save.mutate(
          { params: { id: project.id }, body: { user_ids: user_ids.map(Number) } },
          { onSuccess: onClose },
        )
      }
      loading={save.isPending}
      submitError={save.error}
      submitLabel="Guardar equipo"
    >
      <MultiSelect
        label="Personas"
        comboboxProps={{ withinPortal: false }}
        description="Escribe un nombre o un rol."
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'Quitar a todos' }}
        nothingFoundMessage="Nadie coincide"
        data={[...known].map(([value, one]) => ({
          value,
          label: one.roles.length > 0 ? `${one.name} · ${one.roles.join(', ')}` : one.name,
        }))}
        {...form.getInputProps('user_ids')}
      />
    </FormDrawer>
  );
}
