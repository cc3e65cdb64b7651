import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconPlus } from '@tabler/icons-react';
import { listWarrantyRules } from '#contract/care/warranty/endpoints.ts';
import { COVERS } from '#contract/care/covers/parts.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { useDrawer } from '#web/office/lib/useDrawer.ts';
import { DateText } from '#web/office/ui/DateText.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { ShortTable } from '#web/office/ui/ShortTable.tsx';
import { WarrantyRuleDrawer } from './WarrantyRuleDrawer.tsx';

export const monthsText = (months: number): string =>
  months % 12 === 0 && months >= 24 ? `${months / 12} años` : months === 1 ? '1 mes' : `${months} meses`;

/** How long each cover lasts, with the days from which it holds. */
export function WarrantyRulesPage() {
  const { data } = useQuery(queryOf(listWarrantyRules, {}));
  const creating = useDrawer('nuevo');
  const writes = useCan('legal.aprobar');
  return (
    <>
      <PageHeader
        title="Plazos de garantía"
        count={data?.data.length ?? null}
        text="Los fija el área legal. Una vivienda conserva los que regían el día de su entrega."
        actions={
          writes && (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => creating.open()}>
              Nuevo plazo
            </Button>
          )
        }
      />
      <ShortTable
        label="Plazos de garantía"
        rows={data?.data ?? []}
        rowId={(one) => one.id}
        dimmed={(one) => one.valid_until !== null}
        wordy
        columns={[
          { title: 'Cobertura', render: (one) => COVERS[one.cover] },
          { title: 'Dura', render: (one) => monthsText(one.months) },
          { title: 'Entregas desde', render: (one) => <DateText day={one.valid_from} /> },
          {
            title: 'Hasta',
            render: (one) => (one.valid_until ? <DateText day={one.valid_until} /> : 'En vigor'),
          },
          {
            title: 'De dónde sale',
            render: (one) => (
              <>
                {one.source}
                {one.by && (
                  <Text size="xs" c="dimmed">
                    {one.by}
                  </Text>
                )}
              </>
            ),
          },
        ]}
      />
      {creating.opened && writes && <WarrantyRuleDrawer onClose={creating.close} />}
    </>
  );
}
