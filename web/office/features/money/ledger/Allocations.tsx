import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { showDay } from '#contract/dates.ts';
import { listAllocations, type Allocation } from '#contract/money/ledger/allocations.ts';
import { ALLOCATION_BASES } from '#contract/money/ledger/model.ts';
import { periodOf } from '#contract/money/ledger/rules.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { Section } from '#web/office/ui/Section.tsx';
import { ShortTable, type ShortColumn } from '#web/office/ui/ShortTable.tsx';
import { AllocationDrawer } from './AllocationDrawer.tsx';
import { RunAllocationDrawer } from './RunAllocationDrawer.tsx';

/** How costs of projects reach their houses. */
export function Allocations() {
  const { data } = useQuery(queryOf(listAllocations));
  const today = useToday();
  const mayAdd = useCan('contabilidad.aprobar');
  const mayRun = useCan('contabilidad.crear');
  const [open, setOpen] = useState<Allocation | 'new' | null>(null);
  const close = () => setOpen(null);
  const columns: ShortColumn<Allocation>[] = [
    { title: 'Proyecto', render: ({ project }) => project.name },
    { title: 'Sale de', render: ({ account }) => account.name },
    { title: 'Llega a', render: ({ target }) => target.name },
    { title: 'Se reparte', render: ({ basis }) => ALLOCATION_BASES[basis] },
    { title: 'Desde', render: ({ valid_from }) => showDay(valid_from) },
    ...(mayRun
      ? [
          {
            title: 'Acción',
            quiet: true,
            render: (one: Allocation) => (
              <Button variant="default" size="compact-md" onClick={() => setOpen(one)}>
                Repartir
              </Button>
            ),
          },
        ]
      : []),
  ];
  const rows = data?.data ?? [];
  return (
    <Section
      title="Repartos"
      text="Terreno, infraestructura e intereses acumulados en una cuenta del proyecto llegan a sus viviendas."
      actions={
        mayAdd ? (
          <Button variant="default" size="compact-md" onClick={() => setOpen('new')}>
            Nuevo reparto
          </Button>
        ) : null
      }
    >
      {rows.length > 0 && (
        <ShortTable label="Repartos" rows={rows} rowId={({ id }) => id} columns={columns} rowHeads />
      )}
      {open === 'new' && <AllocationDrawer onClose={close} />}
      {open !== null && open !== 'new' && (
        <RunAllocationDrawer allocation={open} period={periodOf(today)} onClose={close} />
      )}
    </Section>
  );
}
