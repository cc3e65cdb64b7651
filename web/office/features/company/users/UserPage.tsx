import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getUser, inviteUser, reactivateUser } from '#contract/company/users/endpoints.ts';
import type { UserRecord } from '#contract/company/users/people.ts';
import { WHY_NOT } from '#contract/company/roles/rules.ts';
import { RecordTasks } from '#web/office/features/company/tasks/RecordTasks.tsx';
import { RecordFiles } from '#web/office/features/company/comments/RecordFiles.tsx';
import { useComments } from '#web/office/features/company/comments/useComments.ts';
import { ViewAsButton } from '#web/office/features/company/auth/ViewAsButton.tsx';
import { usePatchSearch } from '#web/office/lib/listSearch.ts';
import { queryOf, useAction } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { ActivityStream } from '#web/office/ui/ActivityStream.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { RecordPage, type RecordAction } from '#web/office/ui/RecordPage.tsx';
import { AwayDrawer } from './AwayDrawer.tsx';
import { EditUserDrawer } from './EditUserDrawer.tsx';
import { HandoverDrawer } from './HandoverDrawer.tsx';
import { UserSignIn } from './UserSignIn.tsx';
import { UserStatePill } from './UserStatePill.tsx';
import { UserSummary } from './UserSummary.tsx';

type Opened = 'edit' | 'away' | 'handover' | 'leave' | null;

/** One user: identity, access, sign-in and open work. */
export function UserPage({ id, tab }: { id: number; tab?: string | undefined }) {
  const patch = usePatchSearch();
  const mayEdit = useCan('administracion.editar');
  const [drawer, setDrawer] = useState<Opened>(null);
  const query = useQuery(queryOf(getUser, { params: { id } }));
  const comments = useComments('usuario', id);
  const user = query.data?.data;
  const actions = useUserActions(user, setDrawer);
  if (query.error) throw query.error;
  if (!user) return <PendingPage />;
  const close = () => setDrawer(null);
  return (
    <>
      <RecordPage
        of={['usuario', user.id]}
        title={user.name}
        subtitle={user.email}
        state={<UserStatePill state={user.state} awayTo={user.away_to} />}
        turn={null}
        facts={[
          { label: 'Tipo', value: user.user_type.name },
          { label: 'Roles', value: user.roles.map(({ display_name }) => display_name).join(', ') || '—' },
          { label: 'Ventas abiertas', value: user.open_work.processor + user.open_work.adviser },
          { label: 'Último uso', value: <DateText instant={user.last_used_at} /> },
        ]}
        actions={actions}
        tab={tab ?? 'datos'}
        onTab={(key) => patch({ tab: key })}
        tabs={[
          { key: 'datos', label: 'Datos', content: <UserSummary user={user} /> },
          {
            key: 'ingreso',
            label: 'Ingreso',
            count: user.sessions.length,
            content: <UserSignIn user={user} mayEdit={mayEdit} />,
          },
        ]}
        activity={
          <>
            {!user.self && user.state !== 'desactivado' && <ViewAsButton whom={{ user_id: id }} mb="md" />}
            <Stack gap="lg">
              <RecordTasks reference="usuario" id={id} />
              <RecordFiles reference="usuario" id={id} attachedOnly />
              <ActivityStream {...comments} onComment={mayEdit ? comments.onComment : null} />
            </Stack>
          </>
        }
      />
      {drawer === 'edit' && <EditUserDrawer user={user} onClose={close} />}
      {drawer === 'away' && <AwayDrawer user={user} onClose={close} />}
      {drawer === 'handover' && <HandoverDrawer user={user} leaving={false} onClose={close} />}
      {drawer === 'leave' && <HandoverDrawer user={user} leaving onClose={close} />}
    </>
  );
}

/** The user's actions. An action that is not possible shows the reason. */
function useUserActions(user: UserRecord | undefined, open: (drawer: Opened) => void): RecordAction[] {
  const mayEdit = useCan('administracion.editar');
  const mayEnd = useCan('administracion.anular');
  const invite = useAction(inviteUser, {
    success: ({ data }) => `Invitación enviada a ${data.email}.`,
  });
  const back = useAction(reactivateUser, { success: 'Usuario reactivado.' });
  if (!user) return [];
  const params = { id: user.id };
  const whyNot = user.why_not;
  const work = user.open_work.processor + user.open_work.adviser;
  const edit: RecordAction = { key: 'edit', label: 'Editar datos', whyNot, onRun: () => open('edit') };
  const handover: RecordAction = {
    key: 'handover',
    label: 'Pasar su trabajo',
    whyNot: work === 0 ? 'No tiene ventas abiertas.' : null,
    onRun: () => open('handover'),
  };
  if (user.state === 'desactivado')
    return [
      ...(mayEnd
        ? [
            {
              key: 'back',
              label: 'Reactivar',
              whyNot,
              loading: back.isPending,
              onRun: () => back.mutate({ params, body: { version: user.version } }),
            },
          ]
        : []),
      ...(mayEdit ? [edit, handover] : []),
    ];
  const send: RecordAction = {
    key: 'invite',
    label: user.invitation_until ? 'Enviar otra invitación' : 'Enviar invitación',
    whyNot,
    loading: invite.isPending,
    onRun: () => invite.mutate({ params }),
  };
  const away: RecordAction = {
    key: 'away',
    label: user.away_from || user.away_to ? 'Cambiar ausencia' : 'Marcar ausencia',
    whyNot,
    onRun: () => open('away'),
  };
  const leave: RecordAction = {
    key: 'leave',
    label: 'Desactivar',
    whyNot: user.self ? WHY_NOT.ownEnd : whyNot,
    danger: true,
    onRun: () => open('leave'),
  };
  return [
    ...(mayEdit ? [...(user.state === 'invitado' ? [send] : []), edit, away, handover] : []),
    ...(mayEnd ? [leave] : []),
  ];
}
