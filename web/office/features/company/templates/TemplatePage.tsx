import { Alert, Button, Group, Paper, SegmentedControl, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  getTemplate,
  previewTemplate,
  testTemplate,
  type Template,
} from '#contract/company/templates/endpoints.ts';
import { call } from '#web/office/lib/call.ts';
import { queryOf, useAction } from '#web/office/lib/query.ts';
import { Refusal, sentence } from '#web/office/lib/refusal.ts';
import { useCan, useUser } from '#web/office/lib/session.ts';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { RecordPage } from '#web/office/ui/RecordPage.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { MailFrame } from './MailFrame.tsx';
import { TemplateForm } from './TemplateForm.tsx';
import { TemplateHistory } from './TemplateHistory.tsx';
import styles from './templates.module.css';

/** One message template: the text, the preview and the versions. */
export function TemplatePage({ kind }: { kind: string }) {
  const { data, error } = useQuery(queryOf(getTemplate, { params: { kind } }));
  if (!data) return error ? <Alert color="red" variant="light" title={sentence(error)} /> : <PendingPage />;
  return <Editor key={kind} template={data.data} />;
}

function Editor({ template }: { template: Template }) {
  const edits = useCan('administracion.editar');
  const [text, setText] = useState({ subject: template.subject, body: template.body });
  return (
    <RecordPage
      title={template.label}
      subtitle={template.when}
      state={null}
      turn={null}
      actions={[]}
      activity={null}
    >
      <div className={styles.page}>
        <Section title="Texto">
          <TemplateForm template={template} edits={edits} onText={setText} />
        </Section>
        <Section title="Así llega" text="Con datos de ejemplo.">
          <Preview template={template} text={text} edits={edits} />
        </Section>
      </div>
      <TemplateHistory template={template} edits={edits} />
    </RecordPage>
  );
}

const PAUSE_MS = 400;

function Preview({
  template: { kind, channel },
  text,
  edits,
}: {
  template: Template;
  text: { subject: string; body: string };
  edits: boolean;
}) {
  const { email } = useUser();
  const [size, setSize] = useState<'phone' | 'desk'>('phone');
  const [body] = useDebouncedValue(text, PAUSE_MS);
  const preview = useQuery({
    queryKey: [previewTemplate.path, kind, body],
    queryFn: ({ signal }) => call(previewTemplate, { params: { kind }, body }, { signal, hold: false }),
    placeholderData: (before) => before,
    retry: false,
    enabled: body.subject.trim() !== '' && body.body.trim() !== '',
  });
  const send = useAction(testTemplate, { success: ({ success }) => success, hold: false });
  const refused = preview.error instanceof Refusal ? preview.error : null;
  const shown = preview.data?.data;
  if (channel === 'push')
    return (
      <Paper withBorder radius="lg" p="md" maw={360} aria-label="Así se ve en el celular">
        <Text fw={600} size="sm">
          {shown?.subject}
        </Text>
        <Text size="sm">{shown?.text}</Text>
        {refused?.fields.map(({ field, message }) => (
          <Text key={field + message} size="sm" c="var(--danger)">
            {message}
          </Text>
        ))}
      </Paper>
    );
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="xs">
        <SegmentedControl
          aria-label="Ancho de la vista"
          value={size}
          onChange={(value) => setSize(value)}
          data={[
            { value: 'phone', label: 'Teléfono' },
            { value: 'desk', label: 'Computadora' },
          ]}
        />
        {edits && (
          <Button
            variant="default"
            loading={send.isPending}
            title={`A ${email}`}
            onClick={() => send.mutate({ params: { kind }, body: text })}
          >
            Enviarme una prueba
          </Button>
        )}
      </Group>
      {refused && (
        <Alert color="yellow" variant="light" title="La vista espera un texto que se pueda usar">
          {refused.fields.map(({ field, message }) => (
            <Text key={field + message} size="sm">
              {message}
            </Text>
          ))}
        </Alert>
      )}
      {shown && (
        <>
          <Text size="sm">
            <b>Asunto:</b> {shown.subject}
          </Text>
          <MailFrame title="Vista previa del correo" page={shown.page} size={size} />
        </>
      )}
    </Stack>
  );
}
