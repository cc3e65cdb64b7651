import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getComplaint, type Complaint } from '#contract/legal/complaints/endpoints.ts';
import { COMPLAINT, COMPLAINT_KINDS } from '#contract/legal/complaints/rules.ts';
import { saleName } from '#contract/sales/sale/saleName.ts';
import { RecordFiles } from '#web/office/features/company/comments/RecordFiles.tsx';
import { useComments } from '#web/office/features/company/comments/useComments.ts';
import { RecordTasks } from '#web/office/features/company/tasks/RecordTasks.tsx';
import { queryOf } from '#web/office/lib/query.ts';
import { ActivityStream } from '#web/office/ui/ActivityStream.tsx';
import { newestFirst, stateItems } from '#web/office/ui/activity.ts';
import { DateText } from '#web/office/ui/DateText.tsx';
import { Facts } from '#web/office/ui/Facts.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { ReasonedButton } from '#web/office/ui/ReasonedButton.tsx';
import { RecordDrawer, type Beside } from '#web/office/ui/RecordDrawer.tsx';
import { ComplaintState, daysText } from './ComplaintsPage.tsx';
import { ComplaintStepDrawer } from './ComplaintStepDrawer.tsx';
import { EditComplaintDrawer } from './EditComplaintDrawer.tsx';

interface ComplaintDrawerProps {
  id: number;
  beside?: Beside;
  onClose: () => void;
}

/** One complaint: its clock, what was said, and its next steps. */
export function ComplaintDrawer({ id, beside, onClose }: ComplaintDrawerProps) {
  const { data, error } = useQuery(queryOf(getComplaint, { params: { id } }));
  const comments = useComments('reclamo_acodeco', id);
  const [open, setOpen] = useState<number | 'edit' | null>(null);
  const complaint = data?.data;
  return (
    <>
      <RecordDrawer
        title={complaint ? `Reclamo de ${complaint.name}` : 'Reclamo'}
        of={['reclamo_acodeco', id]}
        record={complaint}
        error={error}
        beside={beside}
        onClose={onClose}
        size="lg"
      >
        {(one) => (
          <Stack gap="md">
            <Group gap="xs">
              <ComplaintState state={one.state} />
              {one.due_on && (
                <Text size="sm" component="div">
                  <DateText day={one.due_on} />, {daysText(one)}
                </Text>
              )}
            </Group>
            <Words one={one} />
            <Group gap="xs">
              {one.transitions.map((offer) => (
                <ReasonedButton
                  key={offer.estado_id}
                  whyNot={offer.disabled}
                  variant={offer.estado_id >= COMPLAINT.lost ? 'default' : 'filled'}
                  onClick={() => setOpen(offer.estado_id)}
                >
                  {offer.label}
                </ReasonedButton>
              ))}
              {one.may_edit && (
                <Button variant="default" onClick={() => setOpen('edit')}>
                  Editar
                </Button>
              )}
            </Group>
            <RecordTasks reference="reclamo_acodeco" id={id} />
            <RecordFiles reference="reclamo_acodeco" id={id} />
            <ActivityStream
              {...comments}
              items={comments.items && newestFirst(stateItems(one.history), comments.items)}
            />
          </Stack>
        )}
      </RecordDrawer>
      {complaint && typeof open === 'number' && (
        <ComplaintStepDrawer complaint={complaint} to={open} onClose={() => setOpen(null)} />
      )}
      {complaint && open === 'edit' && (
        <EditComplaintDrawer complaint={complaint} onClose={() => setOpen(null)} />
      )}
    </>
  );
}

const Words = ({ one }: { one: Complaint }) => (
  <Facts
    rows={[
      [
        'Venta',
        <PageLink key="sale" to="/oficina/ventas/$id" params={{ id: one.sale.id }} underline="always">
          {saleName(one.sale)}
        </PageLink>,
      ],
      ['Qué reclama', COMPLAINT_KINDS[one.kind]],
      ['Expediente', one.number],
      ['Presentado', <DateText key="filed" day={one.filed_on} />],
      ['Documentos pedidos', one.asked_on && <DateText key="asked" day={one.asked_on} />],
      ['Respondido', one.answered_on && <DateText key="answered" day={one.answered_on} />],
      ['Resuelto', one.resolved_on && <DateText key="resolved" day={one.resolved_on} />],
      ['Qué dice', one.detail],
    ]}
  />
);
