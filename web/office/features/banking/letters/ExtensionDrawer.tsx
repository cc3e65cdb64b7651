import { SegmentedControl } from '@mantine/core';
import { z } from 'zod';
import { addDays } from '#contract/dates.ts';
import type { Application } from '#contract/banking/applications/applications.ts';
import { answerExtension, LETTER_FILE, requestExtension } from '#contract/banking/letters/letters.ts';
import { call, upload } from '#web/office/lib/call.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { bound, DayField, FileField, LongTextField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { formDataOf } from '#web/office/ui/form/values.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

const USUAL_DAYS = 60;
/** A request for an extension, or the bank's answer with its document. */
const Extension = answerExtension.body.extend({
  resultado: z.enum(['pedir', 'concedida', 'negada']),
  prorroga: z.file().nullish(),
});

interface ExtensionDrawerProps {
  application: Application;
  onClose: () => void;
}

/** An extension of a letter: requested, granted or refused. */
export function ExtensionDrawer({ application: one, onClose }: ExtensionDrawerProps) {
  const today = useToday();
  const open = one.letter?.extensions.some(({ answered_at }) => answered_at === null) ?? false;
  const end = one.letter?.expires_on ?? today;
  const form = useRecordForm({
    schema: Extension,
    initial: {
      resultado: open ? 'concedida' : 'pedir',
      vencimiento: addDays(end > today ? end : today, USUAL_DAYS),
    },
    check: ({ resultado, motivo }) => ({
      motivo:
        resultado === 'pedir' && (motivo ?? '').trim().length < 3
          ? 'Escribe por qué hace falta más tiempo.'
          : null,
    }),
    send: async ({ resultado, motivo = '', vencimiento, prorroga }, as) => {
      const params = { id: one.id };
      if (resultado === 'pedir') {
        await call(requestExtension, { params, body: { motivo } }, as);
        return 'Prórroga pedida.';
      }
      const given = resultado === 'concedida' ? { vencimiento, prorroga } : {};
      await upload(answerExtension, { params, body: formDataOf({ resultado, motivo, ...given }) }, as);
      return 'Respuesta registrada.';
    },
    success: (said) => said,
    onDone: onClose,
  });
  const { value: kind, set } = bound(form, 'resultado');
  return (
    <FormDrawer title="Prórroga de la carta" opened onClose={onClose} {...form.frame} submitLabel="Guardar">
      <SegmentedControl
        aria-label="Qué pasó con la prórroga"
        fullWidth
        data={[
          ...(open ? [] : [{ value: 'pedir', label: 'Se pidió' } as const]),
          { value: 'concedida', label: 'El banco la dio' },
          { value: 'negada', label: 'La negó' },
        ]}
        value={kind ?? 'pedir'}
        onChange={set}
      />
      {kind === 'concedida' && (
        <>
          <DayField of={form} name="vencimiento" label="Nuevo vencimiento" required minDate={today} />
          <FileField of={form} name="prorroga" label="Documento de la prórroga" field={LETTER_FILE} />
        </>
      )}
      <LongTextField
        of={form}
        name="motivo"
        label={kind === 'pedir' ? 'Por qué hace falta más tiempo' : 'Comentario'}
        required={kind === 'pedir'}
        maxLength={500}
      />
    </FormDrawer>
  );
}
