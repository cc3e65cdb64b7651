import { Alert, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import {
  getCoincidence,
  ignoreCoincidence,
  mergePeople,
  reopenCoincidence,
} from '#contract/sales/coincidences/endpoints.ts';
import { COINCIDENCE_STATES, REASONS, type Coincidence } from '#contract/sales/coincidences/model.ts';
import { undoMerge } from '#contract/overview/person/endpoints.ts';
import { RecordTalk } from '#web/office/features/company/comments/RecordTalk.tsx';
import { queryOf, useAction } from '#web/office/lib/query.ts';
import { askReason } from '#web/office/ui/ask.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { ReasonedButton } from '#web/office/ui/ReasonedButton.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { toast } from '#web/office/ui/toast.tsx';
import { CompareTable, startOf, type Choice } from './CompareTable.tsx';
import { LinkDrawer } from './LinkDrawer.tsx';

/** Compares two persons: the same person, related persons, or unrelated. */
export function ComparePage({ id }: { id: number }) {
  const query = useQuery(queryOf(getCoincidence, { params: { id } }));
  if (query.error) throw query.error;
  const pair = query.data?.data;
  return pair ? <Compare key={pair.version} pair={pair} /> : <PendingPage />;
}

function Compare({ pair }: { pair: Coincidence }) {
  const navigate = useNavigate();
  const [choice, setChoice] = useState<Choice>(() => startOf(pair));
  const [linking, setLinking] = useState(false);
  const undo = useAction(undoMerge, { success: ({ success }) => success });
  const merge = useAction(mergePeople);
  const ignore = useAction(ignoreCoincidence, { success: 'No se vuelve a preguntar.' });
  const reopen = useAction(reopenCoincidence, {
    success: 'Vuelve a estar por decidir.',
  });
  const params = { id: pair.id };
  const { actions, version } = pair;

  const runMerge = () =>
    merge.mutate(
      { params, body: { ...choice, version } },
      {
        onSuccess: ({ data }) => {
          toast.undo('Ahora son una sola persona.', () => undo.mutate({ params: { id: data.merge_id } }));
          void navigate({ to: '/oficina/personas/$id', params: { id: data.person_id } });
        },
      },
    );
  const runIgnore = async () => {
    const motivo = await askReason({
      title: 'No es la misma persona',
      text: 'El motivo queda guardado y esta coincidencia no vuelve a salir.',
      label: 'Motivo',
      required: true,
      confirm: 'Ignorar',
      suggestions: ['Son personas distintas', 'Comparten el celular', 'Comparten el correo'],
    });
    if (motivo !== null) ignore.mutate({ params, body: { motivo, version } });
  };
  const goBack = () =>
    pair.merge_id === null
      ? reopen.mutate({ params, body: { version } })
      : undo.mutate({ params: { id: pair.merge_id } });
  return (
    <>
      <PageHeader
        title={`${pair.left.nombre} y ${pair.right.nombre}`}
        count={null}
        text={`${pair.score} de 100 · ${pair.reasons.map((reason) => REASONS[reason]).join(' · ')}`}
      />
      <Stack gap="md">
        {pair.state !== 'pendiente' && (
          <Alert variant="light" title={COINCIDENCE_STATES[pair.state]}>
            {pair.link &&
              `${pair.link === 'codeudor' ? 'Codeudor' : (pair.relationship?.name ?? 'Familiar')}. `}
            {pair.reason && `${pair.reason} `}
            {pair.decided_by && `${pair.decided_by} · `}
            <DateText instant={pair.decided_at} />
          </Alert>
        )}
        <Section
          title="Lado a lado"
          {...(actions.merge && {
            text: 'Para fusionar, elige quién queda y de qué lado se toma cada dato.',
          })}
        >
          <CompareTable pair={pair} choice={actions.merge ? choice : null} onChoice={setChoice} />
        </Section>
        <Group gap="xs">
          {actions.merge && (
            <ReasonedButton whyNot={actions.merge.disabled} loading={merge.isPending} onClick={runMerge}>
              Fusionar
            </ReasonedButton>
          )}
          {actions.link && (
            <ReasonedButton variant="default" whyNot={actions.link.disabled} onClick={() => setLinking(true)}>
              Vincular
            </ReasonedButton>
          )}
          {actions.ignore && (
            <ReasonedButton
              variant="default"
              whyNot={actions.ignore.disabled}
              loading={ignore.isPending}
              onClick={() => void runIgnore()}
            >
              Ignorar
            </ReasonedButton>
          )}
          {actions.undo && (
            <ReasonedButton
              variant="default"
              whyNot={actions.undo.disabled}
              loading={undo.isPending || reopen.isPending}
              onClick={goBack}
            >
              {pair.merge_id === null ? 'Volver a decidir' : 'Deshacer la fusión'}
            </ReasonedButton>
          )}
        </Group>
        {actions.merge?.disabled && (
          <Text size="sm" c="dimmed">
            {actions.merge.disabled}
          </Text>
        )}
        <RecordTalk reference="coincidencia" id={pair.id} />
      </Stack>
      {linking && <LinkDrawer pair={pair} onClose={() => setLinking(false)} />}
    </>
  );
}
