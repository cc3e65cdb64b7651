import { Alert, SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Tried } from '#contract/care/chatbot/model.ts';
import { FACTS, HANDOVERS, OUTCOMES } from '#contract/care/chatbot/rules.ts';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PassageCard } from './PassageCard.tsx';
import { TryForm } from './TryForm.tsx';

/** Asks the bot as a stranger would, and shows what it found. */
export function TryTab() {
  const [tried, setTried] = useState<Tried | null>(null);
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
      <Stack gap="md">
        <TryForm onTried={setTried} />
        {tried && <TriedAnswer tried={tried} />}
      </Stack>
      {tried ? (
        <Stack gap="xs">
          <Text size="sm">
            Pasajes que encontró. Responde desde {tried.threshold} puntos de 100.{' '}
            {tried.terms.some(({ found }) => !found) &&
              `Ninguna fuente dice: ${tried.terms
                .filter(({ found }) => !found)
                .map(({ word }) => word)
                .join(', ')}.`}
          </Text>
          {tried.passages.length === 0 && <Text size="sm">No buscó pasajes, o no encontró ninguno.</Text>}
          {tried.passages.map((one) => (
            <PassageCard key={one.id} passage={one} score={`${one.score} puntos`} />
          ))}
        </Stack>
      ) : (
        <EmptyState title="Prueba una pregunta" text="Aquí aparecen los pasajes que encontró y sus puntos." />
      )}
    </SimpleGrid>
  );
}

function TriedAnswer({ tried }: { tried: Tried }) {
  const why = tried.fact ? FACTS[tried.fact] : tried.handover ? HANDOVERS[tried.handover] : null;
  return (
    <Alert
      variant="light"
      color={tried.outcome === 'no_sabe' || tried.outcome === 'persona' ? 'yellow' : 'green'}
      title={why ? `${OUTCOMES[tried.outcome]}: ${why}` : OUTCOMES[tried.outcome]}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an output holds no paragraphs
      role="status"
    >
      <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
        {tried.text}
      </Text>
      {tried.worded && (
        <Text size="xs" mt="xs">
          La redactó el modelo de lenguaje; los datos son de la fuente.
        </Text>
      )}
    </Alert>
  );
}
