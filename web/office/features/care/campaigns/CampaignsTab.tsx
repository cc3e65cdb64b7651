import { Button, Group, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { cancelCampaign, listCampaigns } from '#contract/care/campaigns/endpoints.ts';
import { CAMPAIGN_STATES } from '#contract/care/campaigns/model.ts';
import { queryOf, useAction } from '#web/office/lib/query.ts';
import { useDrawer } from '#web/office/lib/useDrawer.ts';
import { askConfirm } from '#web/office/ui/ask.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { ShortTable } from '#web/office/ui/ShortTable.tsx';
import { CampaignDrawer } from './CampaignDrawer.tsx';

/** Templates that went to a group, with what came of them. */
export function CampaignsTab() {
  const drawer = useDrawer('envio');
  const { data, error } = useQuery(queryOf(listCampaigns));
  const cancel = useAction(cancelCampaign, { success: 'Se detuvo: quien esperaba no lo recibe.' });
  if (error) throw error;
  if (!data) return <PendingPage />;
  return (
    <>
      <Group justify="flex-end" mb="xs">
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => drawer.open()}>
          Nuevo envío
        </Button>
      </Group>
      {data.data.length === 0 ? (
        <EmptyState
          title="No hay envíos"
          text="Envía una plantilla a un grupo de prospectos. Quien escribió BAJA no la recibe."
        />
      ) : (
        <ShortTable
          label="Envíos"
          rows={data.data}
          rowId={({ id }) => id}
          columns={[
            {
              title: 'Envío',
              render: ({ name, template, by, created_at }) => (
                <Stack gap={0}>
                  <span>{name}</span>
                  <Text size="xs" c="dimmed">
                    {template} · {by} · <DateText instant={created_at} />
                  </Text>
                </Stack>
              ),
            },
            { title: 'Estado', render: ({ state }) => CAMPAIGN_STATES[state] },
            { title: 'Personas', align: 'right', render: ({ total }) => total },
            { title: 'Salieron', align: 'right', render: ({ sent }) => sent },
            { title: 'Llegaron', align: 'right', render: ({ delivered }) => delivered },
            { title: 'Leídos', align: 'right', render: ({ read }) => read },
            { title: 'Respondieron', align: 'right', render: ({ answered }) => answered },
            { title: 'Fallaron', align: 'right', render: ({ failed, skipped }) => failed + skipped },
            {
              title: 'Acciones',
              quiet: true,
              render: ({ id, name, state, waiting }) =>
                state === 'enviando' && (
                  <Button
                    size="compact-sm"
                    variant="default"
                    onClick={() =>
                      void askConfirm({
                        title: `¿Detener «${name}»?`,
                        text: `${waiting} personas todavía no lo reciben.`,
                        confirm: 'Detener envío',
                        danger: true,
                      }).then((sure) => sure && cancel.mutate({ params: { id }, body: {} }))
                    }
                  >
                    Detener
                  </Button>
                ),
            },
          ]}
        />
      )}
      {drawer.opened && <CampaignDrawer onClose={drawer.close} />}
    </>
  );
}
