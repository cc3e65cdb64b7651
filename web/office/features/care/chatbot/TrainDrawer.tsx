import { Button, FileInput, Group, Stack, Text } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { z } from 'zod';
import { replaceSource, train } from '#contract/care/chatbot/endpoints.ts';
import { Pair, TRAINING_FILE, type Source } from '#contract/care/chatbot/model.ts';
import { ANSWER_MAX, FILES_AT_ONCE, PAIRS_AT_ONCE, QUESTION_MAX } from '#contract/care/chatbot/rules.ts';
import { upload } from '#web/office/lib/call.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { bound, LongTextField, TextField } from '#web/office/ui/form/fields.tsx';
import { rowsOf } from '#web/office/ui/form/useFields.ts';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';

const Form = z.object({
  files: z.array(z.file()).max(FILES_AT_ONCE, `Caben ${FILES_AT_ONCE} archivos a la vez.`).optional(),
  /** One per line. */
  urls: z.string().trim().max(5000).optional(),
  preguntas: z.array(Pair).max(PAIRS_AT_ONCE, `Caben ${PAIRS_AT_ONCE} preguntas a la vez.`).optional(),
});

function sent({ files, urls, preguntas }: z.input<typeof Form>): FormData {
  const body = new FormData();
  for (const file of files ?? []) body.append('files[]', file);
  for (const url of (urls ?? '').split(/\s+/).filter(Boolean)) body.append('urls[]', url);
  for (const [at, { pregunta, respuesta }] of (preguntas ?? []).entries()) {
    body.append(`preguntas[${at}][pregunta]`, pregunta);
    body.append(`preguntas[${at}][respuesta]`, respuesta);
  }
  return body;
}

/** The training form of spec §2.7; with a source, the content that replaces it. */
export function TrainDrawer({ source, onClose }: { source?: Source; onClose: () => void }) {
  const form = useRecordForm({
    schema: Form,
    initial: {
      urls: source?.url ?? '',
      preguntas: source?.question ? [{ pregunta: source.question, respuesta: source.answer ?? '' }] : [],
    },
    send: (body, as) =>
      source
        ? upload(replaceSource, { params: { id: source.id }, body: sent(body) }, as)
        : upload(train, { body: sent(body) }, as),
    success: ({ success }) => success,
    onDone: onClose,
  });
  const takes = (kind: Source['kind']) => source === undefined || source.kind === kind;
  const files = bound(form, 'files');
  const { rows, error, add, remove } = rowsOf(form, 'preguntas');
  return (
    <FormDrawer
      title={source ? `Reemplazar «${source.title}»` : 'Entrenar el chatbot'}
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel={source ? 'Reemplazar' : 'Entrenar'}
    >
      {takes('archivo') && (
        <FileInput
          {...files.input}
          label={source ? 'Archivo' : 'Archivos'}
          description="PDF, DOCX, TXT o CSV, hasta 10 MB cada uno."
          placeholder={source ? 'Elegir archivo' : 'Elegir archivos'}
          multiple
          clearable
          accept={[...TRAINING_FILE.types, '.txt', '.csv', '.docx', '.pdf'].join(',')}
          value={files.value ?? []}
          onChange={(chosen) => files.set(chosen.length > 0 ? chosen : null)}
        />
      )}
      {takes('direccion') && (
        <LongTextField
          of={form}
          name="urls"
          label={source ? 'Dirección' : 'Direcciones'}
          description={
            source
              ? 'Una página que cualquiera puede abrir.'
              : 'Páginas que cualquiera puede abrir, una por línea.'
          }
          placeholder="https://…"
          maxLength={5000}
        />
      )}
      {takes('pregunta') && (
        <Stack gap="xs">
          {!source && (
            <Text size="sm" fw={600}>
              Preguntas con su respuesta
            </Text>
          )}
          {rows.map((of, at) => (
            <Stack key={at} gap={4}>
              <TextField of={of} name="pregunta" label={`Pregunta ${at + 1}`} maxLength={QUESTION_MAX} />
              <LongTextField of={of} name="respuesta" label={`Respuesta ${at + 1}`} maxLength={ANSWER_MAX} />
              {!source && (
                <Group>
                  <Button
                    variant="subtle"
                    size="compact-sm"
                    leftSection={<IconTrash size={16} aria-hidden />}
                    onClick={() => remove(at)}
                  >
                    Quitar la pregunta {at + 1}
                  </Button>
                </Group>
              )}
            </Stack>
          ))}
          {error && (
            <Text size="sm" c="red">
              {error}
            </Text>
          )}
          {!source && (
            <Group>
              <Button
                variant="default"
                leftSection={<IconPlus size={16} aria-hidden />}
                onClick={() => add({})}
              >
                Agregar pregunta
              </Button>
            </Group>
          )}
        </Stack>
      )}
    </FormDrawer>
  );
}
