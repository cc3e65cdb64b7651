import { Textarea } from '@mantine/core';
import { NumberField } from '#web/office/ui/NumberField.tsx';
import { useForm } from '@mantine/form';
import { PREAPPROVAL_DAYS } from '#contract/banking/applications/applicationRules.ts';
import { APPLICATION } from '#contract/company/catalogs/states.ts';
import { changeApplicationStatus, type Application } from '#contract/banking/applications/applications.ts';
import { addDays } from '#contract/dates.ts';
import { useAction } from '#web/office/lib/query.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { DayInput } from '#web/office/ui/DayInput.tsx';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { MoneyInput } from '#web/office/ui/MoneyInput.tsx';

const TITLES: Readonly<Record<number, string>> = {
  5: 'Preaprobada',
  6: 'Aprobada',
  7: 'Aprobada con condiciones',
};

/** What the bank answered, with what it grants. */
export function AnswerDrawer({
  application,
  to,
  onClose,
}: {
  application: Application;
  to: number;
  onClose: () => void;
}) {
  const today = useToday();
  const save = useAction(changeApplicationStatus, {
    success: 'Respuesta registrada.',
    inline: true,
  });
  const conditional = to === APPLICATION.conditional;
  const rate: number | string = application.rate_percent ?? '';
  const form = useForm({
    initialValues: {
      monto: application.approved_centavos ?? application.requested_centavos,
      tasa: rate,
      vence: addDays(today, PREAPPROVAL_DAYS.usual),
      motivo: '',
    },
    validate: {
      motivo: (text: string) => (conditional && !text.trim() ? 'Escribe las condiciones del banco.' : null),
    },
  });
  return (
    <FormDrawer
      title={TITLES[to] ?? 'Respuesta del banco'}
      opened
      onClose={onClose}
      form={form}
      submitLabel="Registrar respuesta"
      loading={save.isPending}
      submitError={save.error}
      onSubmit={({ monto, tasa, vence, motivo }) =>
        save.mutate(
          {
            params: { id: application.id },
            body: {
              params: {
                estado_id: to,
                version: application.version,
                ...(monto && { monto_centavos: monto }),
                ...(tasa !== '' && { tasa: Number(tasa) }),
                ...(to === APPLICATION.preapproved && { vence }),
                ...(motivo.trim() && { motivo: motivo.trim() }),
              },
            },
          },
          { onSuccess: onClose },
        )
      }
    >
      <MoneyInput
        label="Monto que ofrece el banco"
        centavos={form.values.monto}
        onCentavos={(cents) => form.setFieldValue('monto', cents ?? 0)}
      />
      <NumberField
        label="Tasa anual (%)"
        min={0}
        max={40}
        decimalScale={3}
        hideControls
        {...form.getInputProps('tasa')}
      />
      {to === APPLICATION.preapproved && (
        <DayInput
          label="Preaprobación vale hasta"
          required
          minDate={today}
          value={form.values.vence}
          onChange={(day) => form.setFieldValue('vence', day)}
          error={form.errors['vence'] ?? form.errors['params[vence]']}
        />
      )}
      <Textarea
        label={conditional ? 'Condiciones' : 'Comentario'}
        description={
          conditional ? 'Lo que falta para que el banco emita la carta.' : 'Queda en el historial.'
        }
        required={conditional}
        autosize
        minRows={2}
        maxLength={1000}
        {...form.getInputProps('motivo')}
      />
    </FormDrawer>
  );
}
