import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { listAudit } from '#contract/company/audit/endpoints.ts';
import { actorName, recordName } from '#contract/company/audit/model.ts';
import { actionLabel } from '#contract/company/audit/words.ts';
import { BLOCK_ROWS } from '#contract/overview/home/blocks.ts';
import { panamaTime } from '#web/office/lib/format.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { Rows } from './Rows.tsx';
import { linkOptions } from '@tanstack/react-router';

/** Today's changes, newest first. */
export function DoneToday() {
  const today = useToday();
  const query = useQuery(
    queryOf(listAudit, { query: { desde: today, hasta: today, que: 'hizo', per_page: BLOCK_ROWS } }),
  );
  const total = query.data?.meta.pagination.total ?? 0;
  return (
    <Rows
      title="Hecho hoy"
      rows={query.data?.data}
      error={query.error}
      rowId={({ id }) => id}
      render={(line) => (
        <>
          <Text size="sm" fw={600}>
            {actorName(line)}
          </Text>
          <Text size="sm">
            {actionLabel(line.action)} · {recordName(line)}
          </Text>
        </>
      )}
      renderWhen={({ at }) => panamaTime(at)}
      empty="Hoy no se ha hecho ningún cambio."
      all={
        total > 0
          ? {
              link: linkOptions({
                to: '/oficina/auditoria',
                search: { desde: today, hasta: today, que: 'hizo' },
              }),
              label: 'Ver la auditoría',
            }
          : null
      }
    />
  );
}
