import { Button, Checkbox, Group, NativeSelect, Stack, Table, Text, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
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

/** Which papers banks ask for: the general rows, and what each bank wants beside or instead. */
export function RequirementsPage({ search }: { search: RequirementsSearch }) {
  const patch = usePatchSearch();
  const [bossy, chief] = [useCan('tramites.aprobar'), useCan('ventas.aprobar')];
  const edits = bossy || chief;
  const query = useQuery(queryOf(listRequirements, { query: search }));
  const list = useOptions(queryOf(banks.list, {}));
  const [open, setOpen] = useState<Requirement | 'new' | null>(null);
  if (query.error) throw query.error;
  const rows = query.data?.data;
  return (
    <>
      <PageHeader
        title="Requisitos bancarios"
        count={rows?.length ?? null}
        text="Lo que pide un banco vale antes que lo general; lo de un sector o nacionalidad, antes que lo de todos."
        actions={edits && <Button onClick={() => setOpen('new')}>Nuevo requisito</Button>}
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
        <Table.ScrollContainer minWidth={720}>
          <Table highlightOnHover verticalSpacing="sm" aria-label="Requisitos bancarios">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Papel</Table.Th>
                <Table.Th>Banco</Table.Th>
                <Table.Th>Sector</Table.Th>
                <Table.Th>Nacionalidad</Table.Th>
                <Table.Th>Exigencia</Table.Th>
                <Table.Th>Antigüedad</Table.Th>
                <Table.Th>Vigencia</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map((one) => (
                <Row key={one.id} one={one} onOpen={edits ? () => setOpen(one) : null} />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      {open !== null && (
        <RequirementDrawer
          requirement={open === 'new' ? null : open}
          bankId={search.banco_id}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}

function Row({ one, onOpen }: { one: Requirement; onOpen: (() => void) | null }) {
  const today = useToday();
  const name = one.label || one.type.name;
  const over = one.valid_to !== null && one.valid_to < today;
  return (
    <Table.Tr>
      <Table.Td>
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
      </Table.Td>
      <Table.Td>{one.bank?.name ?? 'Todos'}</Table.Td>
      <Table.Td>{one.sector ?? 'Todos'}</Table.Td>
      <Table.Td>{one.nationality ? NATIONALITIES[one.nationality] : 'Todas'}</Table.Td>
      <Table.Td>
        <StatePill
          tone={one.required ? 'progress' : 'neutral'}
          label={one.required ? 'Obligatorio' : 'Opcional'}
        />
      </Table.Td>
      <Table.Td className="figures">
        {one.max_age_days === null ? 'La del papel' : `${one.max_age_days} días`}
      </Table.Td>
      <Table.Td>
        {over ? (
          <StatePill tone="neutral" label="Terminó" />
        ) : (
          <>
            desde <DateText day={one.valid_from} />
            {one.valid_to && (
              <>
                {' '}
                hasta <DateText day={one.valid_to} />
              </>
            )}
          </>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
