import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getSource, removeSource, retrySource } from '#contract/care/chatbot/endpoints.ts';
import type { Source } from '#contract/care/chatbot/model.ts';
import {
  PUBLISHED_WORDS,
  SOURCE_KINDS,
  SOURCE_STATES,
  TRAINING_FAILED,
} from '#contract/care/chatbot/rules.ts';
import { queryOf, useAction } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { askConfirm } from '#web/office/ui/ask.tsx';
import { RecordDrawer, type Beside } from '#web/office/ui/RecordDrawer.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { PassageCard } from './PassageCard.tsx';
import { SOURCE_TONES } from './sourceWords.ts';
import { TrainDrawer } from './TrainDrawer.tsx';

/** A source, its passages, and what can be done with it. */
export function SourceDrawer({ id, onClose, beside }: { id: number; onClose: () => void; beside: Beside }) {
  const { data, error } = useQuery(queryOf(getSource, { params: { id } }));
  const [replacing, setReplacing] = useState(false);
  const source = data?.data.source;
  if (replacing && source) return <TrainDrawer source={source} onClose={() => setReplacing(false)} />;
  return (
    <RecordDrawer
      title={source?.title ?? 'Fuente'}
      onClose={onClose}
      record={data?.data}
      error={error}
      beside={beside}
      size="lg"
    >
      {(record) => (
        <>
          <Head source={record.source} onReplace={() => setReplacing(true)} onGone={onClose} />
          <Text size="sm" fw={600}>
            {record.passages.length === 1 ? '1 pasaje' : `${record.source.passages} pasajes`}
          </Text>
          <Stack gap="xs">
            {record.passages.map((one) => (
              <PassageCard key={one.id} passage={one} />
            ))}
          </Stack>
        </>
      )}
    </RecordDrawer>
  );
}

function Head({ source, onReplace, onGone }: { source: Source; onReplace: () => void; onGone: () => void }) {
  const edits = useCan('chatbot.editar');
  const removes = useCan('chatbot.anular');
  const retry = useAction(retrySource, { success: ({ success }) => success });
  const remove = useAction(removeSource, { success: ({ success }) => success });
  const reading = source.state === 'en_cola' || source.state === 'leyendo';
  const params = { id: source.id };
  const askRemove = async () => {
    const sure = await askConfirm({
      title: `Quitar «${source.title}»`,
      text: 'Sale del borrador. El público la pierde cuando publiques otra vez.',
      confirm: 'Quitar',
      danger: true,
    });
    if (sure) remove.mutate({ params }, { onSuccess: onGone });
  };
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <StatePill tone={SOURCE_TONES[source.state]} label={SOURCE_STATES[source.state]} />
        <Text size="sm" c="dimmed">
          {SOURCE_KINDS[source.kind]} · {PUBLISHED_WORDS[source.published]}
        </Text>
      </Group>
      {source.fault && (
        <Alert color="red" variant="light" title={TRAINING_FAILED}>
          {source.fault}
        </Alert>
      )}
      {source.file && (
        <Anchor href={source.file.url} target="_blank" rel="noopener noreferrer" size="sm">
          {source.file.name}
        </Anchor>
      )}
      {source.url && (
        <Anchor href={source.url} target="_blank" rel="noopener noreferrer" size="sm">
          {source.url}
        </Anchor>
      )}
      <Group gap="xs">
        {edits && (
          <Button variant="default" onClick={onReplace}>
            Reemplazar
          </Button>
        )}
        {edits && source.kind !== 'pregunta' && (
          <Button
            variant="default"
            disabled={reading}
            loading={retry.isPending}
            onClick={() => retry.mutate({ params })}
          >
            Leer otra vez
          </Button>
        )}
        {removes && (
          <Button variant="default" color="red" loading={remove.isPending} onClick={() => void askRemove()}>
            Quitar
          </Button>
        )}
      </Group>
    </Stack>
  );
}
