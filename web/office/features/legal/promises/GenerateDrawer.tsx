import { Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { generatePromise } from '#contract/legal/promises/endpoints.ts';
import { TermsForm, type SalePromises } from '#contract/legal/promises/model.ts';
import { call } from '#web/office/lib/call.ts';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { TermsFields } from './TermsFields.tsx';

interface GenerateDrawerProps {
  saleId: number;
  of: Pick<SalePromises, 'template' | 'suggested' | 'representatives'>;
  onClose: () => void;
}

/** Generates the promise of a sale, and opens it. */
export function GenerateDrawer({
  saleId,
  of: { template, suggested, representatives },
  onClose,
}: GenerateDrawerProps) {
  const navigate = useNavigate();
  const form = useRecordForm({
    schema: TermsForm,
    initial: suggested,
    send: (body, as) => call(generatePromise, { params: { id: saleId }, body }, as),
    success: 'Promesa generada.',
    onDone: ({ data }) => void navigate({ to: '/oficina/promesas/$id', params: { id: data.id } }),
  });
  return (
    <FormDrawer
      title="Generar la promesa"
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Generar la promesa"
    >
      {template && (
        <Text size="sm" c="dimmed">
          Con la plantilla «{template.name}», versión {template.number}. Los datos del comprador, la vivienda,
          el precio y el plan de pago se toman de la venta y quedan fijos.
        </Text>
      )}
      <TermsFields of={form} representatives={representatives} />
    </FormDrawer>
  );
}
