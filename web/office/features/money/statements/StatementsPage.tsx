import { Button, Group, Stack, Text } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { listBankAccountOptions } from '#contract/projects/bankAccounts/endpoints.ts';
import { accountLabel } from '#contract/projects/bankAccounts/rules.ts';
import { showDay } from '#contract/dates.ts';
import { listStatements } from '#contract/money/statements/statementEndpoints.ts';
import { usePatchSearch } from '#web/office/lib/listSearch.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';
import { ImportStatementDrawer } from './ImportStatementDrawer.tsx';
import type { StatementsSearch } from './statementsSearch.ts';
import { linkOptions } from '@tanstack/react-router';
import { useList } from '#web/office/lib/list.ts';

const columns: ColumnOf<typeof listStatements>[] = [
  {
    key: 'cuenta',
    title: 'Cuenta',
    width: 240,
    phone: 'heading',
    render: (one) => (
      <Stack gap={0}>
        <Text size="sm" fw={600}>
          {one.account.name}
        </Text>
        <Text size="xs" c="dimmed" className="figures">
          {one.account.number}
        </Text>
      </Stack>
    ),
  },
  {
    key: 'to_on',
    title: 'Días',
    sortable: true,
    width: 200,
    render: (one) => (
      <span className="figures">
        {showDay(one.from_on)} a {showDay(one.to_on)}
      </span>
    ),
  },
  {
    key: 'abiertas',
    title: 'Por conciliar',
    width: 140,
    render: (one) =>
      one.undone ? (
        <StatePill tone="neutral" label="Deshecho" />
      ) : one.open_lines === 0 ? (
        <StatePill tone="positive" label="Todo conciliado" />
      ) : (
        <StatePill tone="progress" label={`${one.open_lines} por conciliar`} />
      ),
  },
  { key: 'lineas', title: 'Líneas nuevas', width: 120, align: 'right', render: (one) => one.new_lines },
  {
    key: 'saldos',
    title: 'Saldo final',
    width: 140,
    money: (one) => one.closing_centavos,
  },
  { key: 'archivo', title: 'Archivo', width: 200, render: (one) => one.file_name },
  {
    key: 'quien',
    title: 'Importado',
    width: 180,
    render: (one) => (
      <Stack gap={0}>
        <Text size="sm">{one.imported_by}</Text>
        <Text size="xs" c="dimmed">
          <DateText instant={one.imported_at} />
        </Text>
      </Stack>
    ),
  },
];

/** Statements of the company's accounts: import them, or open their lines. */
export function StatementsPage({ search }: { search: StatementsSearch }) {
  const patch = usePatchSearch();
  const { importar } = search;
  const mayImport = useCan('contabilidad.crear');
  const list = useList(listStatements, search);
  const accounts = useOptions(queryOf(listBankAccountOptions, {}));
  const button = mayImport ? (
    <Button leftSection={<IconFileImport size={16} aria-hidden />} onClick={() => patch({ importar: true })}>
      Importar extracto
    </Button>
  ) : null;
  return (
    <>
      <PageHeader
        title="Extractos bancarios"
        count={list.total}
        actions={
          <Group gap="xs">
            <PageLink to="/oficina/extractos/reglas">Reglas</PageLink>
            <PageLink to="/oficina/conciliar">Conciliar</PageLink>
            {button}
          </Group>
        }
      />
      <DataTable
        id="extractos"
        caption="Extractos bancarios"
        list={list}
        columns={columns}
        filters={[
          {
            key: 'cuenta_id',
            label: 'Cuenta',
            kind: 'one',
            choices: accounts.map((one) => ({ value: one.id, label: accountLabel(one) })),
          },
        ]}
        rowId={(one) => one.id}
        rowName={(one) => `${one.account.name}, ${showDay(one.to_on)}`}
        open={{
          link: (one) => linkOptions({ to: '/oficina/extractos/lineas', search: { extracto_id: one.id } }),
        }}
        empty={
          <EmptyState
            title="Aún no hay extractos"
            text="Descárgalo del banco como CSV, Excel u OFX e impórtalo: los pagos se confirman con sus líneas."
            action={button}
          />
        }
      />
      {mayImport && importar && (
        <ImportStatementDrawer
          onClose={() => patch({ importar: undefined })}
          accountId={search.cuenta_id ?? null}
        />
      )}
    </>
  );
}
