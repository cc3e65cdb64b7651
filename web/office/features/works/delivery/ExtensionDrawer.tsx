import { Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { draftExtension, ExtensionForm } from '#contract/works/delivery/endpoints.ts';
import { call } from '#web/office/lib/call.ts';
import { DayField, LongTextField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

interface ExtensionDrawerProps {
  saleId: number;
  /** The day that the forecast keeps in four of five houses. */
  proposed: string;
  onClose: () => void;
}

/** Drafts the addendum for a later day; the customer and the company sign it before anything changes. */
export function ExtensionDrawer({ saleId, proposed, onClose }: ExtensionDrawerProps) {
  const navigate = useNavigate();
  const form = useRecordForm({
    schema: ExtensionForm,
    initial: { entrega: proposed },
    send: (body, as) => call(draftExtension, { params: { id: saleId }, body }, as),
    success: 'Borrador de la adenda creado.',
    onDone: ({ data }) => {
      onClose();
      void navigate({ to: '/oficina/adendas/$id', params: { id: data.id } });
    },
  });
  return (
    <FormDrawer
      title="Preparar la adenda"
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Crear borrador"
    >
      <Text size="sm">
        Queda en borrador. La entrega cambia solo cuando la firmen el cliente y la promotora.
      </Text>
      <DayField of={form} name="entrega" label="Nueva fecha de entrega" />
      <LongTextField of={form} name="motivo" label="Motivo" maxLength={300} />
    </FormDrawer>
  );
}
