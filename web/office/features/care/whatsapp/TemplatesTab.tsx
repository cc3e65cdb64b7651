import { Button, Checkbox, Group, Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { changeTemplate, listTemplates, syncTemplates } from '#contract/care/whatsapp/endpoints.ts';
import {
  PLACEHOLDERS,
  TEMPLATE_STATES,
  type Placeholder,
  type Template,
} from '#contract/care/whatsapp/model.ts';
import { queryOf, useAction } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { ShortTable } from '#web/office/ui/ShortTable.tsx';

/** The templates as WhatsApp has them, and what the company puts in their places. */
export function TemplatesTab() {
  const mayEdit = useCan('chat.editar');
  const { data, error } = useQuery(queryOf(listTemplates));
  const sync = useAction(syncTemplates, { success: 'Se piden a WhatsApp. Llegan en un momento.' });
  if (error) throw error;
  if (!data) return <PendingPage />;
  return (
    <Stack gap="sm">
      {mayEdit && (
        <Group justify="flex-end">
          <Button variant="default" loading={sync.isPending} onClick={() => sync.mutate({ body: {} })}>
            Pedir a WhatsApp
          </Button>
        </Group>
      )}
      {data.data.length === 0 ? (
        <EmptyState
          title="No hay plantillas"
          text="Se crean y se aprueban en WhatsApp Manager. Aquí llegan solas cada 15 minutos."
        />
      ) : (
        <ShortTable
          label="Plantillas de WhatsApp"
          rows={data.data}
          rowId={({ id }) => id}
          dimmed={({ status }) => status !== 'APPROVED'}
          columns={[
            { title: 'Nombre', render: ({ name, language }) => `${name} (${language})` },
            {
              title: 'Texto',
              render: ({ body, hindrance }) => (
                <Stack gap={2}>
                  <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
                    {body}
                  </Text>
                  {hindrance && (
                    <Text size="xs" fw={600}>
                      {hindrance}
                    </Text>
                  )}
                </Stack>
              ),
            },
            {
              title: 'Estado',
              render: ({ status, synced_at }) => (
                <Stack gap={2}>
                  <span>{TEMPLATE_STATES[status]}</span>
                  <Text size="xs" c="dimmed">
                    <DateText instant={synced_at} />
                  </Text>
                </Stack>
              ),
            },
            { title: 'Qué va en cada lugar', render: (one) => <Places template={one} mayEdit={mayEdit} /> },
          ]}
        />
      )}
    </Stack>
  );
}

function Places({ template, mayEdit }: { template: Template; mayEdit: boolean }) {
  const change = useAction(changeTemplate, { success: 'Plantilla guardada.' });
  const { id, version, placeholders, offered, name } = template;
  const save = (body: { placeholders?: Placeholder[]; offered?: boolean }) =>
    change.mutate({ params: { id }, body: { version, ...body } });
  return (
    <Stack gap={6}>
      {placeholders.map((one, at) => (
        <Select
          key={`${at}-${one}`}
          size="xs"
          aria-label={`Lugar ${at + 1} de ${name}`}
          data={Object.entries(PLACEHOLDERS).map(([value, label]) => ({ value, label }))}
          value={one}
          allowDeselect={false}
          disabled={!mayEdit || change.isPending}
          onChange={(value) => save({ placeholders: placeholders.with(at, value as Placeholder) })}
        />
      ))}
      <Checkbox
        size="xs"
        label="Ofrecer al pasar 24 horas"
        checked={offered}
        disabled={!mayEdit || change.isPending}
        onChange={(event) => save({ offered: event.currentTarget.checked })}
      />
    </Stack>
  );
}
