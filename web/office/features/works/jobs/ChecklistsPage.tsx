import { Button, Group, Paper, Stack, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { changeChecklist, listChecklists } from '#contract/works/jobs/endpoints.ts';
import { ChecklistForm as Body, type Checklist } from '#contract/works/jobs/model.ts';
import { call } from '#web/office/lib/call.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { bound } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';

const nameOf = ({ activity }: Checklist) => activity?.name ?? 'Lista general';

/** The inspection list of each activity. */
export function ChecklistsPage() {
  const { data } = useQuery(queryOf(listChecklists, {}));
  const mayChange = useCan('contratos.crear');
  const [open, setOpen] = useState<Checklist | null>(null);
  return (
    <>
      <PageHeader title="Listas de inspección" count={data?.data.length ?? null} actions={null} />
      <Stack gap="sm">
        {data?.data.map((list) => (
          <Paper key={list.id} withBorder p="md">
            <Group justify="space-between" align="flex-start" wrap="nowrap">
              <div>
                <Text fw={600}>{nameOf(list)}</Text>
                <Text size="xs" c="dimmed">
                  Versión {list.version}
                  {list.by && ` · ${list.by}`}
                  {!list.activity && ' · Para partidas y actividades sin lista propia'}
                </Text>
                <ol>
                  {list.questions.map((question) => (
                    <li key={question}>
                      <Text size="sm">{question}</Text>
                    </li>
                  ))}
                </ol>
              </div>
              {mayChange && (
                <Button
                  variant="default"
                  aria-label={`Cambiar ${nameOf(list)}`}
                  onClick={() => setOpen(list)}
                >
                  Cambiar
                </Button>
              )}
            </Group>
          </Paper>
        ))}
      </Stack>
      {open && <ChecklistForm key={open.id} list={open} onClose={() => setOpen(null)} />}
    </>
  );
}

const Typed = z.object({ preguntas: z.string() });

/** Writes the next version of a list: one question per line. Old inspections keep theirs. */
export function ChecklistForm({ list, onClose }: { list: Checklist; onClose: () => void }) {
  const linesOf = (text: string | null) =>
    (text ?? '')
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
  const form = useRecordForm({
    schema: Typed,
    initial: { preguntas: list.questions.join('\n'), version: list.version },
    check: ({ preguntas }) => ({
      preguntas: Body.shape.preguntas.safeParse(linesOf(preguntas)).error?.issues[0]?.message ?? null,
    }),
    send: ({ preguntas }, as, version) =>
      call(
        changeChecklist,
        {
          params: { actividad: list.activity?.id ?? 0 },
          body: { preguntas: linesOf(preguntas), version: version ?? list.version },
        },
        as,
      ),
    success: 'Lista guardada. Vale desde la próxima inspección.',
    onDone: onClose,
  });
  const questions = bound(form, 'preguntas');
  return (
    <FormDrawer
      title={`Lista de inspección · ${nameOf(list)}`}
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Guardar lista"
    >
      <Textarea
        {...questions.input}
        label="Preguntas"
        description="Una por línea. «No» en una respuesta devuelve el trabajo."
        autosize
        minRows={6}
        value={questions.value ?? ''}
        onChange={(event) => questions.set(event.currentTarget.value)}
      />
    </FormDrawer>
  );
}
