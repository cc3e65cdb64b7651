import { Alert, Button, Group, NativeSelect, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Project } from '#contract/projects/projects/model.ts';
import {
  addTeamMember,
  changeTeamMember,
  findTeamOf,
  listTeamCandidates,
  type TeamMember,
} from '#contract/projects/projects/team.ts';
import { call } from '#web/office/lib/call.ts';
import { showDay } from '#web/office/lib/format.ts';
import { queryOf, useAction, useOptions } from '#web/office/lib/query.ts';
import { sentence } from '#web/office/lib/refusal.ts';
import { useCan } from '#web/office/lib/session.ts';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { OptionField, SearchField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { LeaveDialog } from './LeaveDialog.tsx';
import styles from './projects.module.css';
import { useDrawer } from '#web/office/lib/useDrawer.ts';

interface ProjectTeamProps {
  project: Project;
  mayEdit: boolean;
}

interface RoleType {
  id: number;
  name: string;
}

/** The project's team. Its processors get new sales, and site staff see only their own projects. */
export function ProjectTeam({ project, mayEdit }: ProjectTeamProps) {
  const query = useQuery(queryOf(findTeamOf, { params: { id: project.id } }));
  const adding = useDrawer('persona');
  const [leaving, setLeaving] = useState<TeamMember | null>(null);
  if (query.error) return <Alert color="red" variant="light" title={sentence(query.error)} role="alert" />;
  if (!query.data) return <PendingPage />;
  const { members, role_types } = query.data.data;
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => adding.open()}>
      Agregar persona
    </Button>
  );
  return (
    <Section
      title="Equipo"
      text="Las ventas nuevas se reparten entre sus procesadores; la gente de obra ve solo los proyectos de su equipo."
      actions={mayEdit && members.length > 0 ? add : null}
    >
      {members.length === 0 ? (
        <EmptyState
          title="Nadie en el equipo"
          text="Sin procesadores, las ventas esperan a que un coordinador las asigne."
          action={mayEdit ? add : null}
        />
      ) : (
        <ul className={styles.rows}>
          {members.map((one) => (
            <Member
              key={one.id}
              projectId={project.id}
              member={one}
              roleTypes={role_types}
              mayEdit={mayEdit}
              onLeave={() => setLeaving(one)}
            />
          ))}
        </ul>
      )}
      {adding.opened && (
        <AddDrawer projectId={project.id} known={members} roleTypes={role_types} onClose={adding.close} />
      )}
      {leaving && <LeaveDialog projectId={project.id} member={leaving} onClose={() => setLeaving(null)} />}
    </Section>
  );
}

interface MemberProps {
  projectId: number;
  member: TeamMember;
  roleTypes: readonly RoleType[];
  mayEdit: boolean;
  onLeave: () => void;
}

function Member({ projectId, member, roleTypes, mayEdit, onLeave }: MemberProps) {
  const seesSales = useCan('ventas.ver');
  const change = useAction(changeTeamMember, {
    success: 'Función guardada.',
  });
  const { id, name, roles, role_type, away_to, open_sales } = member;
  const sales = `${open_sales} ${open_sales === 1 ? 'venta abierta' : 'ventas abiertas'}`;
  return (
    <li className={styles.row}>
      <div className={styles.rowWords}>
        <Group gap="xs">
          <Text size="sm" fw={600}>
            {name}
          </Text>
          {away_to && <StatePill tone="attention" label={`Ausente hasta el ${showDay(away_to)}`} />}
        </Group>
        <Text size="xs" c="dimmed">
          {roles.join(', ') || 'Sin rol'}
        </Text>
        <Text size="xs" component="div">
          {open_sales > 0 && seesSales ? (
            <PageLink to="/oficina/ventas" search={{ proyecto_id: projectId, procesador_id: id }}>
              {sales}
            </PageLink>
          ) : (
            <span className="figures">{open_sales > 0 ? sales : 'Sin ventas abiertas aquí'}</span>
          )}
        </Text>
      </div>
      {mayEdit ? (
        <Group gap="xs" wrap="nowrap" className={styles.rowActions}>
          <NativeSelect
            aria-label={`Función de ${name} en el proyecto`}
            data={[
              { value: '', label: 'Según su rol' },
              ...roleTypes.map((one) => ({ value: String(one.id), label: one.name })),
            ]}
            value={String(role_type?.id ?? '')}
            disabled={change.isPending}
            onChange={(event) =>
              change.mutate({
                params: { id: projectId, userId: id },
                body: { role_type_id: Number(event.currentTarget.value) || null },
              })
            }
          />
          <Button variant="subtle" color="red" aria-label={`Quitar a ${name} del equipo`} onClick={onLeave}>
            Quitar
          </Button>
        </Group>
      ) : (
        <Text size="sm">{role_type?.name ?? '—'}</Text>
      )}
    </li>
  );
}

interface AddDrawerProps {
  projectId: number;
  known: readonly TeamMember[];
  roleTypes: readonly RoleType[];
  onClose: () => void;
}

export function AddDrawer({ projectId, known, roleTypes, onClose }: AddDrawerProps) {
  const candidates = useOptions(queryOf(listTeamCandidates));
  const form = useRecordForm({
    schema: addTeamMember.body,
    initial: {},
    check: ({ user_id }) => ({ user_id: user_id === null ? 'Elige a la persona.' : null }),
    send: (body, as) => call(addTeamMember, { params: { id: projectId }, body }, as),
    success: 'Ya es parte del equipo.',
    onDone: onClose,
  });
  const here = new Set(known.map(({ id }) => id));
  return (
    <FormDrawer title="Agregar al equipo" opened onClose={onClose} {...form.frame} submitLabel="Agregar">
      <SearchField
        of={form}
        name="user_id"
        label="Persona"
        description="Escribe un nombre o un rol."
        nothingFoundMessage="Nadie coincide"
        options={candidates
          .filter(({ id }) => !here.has(id))
          .map(({ id, name, roles }) => ({
            value: id,
            label: roles.length > 0 ? `${name} · ${roles.join(', ')}` : name,
          }))}
      />
      <OptionField
        of={form}
        name="role_type_id"
        label="Función en el proyecto"
        description="Si es otro que el de su rol."
        nothing="Según su rol"
        options={roleTypes.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <Text size="xs" c="dimmed">
        Desde este momento ve el proyecto, también si tiene una sesión abierta.
      </Text>
    </FormDrawer>
  );
}
