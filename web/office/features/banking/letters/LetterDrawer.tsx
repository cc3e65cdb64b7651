import { z } from 'zod';
import { addDays } from '#contract/dates.ts';
import { getApplication, type Application } from '#contract/banking/applications/applications.ts';
import { LETTER_FILE, uploadLetter } from '#contract/banking/letters/letters.ts';
import { moneyText } from '#contract/money.ts';
import { call, upload } from '#web/office/lib/call.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import {
  CheckField,
  DayField,
  FileField,
  LongTextField,
  MoneyTextField,
  NumberField,
  TextField,
} from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { formDataOf } from '#web/office/ui/form/values.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { toast } from '#web/office/ui/toast.tsx';

/** Default validity of a letter, in days. */
const USUAL_DAYS = 120;
const WithFile = uploadLetter.body
  .omit({ version: true })
  .extend({ elegir: z.boolean(), carta: z.file().nullish() });

function valuesOf(one: Application, today: string) {
  const { letter } = one;
  return {
    numero: letter?.number ?? null,
    monto: moneyText(letter?.amount_centavos ?? one.approved_centavos ?? one.requested_centavos),
    tasa: letter?.rate_percent ?? one.rate_percent,
    plazo_meses: letter?.term_months ?? one.term_months,
    emision: letter?.issued_on ?? today,
    vencimiento: letter?.expires_on ?? addDays(today, USUAL_DAYS),
    notas: letter?.notes ?? null,
    elegir: !one.chosen,
    version: one.version,
  };
}

interface LetterDrawerProps {
  application: Application;
  onClose: () => void;
}

/** The form of a letter of promise, as printed. */
export function LetterDrawer({ application: one, onClose }: LetterDrawerProps) {
  const today = useToday();
  const { letter } = one;
  const params = { id: one.id };
  const form = useRecordForm({
    schema: WithFile,
    initial: valuesOf(one, today),
    check: ({ carta }) => ({ carta: carta || letter ? null : 'Adjunta la carta del banco.' }),
    reread: async () => valuesOf((await call(getApplication, { params })).data, today),
    send: ({ elegir, ...body }, as, version) => {
      const chosen = elegir && !one.chosen ? '1' : '0';
      return upload(uploadLetter, { params, body: formDataOf({ ...body, elegir: chosen, version }) }, as);
    },
    onDone: ({ data }) => {
      if (data.warning) toast.error(data.warning, 'carta');
      else toast.success('Carta registrada.');
      onClose();
    },
  });
  return (
    <FormDrawer
      title={letter ? 'Corregir carta promesa' : 'Carta promesa'}
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel={letter ? 'Guardar carta' : 'Cargar carta'}
    >
      <FileField
        of={form}
        name="carta"
        label="Carta del banco"
        required={!letter}
        field={LETTER_FILE}
        kept={letter?.file}
      />
      <TextField of={form} name="numero" label="Número" maxLength={60} />
      <MoneyTextField of={form} name="monto" label="Monto" />
      <NumberField
        of={form}
        name="tasa"
        label="Tasa anual (%)"
        min={0}
        max={40}
        decimalScale={3}
        hideControls
      />
      <NumberField of={form} name="plazo_meses" label="Plazo (meses)" min={1} max={480} hideControls />
      <DayField of={form} name="emision" label="Emitida" maxDate={today} />
      <DayField of={form} name="vencimiento" label="Vence" minDate={today} />
      <LongTextField of={form} name="notas" label="Notas" maxLength={500} />
      {!one.chosen && <CheckField of={form} name="elegir" label="Es el banco elegido para pagar la casa" />}
    </FormDrawer>
  );
}
