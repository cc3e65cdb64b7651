import { linkOptions } from '@tanstack/react-router';
import { Radio, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Coincidence, CoincidentPerson, MergeChoice } from '#contract/sales/coincidences/model.ts';
import { showPhone } from '#web/office/lib/format.ts';
import { DateText } from '#web/office/ui/DateText.tsx';
import { PageLink, type PageTarget } from '#web/office/ui/PageLink.tsx';
import { ShortTable } from '#web/office/ui/ShortTable.tsx';

type Side = 'izquierda' | 'derecha';
type Field = 'nombre' | 'celular' | 'email' | 'documento';
export type Choice = Pick<MergeChoice, 'queda_id'> & { campos: Record<Field, Side> };

const FIELDS: readonly { key: Field; label: string; of: (one: CoincidentPerson) => string | null }[] = [
  { key: 'nombre', label: 'Nombre', of: ({ nombre }) => nombre },
  { key: 'celular', label: 'Celular', of: ({ celular }) => showPhone(celular) },
  { key: 'email', label: 'Correo', of: ({ email }) => email },
  { key: 'documento', label: 'Documento', of: ({ cedula }) => cedula },
];

/**
 * Default choice: keeps the person with more sales, else the left (older) one. Takes a field from the other side if it
 * is empty.
 */
export function startOf({ left, right }: Coincidence): Choice {
  const keepsRight = right.sales.length > left.sales.length;
  const usual: Side = keepsRight ? 'derecha' : 'izquierda';
  const campos = Object.fromEntries(
    FIELDS.map(({ key, of }) => [
      key,
      of(left) === null ? 'derecha' : of(right) === null ? 'izquierda' : usual,
    ]),
  ) as Choice['campos'];
  return { queda_id: keepsRight ? right.id : left.id, campos };
}

interface CompareTableProps {
  pair: Coincidence;
  /** Null: read only. */
  choice: Choice | null;
  onChoice: (choice: Choice) => void;
}

interface Line {
  label: string;
  left: ReactNode;
  right: ReactNode;
  differs?: boolean;
}

/** One row per field, with differences marked. With a choice, each side has a radio button. */
export function CompareTable({ pair, choice, onChoice }: CompareTableProps) {
  const { left, right } = pair;
  const cell = (field: (typeof FIELDS)[number], side: Side, one: CoincidentPerson) => {
    const value = field.of(one);
    if (!choice) return value ?? '—';
    return (
      <Radio
        name={`campo-${field.key}`}
        label={value ?? '—'}
        aria-label={`${field.label}: ${value ?? 'sin dato'}`}
        checked={choice.campos[field.key] === side}
        onChange={() => onChoice({ ...choice, campos: { ...choice.campos, [field.key]: side } })}
      />
    );
  };
  const stays = (one: CoincidentPerson) =>
    choice ? (
      <Radio
        name="queda"
        label="Queda esta"
        aria-label={`Queda ${one.nombre}, ${one === left ? 'la primera' : 'la segunda'}`}
        checked={choice.queda_id === one.id}
        onChange={() => onChoice({ ...choice, queda_id: one.id })}
      />
    ) : null;
  const lines: Line[] = [
    ...(choice ? [{ label: 'Quién queda', left: stays(left), right: stays(right) }] : []),
    ...FIELDS.map((field) => ({
      label: field.label,
      left: cell(field, 'izquierda', left),
      right: cell(field, 'derecha', right),
      differs: field.of(left) !== field.of(right),
    })),
    { label: 'Asesor', left: left.adviser ?? '—', right: right.adviser ?? '—' },
    {
      label: 'Ventas',
      left: <List items={left.sales} page={salePage} />,
      right: <List items={right.sales} page={salePage} />,
    },
    {
      label: 'Prospectos',
      left: <List items={left.prospects} page={prospectPage} />,
      right: <List items={right.prospects} page={prospectPage} />,
    },
    { label: 'Familia', left: left.family.join(', ') || '—', right: right.family.join(', ') || '—' },
    {
      label: 'Conocida desde',
      left: <DateText instant={left.created_at} dayOnly />,
      right: <DateText instant={right.created_at} dayOnly />,
    },
  ];
  const head = (one: CoincidentPerson, title: string) => (
    <PageLink to="/oficina/personas/$id" params={{ id: one.id }} underline="always">
      {title}
    </PageLink>
  );
  return (
    <ShortTable
      label="Las dos personas lado a lado"
      rows={lines}
      rowId={({ label }) => label}
      rowHeads
      even
      marked={({ differs = false }) => differs}
      columns={[
        { title: 'Dato', quiet: true, render: ({ label }) => label },
        { title: 'Una persona', head: head(left, 'Una persona'), render: (line) => line.left },
        { title: 'La otra', head: head(right, 'La otra'), render: (line) => line.right },
      ]}
    />
  );
}

const salePage = (id: number) => linkOptions({ to: '/oficina/ventas/$id', params: { id } });
const prospectPage = (id: number) => linkOptions({ to: '/oficina/prospectos/$id', params: { id } });

interface ListProps {
  items: CoincidentPerson['sales'];
  page: (id: number) => PageTarget;
}

function List({ items, page }: ListProps) {
  if (items.length === 0) return '—';
  return (
    <Stack gap={2}>
      {items.map(({ id, label, state }) => (
        <Text size="sm" key={id}>
          <PageLink {...page(id)} underline="always">
            {label}
          </PageLink>{' '}
          · {state}
        </Text>
      ))}
    </Stack>
  );
}
