import { Alert, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Permission, Scope } from '#contract/access.ts';
import { CUSTOMER_ROLE, seedGrantsOf, type Role } from '#contract/company/roles/roles.ts';
import {
  archiveRole,
  deleteRole,
  getRole,
  myPermissions,
  restoreRole,
  setGrants,
} from '#contract/company/roles/rolesEndpoints.ts';
import { queryOf, useAction } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { useUnsavedGuard } from '#web/office/lib/useUnsavedGuard.ts';
import { askConfirm } from '#web/office/ui/ask.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { RecordPage, type RecordAction } from '#web/office/ui/RecordPage.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { EditRoleDrawer } from './EditRoleDrawer.tsx';
import { GrantMatrix } from './GrantMatrix.tsx';
import { NewRoleDrawer } from './NewRoleDrawer.tsx';
import { peopleText, whyNotArchive, whyNotDelete } from './roleTexts.ts';
import { SaveGrants } from './SaveGrants.tsx';
import { useGrantsDraft } from './useGrantsDraft.ts';
import { useBeginViewAs, useMayLookAs } from '#web/office/features/company/auth/viewAs.api.ts';
import { useDrawer } from '#web/office/lib/useDrawer.ts';

/** One role: its permissions and its users. */
export function RolePage({ id }: { id: number }) {
  const query = useQuery(queryOf(getRole, { params: { id } }));
  const mine = useQuery(queryOf(myPermissions));
  const error = query.error ?? mine.error;
  if (error) throw error;
  if (!query.data || !mine.data) return <PendingPage />;
  const held = new Map(mine.data.data.map(({ permission, scope }) => [permission, scope]));
  const role = query.data.data;
  // A new version starts a new draft.
  return <Loaded key={`${role.id}.${role.version}`} role={role} held={held} />;
}

function Loaded({ role, held }: { role: Role; held: ReadonlyMap<Permission, Scope> }) {
  const mayEdit = useCan('administracion.editar');
  const mayCreate = useCan('administracion.crear');
  const customer = role.id === CUSTOMER_ROLE;
  const editing = useDrawer('editar');
  const copying = useDrawer('copiar');
  const actions = useRoleActions(role, {
    onEdit: () => editing.open(),
    onCopy: () => copying.open(),
  });
  const draft = useGrantsDraft(role.grants, seedGrantsOf(role.id), held);
  const save = useAction(setGrants, {
    inline: true,
    success: (answer) => answer.success,
  });
  useUnsavedGuard(draft.changes.length > 0 && !save.isPending && !save.isSuccess);
  return (
    <RecordPage
      title={role.display_name}
      subtitle={role.description || 'Sin descripción.'}
      state={
        <>
          {role.requires_second_step && <StatePill tone="progress" label="Pide segundo paso" />}
          {role.archived_at && <StatePill tone="neutral" label="Archivado" />}
        </>
      }
      turn={null}
      facts={[
        { label: 'Quién lo tiene', value: peopleText(role.people) },
        { label: 'Permite', value: role.permissions === 1 ? '1 permiso' : `${role.permissions} permisos` },
      ]}
      actions={actions}
      activity={null}
    >
      <Stack gap="md">
        {customer && (
          <Alert variant="light" color="brand" title="Los clientes no entran a la oficina">
            Ven su compra con el enlace que reciben. Este rol existe solo en las listas y no permite nada.
          </Alert>
        )}
        {!customer && (
          <Section
            title="Qué permite"
            text={
              role.seed
                ? 'Un punto marca lo que es distinto de como viene el producto. Solo puedes otorgar permisos que tú tienes.'
                : 'Solo puedes otorgar permisos que tú tienes.'
            }
          >
            <GrantMatrix draft={draft} fixed={!mayEdit} compares={role.seed} />
          </Section>
        )}
        <SaveGrants
          draft={draft}
          saving={save.isPending}
          error={save.error}
          onSave={() =>
            save.mutate({ params: { id: role.id }, body: { grants: draft.list(), version: role.version } })
          }
        />
        {!customer && <People role={role} />}
      </Stack>
      {mayEdit && editing.opened && <EditRoleDrawer role={role} onClose={editing.close} />}
      {mayCreate && copying.opened && <NewRoleDrawer copyOf={role.id} onClose={copying.close} />}
    </RecordPage>
  );
}

/** The actions on the role itself. */
function useRoleActions(role: Role, { onEdit, onCopy }: { onEdit: () => void; onCopy: () => void }) {
  const navigate = useNavigate();
  const mayCreate = useCan('administracion.crear');
  const mayEdit = useCan('administracion.editar');
  const mayArchive = useCan('administracion.anular');
  const mayLookAs = useMayLookAs();
  const lookAs = useBeginViewAs();
  const archive = useAction(archiveRole, { success: 'Rol archivado.' });
  const restore = useAction(restoreRole, { success: 'Rol recuperado.' });
  const remove = useAction(deleteRole, { success: 'Rol borrado.' });
  const target = { params: { id: role.id }, body: { version: role.version } };
  const customer = role.id === CUSTOMER_ROLE;
  const askDelete = async () => {
    const sure = await askConfirm({
      title: `¿Borrar «${role.display_name}»?`,
      text: 'Se pierde lo que permite. No se puede deshacer.',
      confirm: 'Borrar rol',
      danger: true,
    });
    if (sure)
      remove.mutate(
        { params: { id: role.id } },
        { onSuccess: () => void navigate({ to: '/oficina/roles' }) },
      );
  };
  const actions: (RecordAction | false)[] = [
    mayEdit && { key: 'edit', label: 'Cambiar datos', whyNot: null, onRun: onEdit },
    !customer &&
      !role.archived_at &&
      mayLookAs && {
        key: 'look',
        label: 'Ver como este rol',
        whyNot: null,
        loading: lookAs.isPending,
        onRun: () => lookAs.mutate({ role_id: role.id }),
      },
    !customer && mayCreate && { key: 'copy', label: 'Copiar', whyNot: null, onRun: onCopy },
    !customer &&
      mayArchive &&
      (role.archived_at
        ? {
            key: 'restore',
            label: 'Recuperar',
            whyNot: null,
            loading: restore.isPending,
            onRun: () => restore.mutate(target),
          }
        : {
            key: 'archive',
            label: 'Archivar',
            whyNot: whyNotArchive(role),
            loading: archive.isPending,
            onRun: () => archive.mutate(target),
          }),
    mayArchive &&
      !role.seed && {
        key: 'delete',
        label: 'Borrar',
        whyNot: whyNotDelete(role),
        danger: true,
        onRun: () => void askDelete(),
      },
  ];
  return actions.filter((one) => one !== false);
}

function People({ role }: { role: Role }) {
  const more = role.people - role.users.length;
  return (
    <Section title="Quién lo tiene">
      {role.users.length === 0 ? (
        <Text size="sm" c="dimmed">
          Nadie todavía. Se da en la página de cada persona, en Usuarios.
        </Text>
      ) : (
        <Group gap="md">
          {role.users.map(({ id, name, active }) => (
            <Text key={id} size="sm">
              <PageLink to="/oficina/usuarios/$id" params={{ id }}>
                {name}
              </PageLink>
              {!active && ' (inactivo)'}
            </Text>
          ))}
          {more > 0 && (
            <PageLink to="/oficina/usuarios" search={{ rol_id: role.id }}>
              y {peopleText(more)} más
            </PageLink>
          )}
        </Group>
      )}
    </Section>
  );
}
