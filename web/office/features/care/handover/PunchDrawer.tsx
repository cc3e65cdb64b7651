import { Button, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { changePunchStatus, getPunch } from '#contract/care/handover/endpoints.ts';
import type { PunchItem } from '#contract/care/handover/model.ts';
import { PUNCH, SEVERITIES } from '#contract/care/handover/rules.ts';
import { PARTS } from '#contract/care/covers/parts.ts';
import { RecordFiles } from '#web/office/features/company/comments/RecordFiles.tsx';
import { useComments } from '#web/office/features/company/comments/useComments.ts';
import { RecordTasks } from '#web/office/features/company/tasks/RecordTasks.tsx';
import { SentPhotos } from '#web/office/features/works/jobs/Photos.tsx';
import { queryOf } from '#web/office/lib/query.ts';
import { useTransitions } from '#web/office/lib/useTransitions.ts';
import { ActivityStream } from '#web/office/ui/ActivityStream.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { Facts } from '#web/office/ui/Facts.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { ReasonedButton } from '#web/office/ui/ReasonedButton.tsx';
import { RecordDrawer, type Beside } from '#web/office/ui/RecordDrawer.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { CorrectPunchDrawer } from './CorrectPunchDrawer.tsx';
import { EditPunchDrawer } from './EditPunchDrawer.tsx';

interface PunchDrawerProps {
  id: number;
  beside?: Beside;
  onClose: () => void;
}

/** One item of a punch list: what was seen, who corrects it, and who verified it. */
export function PunchDrawer({ id, beside, onClose }: PunchDrawerProps) {
  const { data, error } = useQuery(queryOf(getPunch, { params: { id } }));
  const comments = useComments('pendiente_entrega', id);
  const [open, setOpen] = useState<'correct' | 'edit' | null>(null);
  const item = data?.data;
  const transitions = useTransitions({
    offers: item?.transitions,
    status: changePunchStatus,
    version: item?.version,
    danger: [PUNCH.voided],
  });
  return (
    <>
      <RecordDrawer
        title={item ? `${item.house.name}, ${item.room}` : 'Pendiente'}
        of={['pendiente_entrega', id]}
        record={item}
        error={error}
        beside={beside}
        onClose={onClose}
        size="lg"
      >
        {(one) => (
          <Stack gap="md">
            <Group gap="xs">
              <StatePill catalog="punch" state={one.state} />
            </Group>
            <Words one={one} />
            <SentPhotos photos={one.photos} of="Como se encontró" />
            <SentPhotos photos={one.done_photos} of="Corregido" />
            <Group gap="xs">
              {one.correct && one.state.id === PUNCH.pending && (
                <ReasonedButton whyNot={one.correct.disabled} onClick={() => setOpen('correct')}>
                  Reportar corregido
                </ReasonedButton>
              )}
              {transitions.map(({ key, label, whyNot, danger, onRun, loading }) => (
                <ReasonedButton
                  key={key}
                  whyNot={whyNot}
                  variant={danger || one.state.id === PUNCH.pending ? 'default' : 'filled'}
                  loading={loading ?? false}
                  onClick={onRun}
                >
                  {label}
                </ReasonedButton>
              ))}
              {one.may_edit && (
                <Button variant="default" onClick={() => setOpen('edit')}>
                  Editar
                </Button>
              )}
            </Group>
            <RecordTasks reference="pendiente_entrega" id={id} />
            <RecordFiles reference="pendiente_entrega" id={id} attachedOnly />
            <ActivityStream {...comments} items={comments.items} />
          </Stack>
        )}
      </RecordDrawer>
      {item && open === 'correct' && <CorrectPunchDrawer id={id} onClose={() => setOpen(null)} />}
      {item && open === 'edit' && <EditPunchDrawer item={item} onClose={() => setOpen(null)} />}
    </>
  );
}

const Words = ({ one }: { one: PunchItem }) => (
  <Facts
    rows={[
      ['Qué se observó', one.text],
      ['Dónde', `${one.room}: ${one.point}`],
      ['Parte', PARTS[one.part].label],
      ['Gravedad', SEVERITIES[one.severity]],
      [
        'Entrega',
        <PageLink
          key="entrega"
          to="/oficina/entregas/$id"
          params={{ id: one.handover.id }}
          underline="always"
        >
          {one.handover.code}, {one.name}
        </PageLink>,
      ],
      ['Contratista', one.contract ? `${one.contract.contractor} (${one.contract.name})` : 'Sin asignar'],
      ['Vence', <DateText key="due" day={one.due_on} />],
      [
        'Corregido',
        one.done_at && `${one.done_by ?? 'En la obra'}${one.done_note ? `: ${one.done_note}` : ''}`,
      ],
      ['Verificado', one.verified_by],
    ]}
  />
);
