import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getEnvelope } from '#contract/legal/envelopes/endpoints.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { EnvelopeBody } from './EnvelopePanel.tsx';

/** The envelope of a contract inside the contract's own page. */
export function RecordEnvelope({ id: first }: { id: number }) {
  const [id, setId] = useState(first);
  const query = useQuery(queryOf(getEnvelope, { params: { id } }));
  if (query.error) throw query.error;
  return query.data ? <EnvelopeBody envelope={query.data.data} onOther={setId} /> : <PendingPage />;
}
