import { useQuery } from '@tanstack/react-query';
import { getApplication } from '#contract/banking/applications/applications.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { RecordDrawer, type Beside } from '#web/office/ui/RecordDrawer.tsx';
import { ApplicationDetail } from './ApplicationDetail.tsx';

interface ApplicationDrawerProps {
  id: number;
  onClose: () => void;
  beside: Beside;
}

/** An application, in a drawer beside its list. */
export function ApplicationDrawer({ id, onClose, beside }: ApplicationDrawerProps) {
  const { data, error } = useQuery(queryOf(getApplication, { params: { id } }));
  return (
    <RecordDrawer
      of={['solicitud', id]}
      title={data ? `${data.data.bank.name} · ${data.data.name}` : 'Solicitud bancaria'}
      size="xl"
      onClose={onClose}
      record={data?.data}
      error={error}
      beside={beside}
    >
      {(application) => <ApplicationDetail key={application.id} application={application} linked />}
    </RecordDrawer>
  );
}
