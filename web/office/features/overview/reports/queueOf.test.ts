import { expect, test } from 'vitest';
import type { Bottleneck } from '#contract/overview/reports/bottlenecks.ts';
import { TicketsSearch } from '#web/office/features/care/tickets/ticketsSearch.ts';
import { queueOf } from './BottleneckTables.tsx';

test('the figures of a department’s tickets open its open or late ones', () => {
  const row = { group: 'ticket', id: 9 } as Bottleneck;
  const asked = (late: boolean) => TicketsSearch.parse(queueOf(row, 4, late).search);
  expect(asked(true)).toMatchObject({ departamento_id: 9, proyecto_id: 4, cola: 'vencidos' });
  expect(asked(false)).toMatchObject({ departamento_id: 9, proyecto_id: 4, cola: 'abiertos' });
});
