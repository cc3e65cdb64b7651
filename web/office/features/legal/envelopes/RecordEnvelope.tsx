import { useState } from 'react';
import { Section } from '#web/office/ui/Section.tsx';
import { EnvelopePanel } from './EnvelopePanel.tsx';

/** The envelope of a contract inside the contract's own page. */
export function RecordEnvelope({ id: first }: { id: number }) {
  const [id, setId] = useState(first);
  return (
    <Section title="Envío a firma">
      <EnvelopePanel id={id} onOther={setId} />
    </Section>
  );
}
