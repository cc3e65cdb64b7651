import { Button, Modal, Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { assignFile, salesOfConversation } from '#contract/care/chat/endpoints.ts';
import type { MessageFile } from '#contract/care/chat/model.ts';
import { queryOf, useAction } from '#web/office/lib/query.ts';

interface AssignFileProps {
  sid: string;
  messageId: number;
  file: MessageFile;
  onClose: () => void;
}

/** Files an attachment as one of the documents that the sale still takes: one press per document. */
export function AssignFile({ sid, messageId, file, onClose }: AssignFileProps) {
  const { data } = useQuery(queryOf(salesOfConversation, { params: { sid } }));
  const sales = data?.data ?? [];
  const [chosen, setChosen] = useState<string | null>(null);
  const sale = sales.find(({ id }) => String(id) === chosen) ?? sales[0];
  const assign = useAction(assignFile, { success: ({ data: { message } }) => message });
  const as = (value: string) => {
    const body = new FormData();
    for (const [name, text] of Object.entries({
      _id: messageId,
      files: file.id,
      value,
      precontrato_id: sale?.id,
    }))
      if (text !== undefined) body.set(name, String(text));
    assign.mutate({ params: { sid }, body }, { onSuccess: onClose });
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title="Archivar como documento"
      closeButtonProps={{ 'aria-label': 'Cerrar' }}
    >
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {file.name}
        </Text>
        {sales.length > 1 && (
          <Select
            label="Venta"
            data={sales.map(({ id, code, model }) => ({
              value: String(id),
              label: `${code ?? 'Borrador'} · ${model}`,
            }))}
            value={sale ? String(sale.id) : null}
            onChange={setChosen}
            allowDeselect={false}
          />
        )}
        {data && !sale && <Text size="sm">Esta persona no tiene una venta que tú puedas ver.</Text>}
        {sale && sale.papers.length === 0 && <Text size="sm">Esa venta no espera documentos.</Text>}
        {sale?.papers.map(({ value, label }) => (
          <Button
            key={value}
            variant="default"
            justify="flex-start"
            loading={assign.isPending}
            onClick={() => as(value)}
          >
            {label}
          </Button>
        ))}
      </Stack>
    </Modal>
  );
}
