import { Button, Checkbox, Group, NativeSelect, Stack, Text, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { banks } from '#contract/company/catalogs/moneyLists.ts';
import {
  listRequirements,
  NATIONALITIES,
  type Requirement,
} from '#contract/banking/requirements/requirements.ts';
import { usePatchSearch } from '#web/office/lib/listSearch.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import type { RequirementsSearch } from '#web/office/features/banking/applications/applicationsSearch.ts';
import { RequirementDrawer } from './RequirementDrawer.tsx';
import { ShortTable } from '#web/office/ui/ShortTable.tsx';
import { useDrawer } from '#web/office/lib/useDrawer.ts';

/** Documents that banks require: the general rows, and each bank's additions and exceptions. */
export function RequirementsPage({ search }: { search: RequirementsSearch }) {
  const patch = usePatchSearch();
  const [bossy, chief] = [useCan('tramites.aprobar'), useCan('ventas.aprobar')];
  const edits = bossy || chief;
  const query = useQuery(queryOf(listRequirements, { query: search }));
  const list = useOptions(queryOf(banks.list, {}));
  const drawer = useDrawer('requisito');
  const today = useToday();
  if (query.error) throw query.error;
  const rows = query.data?.data;
  const open = rows?.find(({ id }) => id === drawer.id);
  return (
    <>
      <PageHeader
        title="Requisitos bancarios"
        count={rows?.length ?? null}
        text="Lo que pide un banco vale antes que lo general; lo de un sector o nacionalidad, antes que lo de todos."
        actions={edits && <Button onClick={() => drawer.open()}>Nuevo requisito</Button>}
      />
      <Group align="flex-end" mb="md">
        <NativeSelect
          label="Banco"
          value={search.banco_id ?? ''}
          onChange={(event) => {
            const { value } = event.currentTarget;
            patch({ banco_id: value === '' ? undefined : Number(value) });
          }}
          data={[
            { value: '', label: 'Todos' },
            { value: '0', label: 'Generales' },
            ...list.map(({ id, nombre }) => ({ value: String(id), label: nombre })),
          ]}
        />
        <Checkbox
          label="Con los que ya terminaron"
          checked={search.historia === '1'}
          onChange={(event) => patch({ historia: event.currentTarget.checked ? '1' : undefined })}
          pb={8}
        />
      </Group>
      {!rows ? (
        <PendingPage />
      ) : rows.length === 0 ? (
        <EmptyState title="Este banco pide lo general" text="Agrega aquí solo lo que pide distinto." />
      ) : (
        <ShortTable
          label="Requisitos bancarios"
          rows={rows}
          rowId={({ id }) => id}
          columns={[
            {
              title: 'Documento',
              render: (one) => <Named one={one} onOpen={edits ? () => drawer.open(one.id) : null} />,
            },
            { title: 'Banco', render: ({ bank }) => bank?.name ?? 'Todos' },
            { title: 'Sector', render: ({ sector }) => sector ?? 'Todos' },
            {
              title: 'Nacionalidad',
              render: ({ nationality }) => (nationality ? NATIONALITIES[nationality] : 'Todas'),
            },
            {
              title: 'Exigencia',
              render: ({ required }) => (
                <StatePill
                  tone={required ? 'progress' : 'neutral'}
                  label={required ? 'Obligatorio' : 'Opcional'}
                />
              ),
            },
            {
              title: 'Antigüedad',
              render: ({ max_age_days }) =>
                max_age_days === null ? 'La del documento' : `${max_age_days} días`,
            },
            { title: 'Vigencia', render: (one) => <Validity one={one} today={today} /> },
          ]}
        />
      )}
      {edits && drawer.opened && (drawer.id === null || open) && (
        <RequirementDrawer
          key={drawer.id}
          requirement={open ?? null}
          bankId={search.banco_id}
          onClose={drawer.close}
        />
      )}
    </>
  );
}

function Named({ one, onOpen }: { one: Requirement; onOpen: (() => void) | null }) {
  const name = one.label || one.type.name;
  return (
    <Stack gap={0}>
      {onOpen ? (
        <UnstyledButton onClick={onOpen}>
          <Text size="sm" fw={600} td="underline">
            {name}
          </Text>
        </UnstyledButton>
      ) : (
        <Text size="sm" fw={600}>
          {name}
        </Text>
      )}
      {one.label && one.label !== one.type.name && (
        <Text size="xs" c="dimmed">
          {one.type.name}
        </Text>
      )}
    </Stack>
  );
}

const Validity = ({ one, today }: { one: Requirement; today: string }) =>
  one.valid_to !== null && one.valid_to < today ? (
    <StatePill tone="neutral" label="Terminó" />
  ) : (
    <span>
      desde <DateText day={one.valid_from} />
      {one.valid_to && (
        <>
          {' '}
          hasta <DateText day={one.valid_to} />
        </>
      )}
    </span>
  );
