import { Checkbox, Textarea, TextInput } from '@mantine/core';
import { NumberField } from '#web/office/ui/NumberField.tsx';
import { useForm } from '@mantine/form';
import { addDays } from '#contract/dates.ts';
import type { Application } from '#contract/banking/applications/applications.ts';
import { LETTER_FILE, uploadLetter } from '#contract/banking/letters/letters.ts';
import { moneyText } from '#web/office/lib/format.ts';
import { useAction } from '#web/office/lib/query.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { DayInput } from '#web/office/ui/DayInput.tsx';
import { FileSlot } from '#web/office/ui/FileSlot.tsx';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { MoneyInput } from '#web/office/ui/MoneyInput.tsx';
import { toast } from '#web/office/ui/toast.tsx';

/** Days that a letter usually holds, to begin with. */
const USUAL_DAYS = 120;

/** The letter as it stands on paper. */
export function LetterDrawer({
  application: one,
  onClose,
}: {
  application: Application;
  onClose: () => void;
}) {
  const today = useToday();
  const { letter } = one;
  const save = useAction(uploadLetter, { inline: true });
  const form = useForm({
    initialValues: {
      numero: letter?.number ?? '',
      monto: letter?.amount_centavos ?? one.approved_centavos ?? one.requested_centavos,
      tasa: (letter?.rate_percent ?? one.rate_percent ?? '') as number | string,
      plazo_meses: (letter?.term_months ?? one.term_months ?? '') as number | string,
      emision: letter?.issued_on ?? today,
      vencimiento: letter?.expires_on ?? addDays(today, USUAL_DAYS),
      notas: letter?.notes ?? '',
      elegir: !one.chosen,
      carta: null as File | null,
    },
    validate: {
      numero: (text: string) => (text.trim() ? null : 'Escribe el número de la carta.'),
      tasa: (rate: number | string) => (rate === '' ? 'Escribe la tasa anual.' : null),
      plazo_meses: (months: number | string) => (months === '' ? 'Escribe el plazo en meses.' : null),
      carta: (file: File | null) => (file || letter ? null : 'Adjunta la carta del banco.'),
    },
  });
  const submit = (values: typeof form.values) => {
    const body = new FormData();
    body.set('numero', values.numero);
    body.set('monto', moneyText(values.monto));
    body.set('tasa', String(values.tasa));
    body.set('plazo_meses', String(values.plazo_meses));
    body.set('emision', values.emision);
    body.set('vencimiento', values.vencimiento);
    body.set('notas', values.notas);
    body.set('elegir', values.elegir && !one.chosen ? '1' : '0');
    body.set('version', String(one.version));
    if (values.carta) body.set('carta', values.carta);
    save.mutate(
      { params: { id: one.id }, body },
      {
        onSuccess: ({ data }) => {
          if (data.warning) toast.error(data.warning, 'carta');
          else toast.success('Carta registrada.');
          onClose();
        },
      },
    );
  };
  return (
    <FormDrawer
      title={letter ? 'Corregir carta promesa' : 'Carta promesa'}
      opened
      onClose={onClose}
      form={form}
      submitLabel={letter ? 'Guardar carta' : 'Cargar carta'}
      loading={save.isPending}
      submitError={save.error}
      onSubmit={submit}
    >
      <FileSlot
        label="Carta del banco"
        required={!letter}
        types={LETTER_FILE.types}
        maxSize={LETTER_FILE.maxSize}
        value={
          form.values.carta
            ? { kind: 'chosen', file: form.values.carta }
            : letter
              ? { kind: 'kept', ...letter.file }
              : { kind: 'none' }
        }
        onSelect={(file) => form.setFieldValue('carta', file)}
        onRemove={form.values.carta ? () => form.setFieldValue('carta', null) : null}
        error={(form.errors['carta'] as string | undefined) ?? null}
      />
      <TextInput label="Número" required maxLength={60} {...form.getInputProps('numero')} />
      <MoneyInput
        label="Monto"
        required
        centavos={form.values.monto}
        onCentavos={(cents) => form.setFieldValue('monto', cents ?? 0)}
        error={form.errors['monto']}
      />
      <NumberField
        label="Tasa anual (%)"
        required
        min={0}
        max={40}
        decimalScale={3}
        hideControls
        {...form.getInputProps('tasa')}
      />
      <NumberField
        label="Plazo (meses)"
        required
        min={1}
        max={480}
        hideControls
        {...form.getInputProps('plazo_meses')}
      />
      <DayInput
        label="Emitida"
        required
        maxDate={today}
        value={form.values.emision}
        onChange={(day) => form.setFieldValue('emision', day)}
        error={form.errors['emision']}
      />
      <DayInput
        label="Vence"
        required
        minDate={today}
        value={form.values.vencimiento}
        onChange={(day) => form.setFieldValue('vencimiento', day)}
        error={form.errors['vencimiento']}
      />
      <Textarea label="Notas" autosize minRows={2} maxLength={500} {...form.getInputProps('notas')} />
      {!one.chosen && (
        <Checkbox
          label="Es el banco elegido para pagar la casa"
          {...form.getInputProps('elegir', { type: 'checkbox' })}
        />
      )}
    </FormDrawer>
  );
}
