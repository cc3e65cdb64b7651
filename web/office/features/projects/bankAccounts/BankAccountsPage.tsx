import { Button, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { listBankAccounts } from '#contract/projects/bankAccounts/endpoints.ts';
import { banks } from '#contract/company/catalogs/moneyLists.ts';
import { usePatchSearch } from '#web/office/lib/listSearch.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { besideOf } from '#web/office/ui/RecordDrawer.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';
import { BankAccountDrawer, OpenAccount } from './BankAccountDrawer.tsx';
import type { BankAccountsSearch } from './bankAccountsSearch.ts';
import { useList } from '#web/office/lib/list.ts';
import { useDrawer } from '#web/office/lib/useDrawer.ts';

const columns: ColumnOf<typeof listBankAccounts>[] = [
  {
    key: 'nombre',
    title: 'Cuenta',
    sortable: true,
    width: 230,
    phone: 'heading',
    render: (one) => (
      <Stack gap={0}>
        <Text size="sm" fw={600}>
          {one.nombre}
        </Text>
        <Text size="xs" c="dimmed" className="figures">
          {one.numero}
        </Text>
      </Stack>
    ),
  },
  { key: 'banco', title: 'Banco', width: 160, render: (one) => one.banco.nombre },
  {
    key: 'tipo',
    title: 'Tipo',
    width: 190,
    render: (one) => (
      <Stack gap={0}>
        <Text size="sm">{one.tipo_contable.nombre}</Text>
        <Text size="xs" c="dimmed">
          {one.tipo.nombre} · {one.moneda}
        </Text>
      </Stack>
    ),
  },
  { key: 'titular', title: 'Titular', width: 200, render: (one) => one.titular },
  {
    key: 'proyectos',
    title: 'Proyectos',
    width: 230,
    render: (one) =>
      one.proyectos.length === 0 ? (
        '—'
      ) : (
        <Stack gap={2}>
          {one.proyectos.map((project) => (
            <Text size="sm" key={project.id}>
              {project.nombre}
              {project.compradores && (
                <Text span size="xs" c="dimmed">
                  {' '}
                  · pagan aquí
                </Text>
              )}
            </Text>
          ))}
        </Stack>
      ),
  },
  {
    key: 'cuenta_contable',
    title: 'Cuenta contable',
    width: 240,
    startsHidden: true,
    render: (one) => one.cuenta_contable?.nombre ?? '—',
  },
  {
    key: 'estado',
    title: 'Estado',
    width: 120,
    render: (one) => (
      <StatePill
        tone={one.archivada ? 'neutral' : 'positive'}
        label={one.archivada ? 'Archivada' : 'En uso'}
      />
    ),
  },
];

/** The company's bank accounts. */
export function BankAccountsPage({ search }: { search: BankAccountsSearch }) {
  const patch = usePatchSearch();
  const mayCreate = useCan('contabilidad.crear');
  const creating = useDrawer('nuevo');
  const { cuenta } = search;
  const list = useList(listBankAccounts, search);
  const bankOptions = useOptions(queryOf(banks.list, {}));
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => creating.open()}>
      Nueva cuenta
    </Button>
  );
  return (
    <>
      <PageHeader title="Cuentas bancarias" count={list.total} actions={mayCreate ? add : null} />
      <DataTable
        id="cuentas-bancarias"
        caption="Cuentas bancarias"
        list={list}
        columns={columns}
        filters={[
          {
            key: 'banco_id',
            label: 'Banco',
            kind: 'one',
            choices: bankOptions.map((one) => ({ value: one.id, label: one.nombre })),
          },
          { key: 'archivadas', label: 'Con las archivadas', kind: 'flag' },
        ]}
        rowId={(one) => one.id}
        rowName={(one) => one.nombre}
        open={{ show: (one) => patch({ cuenta: one.id }) }}
        searchLabel="Nombre, titular o número"
        empty={
          <EmptyState
            title="Aún no hay cuentas bancarias"
            text="Agrega las de la empresa; después cada proyecto dice con cuáles trabaja y a cuál pagan los compradores."
            action={mayCreate ? add : null}
          />
        }
      />
      {mayCreate && creating.opened && <BankAccountDrawer account={null} onClose={creating.close} />}
      {cuenta !== undefined && (
        <OpenAccount
          id={cuenta}
          onClose={() => patch({ cuenta: undefined })}
          beside={besideOf(list.rows, cuenta, (id) => patch({ cuenta: id }))}
        />
      )}
    </>
  );
}
