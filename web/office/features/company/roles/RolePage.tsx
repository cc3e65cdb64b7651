import { Alert, Badge, Button, Group, Stack, Text } from '@mantine/core';
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
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { ReasonedButton } from '#web/office/ui/ReasonedButton.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { EditRoleDrawer } from './EditRoleDrawer.tsx';
import { GrantMatrix } from './GrantMatrix.tsx';
import { NewRoleDrawer } from './NewRoleDrawer.tsx';
import { peopleText, whyNotArchive, whyNotDelete } from './roleTexts.ts';
import { SaveGrants } from './SaveGrants.tsx';
import { useGrantsDraft } from './useGrantsDraft.ts';
import { ViewAsButton } from '#web/office/features/company/auth/ViewAsButton.tsx';
import { useDrawer } from '#web/office/lib/useDrawer.ts';

/** One role: what it allows, and who has it. */
export function RolePage({ id }: { id: number }) {
  const query = useQuery(queryOf(getRole, { params: { id } }));
  const mine = useQuery(queryOf(myPermissions));
  const error = query.error ?? mine.error;
  if (error) throw error;
  if (!query.data || !mine.data) return <PendingPage />;
  const held = new Map(mine.data.data.map(({ permission, scope }) => [permission, scope]));
  const role = query.data.data;
  // Another version begins another draft.
  return <Loaded key={`${role.id}.${role.version}`} role={role} held={held} />;
}

function Loaded({ role, held }: { role: Role; held: ReadonlyMap<Permission, Scope> }) {
  const mayEdit = useCan('administracion.editar');
  const customer = role.id === CUSTOMER_ROLE;
  const draft = useGrantsDraft(role.grants, seedGrantsOf(role.id), held);
  const save = useAction(setGrants, {
    inline: true,
    success: (answer) => answer.success,
  });
  useUnsavedGuard(draft.changes.length > 0 && !save.isPending && !save.isSuccess);
  return (
    <Stack gap="md">
      <PageHeader
        title={role.display_name}
        count={null}
        text={role.description || 'Sin descripción.'}
        actions={<Actions role={role} />}
      />
      <Group gap="xs">
        <Badge tt="none" variant="light">
          {peopleText(role.people)}
        </Badge>
        <Badge tt="none" variant="light">
          {role.permissions === 1 ? '1 permiso' : `${role.permissions} permisos`}
        </Badge>
        {role.requires_second_step && (
          <Badge tt="none" variant="light">
            Pide segundo paso
          </Badge>
        )}
        {role.archived_at && (
          <Badge tt="none" variant="light" color="gray">
            Archivado
          </Badge>
        )}
      </Group>
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
              ? 'Un punto marca lo que es distinto de como viene el producto. Lo que tú no tienes, no lo puedes dar.'
              : 'Lo que tú no tienes, no lo puedes dar.'
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
  );
}

function Actions({ role }: { role: Role }) {
  const navigate = useNavigate();
  const editing = useDrawer('editar');
  const copying = useDrawer('copiar');
  const mayCreate = useCan('administracion.crear');
  const mayEdit = useCan('administracion.editar');
  const mayArchive = useCan('administracion.anular');
  const archive = useAction(archiveRole, { success: 'Rol archivado.' });
  const restore = useAction(restoreRole, { success: 'Rol recuperado.' });
  const remove = useAction(deleteRole, { success: 'Rol borrado.' });
  const target = { params: { id: role.id }, body: { version: role.version } };
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
  const customer = role.id === CUSTOMER_ROLE;
  return (
    <>
      {mayArchive && !role.seed && (
        <ReasonedButton
          variant="subtle"
          color="red"
          whyNot={whyNotDelete(role)}
          onClick={() => void askDelete()}
        >
          Borrar
        </ReasonedButton>
      )}
      {mayArchive &&
        !customer &&
        (role.archived_at ? (
          <Button variant="default" loading={restore.isPending} onClick={() => restore.mutate(target)}>
            Recuperar
          </Button>
        ) : (
          <ReasonedButton
            variant="default"
            whyNot={whyNotArchive(role)}
            loading={archive.isPending}
            onClick={() => archive.mutate(target)}
          >
            Archivar
          </ReasonedButton>
        ))}
      {mayCreate && !customer && (
        <Button variant="default" onClick={() => copying.open()}>
          Copiar
        </Button>
      )}
      {!customer && !role.archived_at && <ViewAsButton whom={{ role_id: role.id }} />}
      {mayEdit && <Button onClick={() => editing.open()}>Cambiar datos</Button>}
      {mayEdit && editing.opened && <EditRoleDrawer role={role} onClose={editing.close} />}
      {mayCreate && copying.opened && <NewRoleDrawer copyOf={role.id} onClose={copying.close} />}
    </>
  );
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
