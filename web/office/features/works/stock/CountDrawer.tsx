import { Text } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import { listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { listMaterialOptions } from '#contract/works/materials/endpoints.ts';
import { quantityText } from '#contract/works/materials/rules.ts';
import { countMaterial, decideCount } from '#contract/works/stock/endpoints.ts';
import { CountForm, type CountRow } from '#contract/works/stock/model.ts';
import { call, newKey } from '#web/office/lib/call.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { LongTextField, NumberField, OptionField, SearchField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

interface CountDrawerProps {
  projectId?: number | undefined;
  onClose: () => void;
}

/** What somebody counted; another person approves the difference. */
export function CountDrawer({ projectId, onClose }: CountDrawerProps) {
  const [clave] = useState(newKey);
  const projects = useOptions(queryOf(listProjectOptions, {}));
  const materials = useOptions(queryOf(listMaterialOptions, {}));
  const form = useRecordForm({
    schema: CountForm.omit({ clave: true }),
    initial: { project_id: projectId ?? null },
    send: (body, as) => call(countMaterial, { body: { clave, ...body } }, as),
    success: 'Conteo guardado: otra persona aprueba la diferencia.',
    onDone: onClose,
  });
  return (
    <FormDrawer
      title="Contar un material"
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Guardar conteo"
    >
      <Text size="sm">
        La existencia no se escribe encima: la diferencia aprobada queda como un movimiento.
      </Text>
      <OptionField
        of={form}
        name="project_id"
        label="Obra"
        nothing="Elige la obra"
        options={projects.map(({ id, text }) => ({ value: id, label: text }))}
      />
      <SearchField
        of={form}
        name="material_id"
        label="Material"
        options={materials.map(({ id, name, unit }) => ({
          value: id,
          label: unit ? `${name} · ${unit}` : name,
        }))}
        nothingFoundMessage="No está en el catálogo"
      />
      <NumberField of={form} name="counted" label="Contado" decimalScale={3} min={0} />
      <LongTextField of={form} name="reason" label="Por qué se contó" maxLength={1000} />
    </FormDrawer>
  );
}

const Decision = z.object({
  approve: z.enum(['si', 'no'], { error: 'Elige si se aprueba.' }),
  note: z.string().trim().max(500).default(''),
});

/** Approves or refuses the difference that somebody else counted. */
export function DecideDrawer({ count, onClose }: { count: CountRow; onClose: () => void }) {
  const form = useRecordForm({
    schema: Decision,
    initial: {},
    check: ({ approve, note }) => ({
      note: approve === 'no' && (note ?? '').trim().length < 3 ? 'Escribe por qué se rechaza.' : null,
    }),
    send: ({ approve, note }, as) =>
      call(decideCount, { params: { id: count.id }, body: { approve: approve === 'si', note } }, as),
    success: 'Conteo decidido.',
    onDone: onClose,
  });
  const { unit } = count.material;
  return (
    <FormDrawer
      title={`${count.material.name} · ${count.project.name}`}
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Guardar decisión"
    >
      <Text>
        Según los movimientos había {quantityText(count.expected, unit)}; {count.by} contó{' '}
        {quantityText(count.counted, unit)}.
      </Text>
      <Text size="sm" c="dimmed">
        {count.reason}
      </Text>
      <OptionField
        of={form}
        name="approve"
        label="Decisión"
        nothing="Elige"
        options={[
          {
            value: 'si',
            label: `Aprobar la diferencia de ${quantityText(count.difference, unit)}`,
          },
          { value: 'no', label: 'Rechazar el conteo' },
        ]}
      />
      <LongTextField of={form} name="note" label="Nota" maxLength={500} />
    </FormDrawer>
  );
}
