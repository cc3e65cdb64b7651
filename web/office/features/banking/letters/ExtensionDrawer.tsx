import { SegmentedControl, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { addDays } from '#contract/dates.ts';
import type { Application } from '#contract/banking/applications/applications.ts';
import { answerExtension, LETTER_FILE, requestExtension } from '#contract/banking/letters/letters.ts';
import { useAction } from '#web/office/lib/query.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { DayInput } from '#web/office/ui/DayInput.tsx';
import { FileSlot } from '#web/office/ui/FileSlot.tsx';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

const USUAL_DAYS = 60;
type Kind = 'pedir' | 'concedida' | 'negada';

/** More time for a letter: asked for, given, or refused. */
export function ExtensionDrawer({
  application: one,
  onClose,
}: {
  application: Application;
  onClose: () => void;
}) {
  const today = useToday();
  const open = one.letter?.extensions.some(({ answered_at }) => answered_at === null) ?? false;
  const ask = useAction(requestExtension, {
    success: 'Prórroga pedida.',
    inline: true,
  });
  const answer = useAction(answerExtension, {
    success: 'Respuesta registrada.',
    inline: true,
  });
  const end = one.letter?.expires_on ?? today;
  const form = useForm({
    initialValues: {
      kind: (open ? 'concedida' : 'pedir') as Kind,
      motivo: '',
      vencimiento: addDays(end > today ? end : today, USUAL_DAYS),
      prorroga: null as File | null,
    },
    validate: {
      motivo: (text: string, { kind }) =>
        kind === 'pedir' && text.trim().length < 3 ? 'Escribe por qué hace falta más tiempo.' : null,
    },
  });
  const { kind } = form.values;
  const submit = ({ motivo, vencimiento, prorroga }: typeof form.values) => {
    const params = { id: one.id };
    if (kind === 'pedir') return ask.mutate({ params, body: { motivo } }, { onSuccess: onClose });
    const body = new FormData();
    body.set('resultado', kind);
    if (kind === 'concedida') body.set('vencimiento', vencimiento);
    body.set('motivo', motivo);
    if (prorroga) body.set('prorroga', prorroga);
    return answer.mutate({ params, body }, { onSuccess: onClose });
  };
  return (
    <FormDrawer
      title="Prórroga de la carta"
      opened
      onClose={onClose}
      form={form}
      submitLabel="Guardar"
      loading={ask.isPending || answer.isPending}
      submitError={ask.error ?? answer.error}
      onSubmit={submit}
    >
      <SegmentedControl
        aria-label="Qué pasó con la prórroga"
        fullWidth
        data={[
          ...(open ? [] : [{ value: 'pedir', label: 'Se pidió' }]),
          { value: 'concedida', label: 'El banco la dio' },
          { value: 'negada', label: 'La negó' },
        ]}
        value={kind}
        onChange={(value) => form.setFieldValue('kind', value as Kind)}
      />
      {kind === 'concedida' && (
        <>
          <DayInput
            label="Nuevo vencimiento"
            required
            minDate={today}
            value={form.values.vencimiento}
            onChange={(day) => form.setFieldValue('vencimiento', day)}
            error={form.errors['vencimiento']}
          />
          <FileSlot
            label="Documento de la prórroga"
            types={LETTER_FILE.types}
            maxSize={LETTER_FILE.maxSize}
            value={form.values.prorroga ? { kind: 'chosen', file: form.values.prorroga } : { kind: 'none' }}
            onSelect={(file) => form.setFieldValue('prorroga', file)}
            onRemove={() => form.setFieldValue('prorroga', null)}
            error={null}
          />
        </>
      )}
      <Textarea
        label={kind === 'pedir' ? 'Por qué hace falta más tiempo' : 'Comentario'}
        required={kind === 'pedir'}
        autosize
        minRows={2}
        maxLength={500}
        {...form.getInputProps('motivo')}
      />
    </FormDrawer>
  );
}
