import { Text } from '@mantine/core';
import { DeliveryNotice, tellDelivery } from '#contract/works/delivery/endpoints.ts';
import { call } from '#web/office/lib/call.ts';
import { LongTextField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

interface NoticeDrawerProps {
  saleId: number;
  draft: string;
  onClose: () => void;
}

/** The notice to a customer whose house will be late, from a draft that a colleague corrects. */
export function NoticeDrawer({ saleId, draft, onClose }: NoticeDrawerProps) {
  const form = useRecordForm({
    schema: DeliveryNotice,
    initial: { texto: draft },
    send: (body, as) => call(tellDelivery, { params: { id: saleId }, body }, as),
    success: 'Aviso enviado.',
    onDone: onClose,
  });
  return (
    <FormDrawer title="Avisar al cliente" opened onClose={onClose} {...form.frame} submitLabel="Enviar aviso">
      <Text size="sm">Sale por correo, con el enlace a su compra. No cambia la fecha prometida.</Text>
      <LongTextField of={form} name="texto" label="Aviso" maxLength={3000} />
    </FormDrawer>
  );
}
