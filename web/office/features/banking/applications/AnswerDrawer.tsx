import { z } from 'zod';
import { PREAPPROVAL_DAYS } from '#contract/banking/applications/applicationRules.ts';
import { APPLICATION } from '#contract/company/catalogs/states.ts';
import {
  changeApplicationStatus,
  getApplication,
  type Application,
} from '#contract/banking/applications/applications.ts';
import { addDays } from '#contract/dates.ts';
import { call } from '#web/office/lib/call.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { DayField, LongTextField, MoneyField, NumberField } from '#web/office/ui/form/fields.tsx';
import { within } from '#web/office/ui/form/useFields.ts';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

const TITLES: Readonly<Record<number, string>> = {
  [APPLICATION.preapproved]: 'Preaprobada',
  [APPLICATION.approved]: 'Aprobada',
  [APPLICATION.conditional]: 'Aprobada con condiciones',
};
const { params: Change } = changeApplicationStatus.body.shape;
const Granted = z.object({
  params: Change.pick({ monto_centavos: true, tasa: true, vence: true, motivo: true }),
});

interface AnswerDrawerProps {
  application: Application;
  to: number;
  onClose: () => void;
}

/** Records the bank's answer and the approved terms. */
export function AnswerDrawer({ application, to, onClose }: AnswerDrawerProps) {
  const today = useToday();
  const params = { id: application.id };
  const conditional = to === APPLICATION.conditional;
  const preapproved = to === APPLICATION.preapproved;
  const valuesOf = (one: Application) => ({
    params: {
      monto_centavos: one.approved_centavos ?? one.requested_centavos,
      tasa: one.rate_percent ?? undefined,
      ...(preapproved && { vence: addDays(today, PREAPPROVAL_DAYS.usual) }),
    },
    version: one.version,
  });
  const form = useRecordForm({
    schema: Granted,
    initial: valuesOf(application),
    check: ({ params: granted }) => ({
      'params.motivo': conditional && !granted?.motivo?.trim() ? 'Escribe las condiciones del banco.' : null,
    }),
    reread: async () => valuesOf((await call(getApplication, { params })).data),
    send: (body, as, version) =>
      call(
        changeApplicationStatus,
        {
          params,
          body: {
            params: { ...body.params, motivo: body.params.motivo || undefined, estado_id: to, version },
          },
        },
        as,
      ),
    success: 'Respuesta registrada.',
    onDone: onClose,
  });
  const granted = within(form, 'params');
  return (
    <FormDrawer
      title={TITLES[to] ?? 'Respuesta del banco'}
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Registrar respuesta"
    >
      <MoneyField of={granted} name="monto_centavos" label="Monto que ofrece el banco" />
      <NumberField
        of={granted}
        name="tasa"
        label="Tasa anual (%)"
        min={0}
        max={40}
        decimalScale={3}
        hideControls
      />
      {preapproved && (
        <DayField of={granted} name="vence" label="Preaprobación vale hasta" required minDate={today} />
      )}
      <LongTextField
        of={granted}
        name="motivo"
        label={conditional ? 'Condiciones' : 'Comentario'}
        description={
          conditional ? 'Lo que falta para que el banco emita la carta.' : 'Queda en el historial.'
        }
        required={conditional}
        maxLength={1000}
      />
    </FormDrawer>
  );
}
