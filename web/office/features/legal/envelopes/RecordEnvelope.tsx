import { useState } from 'react';
import { EnvelopePanel } from './EnvelopePanel.tsx';

/** The envelope of a contract inside the contract's own page. */
export function RecordEnvelope({ id: first }: { id: number }) {
  const [id, setId] = useState(first);
  return <EnvelopePanel id={id} onOther={setId} />;
}
