import { useQuery } from '@tanstack/react-query';
import { getApplication } from '#contract/banking/applications/applications.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { RecordDrawer } from '#web/office/ui/RecordDrawer.tsx';
import { ApplicationDetail } from './ApplicationDetail.tsx';

/** An application beside the list that it was opened from. */
export function ApplicationDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const query = useQuery(queryOf(getApplication, { params: { id } }));
  const application = query.data?.data;
  return (
    <RecordDrawer
      title={application ? `${application.bank.name} · ${application.name}` : 'Solicitud bancaria'}
      onClose={onClose}
      record={application}
      error={query.error}
      size="xl"
    >
      {(one) => <ApplicationDetail application={one} linked />}
    </RecordDrawer>
  );
}
