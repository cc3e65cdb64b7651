import { Text } from '@mantine/core';
import {
  composeRescission,
  RescissionForm,
  type RescissionAct,
} from '#contract/legal/rescissions/endpoints.ts';
import { formatMoney } from '#contract/money.ts';
import { call } from '#web/office/lib/call.ts';
import { CheckField, DayField, OptionField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

interface RescissionDrawerProps {
  saleId: number;
  act: Pick<RescissionAct, 'representatives' | 'sign_by' | 'penalty_centavos' | 'refund_centavos'>;
  onClose: () => void;
}

/** Keeps the document of a prepared rescission, and sends it to be signed. */
export function RescissionDrawer({ saleId, act, onClose }: RescissionDrawerProps) {
  const able = act.representatives.filter(({ why_not }) => why_not === null);
  const form = useRecordForm({
    schema: RescissionForm,
    initial: {
      ...(able.length === 1 && { representante_id: able[0]!.id }),
      firman: true,
      firmar_hasta: act.sign_by,
    },
    send: (body, as) => call(composeRescission, { params: { id: saleId }, body }, as),
    success: 'Documento guardado.',
    onDone: onClose,
  });
  return (
    <FormDrawer
      title="Documento de la rescisión"
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Guardar el documento"
    >
      <Text size="sm" c="dimmed">
        Se retienen {formatMoney(act.penalty_centavos)} y se devuelven {formatMoney(act.refund_centavos)}. El
        documento guarda estas cifras.
      </Text>
      <OptionField
        of={form}
        name="representante_id"
        label="Firma por la promotora"
        nothing="Por elegir"
        options={act.representatives.map(({ id, name, why_not }) => ({
          value: id,
          label: why_not ? `${name}: ${why_not}` : name,
          disabled: why_not !== null,
        }))}
      />
      <CheckField of={form} name="firman" label="Las partes lo firman aquí" />
      <DayField of={form} name="firmar_hasta" label="Último día para firmar" />
    </FormDrawer>
  );
}
