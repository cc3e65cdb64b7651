import { Button, Text } from '@mantine/core';
import { useRef } from 'react';
import {
  changeTemplate,
  getTemplate,
  restoreTemplate,
  type Template,
} from '#contract/company/templates/endpoints.ts';
import { PUSH_TEXT, PUSH_TITLE } from '#contract/company/push/model.ts';
import { whyNotTemplate } from '#contract/company/templates/render.ts';
import { BODY_MAX, SUBJECT_MAX } from '#contract/company/templates/template.ts';
import { TEMPLATES } from '#contract/company/templates/templates.ts';
import { call } from '#web/office/lib/call.ts';
import { useAction } from '#web/office/lib/query.ts';
import { askConfirm } from '#web/office/ui/ask.tsx';
import { LongTextField, TextField } from '#web/office/ui/form/fields.tsx';
import { RecordForm } from '#web/office/ui/form/RecordForm.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import styles from './templates.module.css';

interface TemplateFormProps {
  template: Template;
  edits: boolean;
  /** Called with the current text, for the preview. */
  onText: (text: { subject: string; body: string }) => void;
}

const Words = changeTemplate.body.omit({ version: true });

/** Subject and body with the available variables; an error names its line and column. */
export function TemplateForm({ template, edits, onText }: TemplateFormProps) {
  const restore = useAction(restoreTemplate, {
    success: 'Se restableció el texto original.',
  });
  const body = useRef<HTMLTextAreaElement>(null);
  const spec = TEMPLATES[template.kind];
  const { kind } = template;
  const push = template.channel === 'push';
  const form = useRecordForm({
    schema: Words,
    initial: template,
    check: ({ subject, body: text }) => {
      const errors: Record<string, string> = {};
      if (!subject?.trim()) errors['subject'] = 'Escribe el asunto.';
      if (!text?.trim()) errors['body'] = 'Escribe el texto.';
      const faults = spec ? whyNotTemplate(spec, { subject: subject ?? '', body: text ?? '' }) : [];
      for (const { field, message, line, column } of faults)
        errors[field] ??= field === 'body' ? `Línea ${line}, columna ${column}: ${message}` : message;
      return errors;
    },
    onChange: ({ subject, body: text }) => onText({ subject: subject ?? '', body: text ?? '' }),
    reread: async () => (await call(getTemplate, { params: { kind } })).data,
    send: (words, as, version = template.version) =>
      call(changeTemplate, { params: { kind }, body: { ...words, version } }, as),
    success: 'Texto guardado.',
    onDone: ({ data }) => form.fill(data),
  });
  const insert = (name: string) => {
    const text = form.values.body ?? '';
    const at = body.current?.selectionStart ?? text.length;
    form.form.setFieldValue('body', `${text.slice(0, at)}{{${name}}}${text.slice(at)}`);
    requestAnimationFrame(() => {
      const after = at + name.length + 4;
      body.current?.focus();
      body.current?.setSelectionRange(after, after);
    });
  };
  const back = async () => {
    const sure = await askConfirm({
      title: 'Restablecer el texto original',
      text: 'El texto de ahora queda en las versiones.',
      confirm: 'Restablecer',
    });
    const { version } = template;
    if (sure)
      restore.mutate({ params: { kind }, body: { version } }, { onSuccess: ({ data }) => form.fill(data) });
  };
  return (
    <fieldset disabled={!edits} style={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}>
      <RecordForm
        {...form.frame}
        submitLabel="Guardar texto"
        beside={
          template.changed && (
            <Button variant="default" loading={restore.isPending} onClick={() => void back()}>
              Restablecer
            </Button>
          )
        }
      >
        <TextField
          of={form}
          name="subject"
          label={push ? 'Título' : 'Asunto'}
          required
          maxLength={push ? PUSH_TITLE : SUBJECT_MAX}
        />
        <LongTextField
          of={form}
          name="body"
          ref={body}
          label="Texto"
          description={
            push
              ? 'Una sola línea corta: se ve en la pantalla bloqueada. Sin nombres ni motivos.'
              : 'Una línea vacía separa párrafos. Un enlace solo en su párrafo se ve como botón.'
          }
          required
          minRows={push ? 2 : 10}
          maxLength={push ? PUSH_TEXT : BODY_MAX}
        />
        <div>
          <Text size="sm" fw={600} mb={4}>
            Variables
          </Text>
          <ul className={styles.variables}>
            {template.variables.map(({ name, label, example, required }) => (
              <li key={name}>
                <button type="button" className={styles.variable} onClick={() => insert(name)}>
                  <code>{`{{${name}}}`}</code>
                  {label}
                  {required && ' · no se puede quitar'}
                  {example && <Text size="xs" c="dimmed" truncate>{`Ej.: ${example}`}</Text>}
                </button>
              </li>
            ))}
          </ul>
          <Text size="xs" c="dimmed" mt="xs">
            Para mostrar algo solo cuando hay valor: {'{{#si motivo}}…{{/si}}'}; cuando no lo hay:{' '}
            {'{{#no motivo}}…{{/no}}'}.
          </Text>
        </div>
      </RecordForm>
    </fieldset>
  );
}
