import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { listTests, removeTest, runTests } from '#contract/care/chatbot/endpoints.ts';
import type { BotTest } from '#contract/care/chatbot/model.ts';
import { EXPECTATIONS, FACTS } from '#contract/care/chatbot/rules.ts';
import { queryOf, useAction } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { useDrawer } from '#web/office/lib/useDrawer.ts';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { ShortTable } from '#web/office/ui/ShortTable.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { NewTestDrawer } from './NewTestDrawer.tsx';

const expected = ({ expects, source, fact }: BotTest) =>
  source ? `De la fuente «${source.title}»` : fact ? `Con el dato: ${FACTS[fact]}` : EXPECTATIONS[expects];

/** The questions that must pass before publishing. */
export function TestsTab() {
  const edits = useCan('chatbot.editar');
  const tests = useQuery(queryOf(listTests)).data?.data;
  const adding = useDrawer('prueba');
  const run = useAction(runTests, {
    success: ({ data }) =>
      data.failed === 0
        ? `Pasan las ${data.passed} pruebas.`
        : `Pasan ${data.passed} y fallan ${data.failed}.`,
  });
  const add = edits ? <Button onClick={() => adding.open()}>Agregar prueba</Button> : null;
  if (!tests) return <PendingPage />;
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="xs">
        <Text size="sm">
          Todas deben pasar para publicar: así una fuente nueva no daña una respuesta que ya era buena.
        </Text>
        <Group gap="xs">
          {edits && tests.length > 0 && (
            <Button variant="default" loading={run.isPending} onClick={() => run.mutate({})}>
              Correr las pruebas
            </Button>
          )}
          {tests.length > 0 && add}
        </Group>
      </Group>
      {tests.length === 0 ? (
        <EmptyState
          title="Aún no hay pruebas"
          text="Agrega las preguntas más comunes y de dónde debe salir su respuesta."
          action={add}
        />
      ) : (
        <ShortTable
          label="Pruebas del chatbot"
          rows={tests}
          rowId={({ id }) => id}
          columns={[
            {
              title: 'Pregunta',
              render: ({ question }) => (
                <Text size="sm" fw={600}>
                  {question}
                </Text>
              ),
            },
            { title: 'Espera', render: expected },
            { title: 'Resultado', render: (one) => <Result test={one} /> },
            { title: 'Acciones', quiet: true, align: 'right', render: (one) => <RemoveTest id={one.id} /> },
          ]}
        />
      )}
      {edits && adding.opened && <NewTestDrawer onClose={adding.close} />}
    </Stack>
  );
}

function Result({ test }: { test: BotTest }) {
  if (test.passed === null) return <StatePill tone="neutral" label="Sin correr" />;
  return (
    <>
      <StatePill tone={test.passed ? 'positive' : 'negative'} label={test.passed ? 'Pasa' : 'Falla'} />
      {!test.passed && (
        <Text size="xs" mt={4}>
          {test.got}
        </Text>
      )}
    </>
  );
}

function RemoveTest({ id }: { id: number }) {
  const removes = useCan('chatbot.anular');
  const remove = useAction(removeTest, { success: ({ success }) => success });
  return removes ? (
    <Button
      size="compact-sm"
      variant="default"
      loading={remove.isPending}
      onClick={() => remove.mutate({ params: { id } })}
    >
      Quitar
    </Button>
  ) : null;
}
