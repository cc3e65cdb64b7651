import { Alert, Stack, Text } from '@mantine/core';
import { z } from 'zod';
import {
  withoutCandidate,
  WORK_KINDS,
  type OpenWork,
  type WorkKind,
} from '#contract/company/users/handover.ts';
import { showDay } from '#web/office/lib/format.ts';
import { OptionField } from '#web/office/ui/form/fields.tsx';
import type { RecordFormOf } from '#web/office/ui/form/useFields.ts';
import { ShortTable } from '#web/office/ui/ShortTable.tsx';

/** Each part's choice: "carga" (by workload), "nadie" (nobody) or a user id. */
export const HandoverChoices = z.object({
  processor: z.string(),
  adviser: z.string(),
  motivo: z.string(),
  temporal: z.boolean(),
});
type Of = RecordFormOf<typeof HandoverChoices>;

const TITLES: Record<WorkKind, string> = {
  processor: 'Ventas que procesa',
  adviser: 'Ventas que asesora',
};
const LABELS: Record<WorkKind, string> = { processor: 'Quién las procesa', adviser: 'Quién las asesora' };

/** The error of a choice before it is sent; null if valid. */
export function choiceFault(work: OpenWork, kind: WorkKind, choice: string | null): string | null {
  if (work[kind].total === 0) return null;
  if (!choice) return 'Elige quién sigue con estas ventas.';
  const nobody = choice === 'carga' ? withoutCandidate(work, kind) : [];
  return nobody.length > 0
    ? `En ${nobody.join(' y ')} no hay otra persona en el equipo. Elige a una, o a nadie.`
    : null;
}

/** The choices as the request body; parts without sales are left out. */
export function planOf(work: OpenWork, values: z.infer<typeof HandoverChoices>) {
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

/** Open sales per project, and the person who takes them. */
export function HandoverFields({ of, work }: { of: Of; work: OpenWork }) {
  return WORK_KINDS.filter((kind) => work[kind].total > 0).map((kind) => (
    <Part key={kind} of={of} work={work} kind={kind} />
  ));
}

function Part({ of, work, kind }: { of: Of; work: OpenWork; kind: WorkKind }) {
  const people = work.candidates
    .filter((one) => one[kind])
    .map(({ id, name, open, away, away_to }) => ({
      value: String(id),
      label: `${name} · ${open[kind]} abiertas${away ? ` · ausente${away_to ? ` hasta el ${showDay(away_to)}` : ''}` : ''}`,
      disabled: away,
    }));
  return (
    <Stack gap="xs">
      <ShortTable
        label={TITLES[kind]}
        rows={work[kind].projects}
        rowId={({ id }) => id}
        columns={[
          { title: TITLES[kind], render: ({ name }) => name },
          { title: 'Abiertas', align: 'right', render: ({ open }) => open },
        ]}
      />
      <OptionField
        of={of}
        name={kind}
        label={LABELS[kind]}
        required
        nothing="Elige una opción"
        options={[
          { value: 'carga', label: 'Repartir: a quien menos tiene en cada proyecto' },
          { value: 'nadie', label: kind === 'processor' ? 'Nadie: las reparte la coordinación' : 'Nadie' },
          ...people,
        ]}
      />
    </Stack>
  );
}

/** Shown while loading, or if there are no open sales. */
export function NoWork({ work }: { work: OpenWork | undefined }) {
  if (!work) return <Text size="sm">Buscando sus ventas abiertas…</Text>;
  return (
    <Alert variant="light" color="brand" title="No tiene ventas abiertas">
      No hay nada que pasar a otra persona.
    </Alert>
  );
}
