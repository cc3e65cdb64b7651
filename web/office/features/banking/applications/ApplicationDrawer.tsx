import { Alert, Drawer } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getApplication } from '#contract/banking/applications/applications.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { sentence } from '#web/office/lib/refusal.ts';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { ApplicationDetail } from './ApplicationDetail.tsx';

/** An application beside the list that it was opened from. */
export function ApplicationDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const query = useQuery(queryOf(getApplication, { params: { id } }));
  const application = query.data?.data;
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="xl"
      title={application ? `${application.bank.name} · ${application.name}` : 'Solicitud bancaria'}
    >
      {query.error ? (
        <Alert color="red" variant="light" title={sentence(query.error)} />
      ) : application ? (
        <ApplicationDetail application={application} linked />
      ) : (
        <PendingPage />
      )}
    </Drawer>
  );
}
