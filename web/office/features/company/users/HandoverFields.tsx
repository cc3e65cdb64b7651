import { Alert, NativeSelect, Stack, Table, Text } from '@mantine/core';
import {
  withoutCandidate,
  WORK_KINDS,
  type OpenWork,
  type WorkKind,
} from '#contract/company/users/handover.ts';
import type { FieldsOf } from '#web/office/lib/formErrors.ts';
import { showDay } from '#web/office/lib/format.ts';

/** Each part's choice: "carga", "nadie", or somebody's id. */
export interface HandoverValues extends Record<string, unknown> {
  processor: string;
  adviser: string;
  motivo: string;
  temporal: boolean;
}

const TITLES: Record<WorkKind, string> = {
  processor: 'Ventas que procesa',
  adviser: 'Ventas que asesora',
};
const LABELS: Record<WorkKind, string> = { processor: 'Quién las procesa', adviser: 'Quién las asesora' };

/** What is wrong with a choice before it is sent. */
export function choiceFault(work: OpenWork, kind: WorkKind, choice: string): string | null {
  if (work[kind].total === 0) return null;
  if (!choice) return 'Elige quién sigue con estas ventas.';
  const nobody = choice === 'carga' ? withoutCandidate(work, kind) : [];
  return nobody.length > 0
    ? `En ${nobody.join(' y ')} no hay otra persona en el equipo. Elige a una, o a nadie.`
    : null;
}

/** As the server takes it; a part without sales is left out. */
export function planOf(work: OpenWork, values: HandoverValues) {
  const receiver = (kind: WorkKind) => {
    const choice = values[kind];
    if (choice === 'carga' || choice === 'nadie') return { to: choice } as const;
    return { to: 'persona' as const, user_id: Number(choice) };
  };
  return {
    ...(work.processor.total > 0 && { processor: receiver('processor') }),
    ...(work.adviser.total > 0 && { adviser: receiver('adviser') }),
    motivo: values.motivo,
    temporal: values.temporal,
  };
}

/** How many sales are open in each project, and who goes on with them. */
export function HandoverFields({ form, work }: { form: FieldsOf<HandoverValues>; work: OpenWork }) {
  return WORK_KINDS.filter((kind) => work[kind].total > 0).map((kind) => (
    <Part key={kind} form={form} work={work} kind={kind} />
  ));
}

function Part({ form, work, kind }: { form: FieldsOf<HandoverValues>; work: OpenWork; kind: WorkKind }) {
  const people = work.candidates
    .filter((one) => one[kind])
    .map(({ id, name, open, away, away_to }) => ({
      value: String(id),
      label: `${name} · ${open[kind]} abiertas${away ? ` · ausente${away_to ? ` hasta el ${showDay(away_to)}` : ''}` : ''}`,
      disabled: away,
    }));
  const input = form.getInputProps(kind);
  // The server names the part of the choice that it refuses.
  const error = (input['error'] ?? form.errors[`${kind}.user_id`] ?? form.errors[`${kind}.to`]) as
    | string
    | undefined;
  return (
    <Stack gap="xs">
      <Table aria-label={TITLES[kind]}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{TITLES[kind]}</Table.Th>
            <Table.Th ta="right">Abiertas</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {work[kind].projects.map(({ id, name, open }) => (
            <Table.Tr key={id}>
              <Table.Td>{name}</Table.Td>
              <Table.Td ta="right" className="figures">
                {open}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <NativeSelect
        label={LABELS[kind]}
        required
        data={[
          { value: '', label: 'Elige una opción' },
          { value: 'carga', label: 'Repartir: a quien menos tiene en cada proyecto' },
          { value: 'nadie', label: kind === 'processor' ? 'Nadie: las reparte la coordinación' : 'Nadie' },
          ...people,
        ]}
        {...input}
        error={error}
      />
    </Stack>
  );
}

/** While it is not known yet, or there is nothing. */
export function NoWork({ work }: { work: OpenWork | undefined }) {
  if (!work) return <Text size="sm">Buscando sus ventas abiertas…</Text>;
  return (
    <Alert variant="light" color="brand" title="No tiene ventas abiertas">
      No hay nada que pasar a otra persona.
    </Alert>
  );
}
