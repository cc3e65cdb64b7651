import { Button, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useRef } from 'react';
import {
  changeTemplate,
  getTemplate,
  listTemplates,
  restoreTemplate,
  type Template,
} from '#contract/company/templates/endpoints.ts';
import { whyNotTemplate } from '#contract/company/templates/render.ts';
import { BODY_MAX, SUBJECT_MAX } from '#contract/company/templates/template.ts';
import { TEMPLATES } from '#contract/company/templates/templates.ts';
import { useAction } from '#web/office/lib/query.ts';
import { RecordForm } from '#web/office/ui/form/RecordForm.tsx';
import { askConfirm } from '#web/office/ui/ask.tsx';
import styles from './templates.module.css';

interface TemplateFormProps {
  template: Template;
  edits: boolean;
  /** What is being written, for the preview. */
  onText: (text: { subject: string; body: string }) => void;
}

const touched = { invalidates: [getTemplate, listTemplates] } as const;

/** Subject and body with the variables that may stand in them; a wrong one is said at its line and column. */
export function TemplateForm({ template, edits, onText }: TemplateFormProps) {
  const save = useAction(changeTemplate, { ...touched, success: 'Texto guardado.', inline: true });
  const restore = useAction(restoreTemplate, { ...touched, success: 'Vuelve a valer el texto de fábrica.' });
  const body = useRef<HTMLTextAreaElement>(null);
  const spec = TEMPLATES[template.kind];
  const form = useForm({
    initialValues: { subject: template.subject, body: template.body },
    validate: (values) => {
      const errors: Record<string, string> = {};
      if (values.subject.trim() === '') errors['subject'] = 'Escribe el asunto.';
      if (values.body.trim() === '') errors['body'] = 'Escribe el texto.';
      for (const { field, message, line, column } of spec ? whyNotTemplate(spec, values) : [])
        errors[field] ??= field === 'body' ? `Línea ${line}, columna ${column}: ${message}` : message;
      return errors;
    },
    onValuesChange: onText,
  });
  const insert = (name: string) => {
    const at = body.current?.selectionStart ?? form.values.body.length;
    const text = form.values.body;
    form.setFieldValue('body', `${text.slice(0, at)}{{${name}}}${text.slice(at)}`);
    requestAnimationFrame(() => {
      const after = at + name.length + 4;
      body.current?.focus();
      body.current?.setSelectionRange(after, after);
    });
  };
  const { kind, version } = template;
  const back = async () => {
    const sure = await askConfirm({
      title: 'Volver al texto de fábrica',
      text: 'El texto de ahora queda en las versiones.',
      confirm: 'Volver al de fábrica',
    });
    if (sure) restore.mutate({ params: { kind }, body: { version } });
  };
  return (
    <fieldset disabled={!edits} style={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}>
      <RecordForm
        form={form}
        onSubmit={(values) => save.mutate({ params: { kind }, body: { ...values, version } })}
        loading={save.isPending}
        submitError={save.error}
        submitLabel="Guardar texto"
        beside={
          template.changed && (
            <Button variant="default" loading={restore.isPending} onClick={() => void back()}>
              Volver al de fábrica
            </Button>
          )
        }
      >
        <TextInput label="Asunto" required maxLength={SUBJECT_MAX} {...form.getInputProps('subject')} />
        <Textarea
          ref={body}
          label="Texto"
          description="Una línea vacía separa párrafos. Un enlace solo en su párrafo se ve como botón."
          required
          autosize
          minRows={10}
          maxLength={BODY_MAX}
          {...form.getInputProps('body')}
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
