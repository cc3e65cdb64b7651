import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { formatMoney } from '#contract/money.ts';
import { changeDrawdownStatus, listDrawdownLines } from '#contract/money/interimLoans/endpoints.ts';
import { DrawdownStatusChange, type Drawdown } from '#contract/money/interimLoans/model.ts';
import { DRAWDOWN_STATE } from '#contract/money/interimLoans/rules.ts';
import { call } from '#web/office/lib/call.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { DayField, OptionField, TextField } from '#web/office/ui/form/fields.tsx';
import { within } from '#web/office/ui/form/useFields.ts';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

const { fecha, referencia } = DrawdownStatusChange.shape.params.shape;
const Form = z.object({
  params: z.object({ fecha, referencia, linea_id: z.number().int().nullable().default(null) }),
});

interface ReceivedDrawerProps {
  drawdown: Pick<Drawdown, 'id' | 'version' | 'number' | 'cents'>;
  onClose: () => void;
}

/** The money of a drawdown arrived: the line of the statement, or the bank's day and reference. */
export function ReceivedDrawer({ drawdown, onClose }: ReceivedDrawerProps) {
  const today = useToday();
  const query = useQuery(queryOf(listDrawdownLines, { params: { id: drawdown.id } }));
  const lines = query.data?.data ?? [];
  const form = useRecordForm({
    schema: Form,
    initial: { version: drawdown.version, params: { fecha: today } },
    onChange: (now, before) => {
      const line = lines.find(({ id }) => id === now.params?.linea_id);
      return line && now.params?.linea_id !== before.params?.linea_id
        ? { params: { ...now.params, fecha: line.day, referencia: line.reference } }
        : {};
    },
    send: ({ params: { linea_id, ...params } }, as, version) =>
      call(
        changeDrawdownStatus,
        {
          params: { id: drawdown.id },
          body: {
            params: {
              ...params,
              ...(linea_id !== null && { linea_id }),
              estado_id: DRAWDOWN_STATE.received,
              ...(version !== undefined && { version }),
            },
          },
        },
        as,
      ),
    success: 'Desembolso recibido.',
    onDone: onClose,
  });
  const fields = within(form, 'params');
  return (
    <FormDrawer
      title={`Llegó el desembolso ${drawdown.number}`}
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Registrar que llegó"
    >
      <Text size="sm">Monto: {formatMoney(drawdown.cents)}.</Text>
      {lines.length > 0 && (
        <OptionField
          of={fields}
          name="linea_id"
          label="Línea del extracto"
          description="Queda apartada: ya tiene dueño."
          nothing="Aún no está en un extracto"
          options={lines.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <DayField of={fields} name="fecha" label="Llegó el" maxDate={today} required />
      <TextField of={fields} name="referencia" label="Referencia del banco" maxLength={60} />
    </FormDrawer>
  );
}
