import { Button } from '@mantine/core';
import { z } from 'zod';
import { permitTypes } from '#contract/company/catalogs/permitLists.ts';
import { startPermits } from '#contract/works/permits/endpoints.ts';
import { StartPermits } from '#contract/works/permits/model.ts';
import { levelOf, PERMIT_LEVELS, type PermitLevel } from '#contract/works/permits/rules.ts';
import { call } from '#web/office/lib/call.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { DayField, ManyField, OptionField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { usePermitTargets } from './usePermitTargets.ts';

const Form = StartPermits.extend({ nivel: z.enum(Object.keys(PERMIT_LEVELS) as [PermitLevel]) });
/** The most of one call. */
const HOUSES_MOST = 200;

interface StartPermitsDrawerProps {
  projectId?: number | undefined;
  onClose: () => void;
}

/** Begins the usual permits of a project, of its models or of its houses at once. */
export function StartPermitsDrawer({ projectId, onClose }: StartPermitsDrawerProps) {
  const types = useOptions(queryOf(permitTypes.list, {}));
  const usualOf = (level: PermitLevel | null) =>
    types.filter((one) => levelOf(one.nivel) === level).map(({ id }) => id);
  const form = useRecordForm({
    schema: Form,
    initial: { proyecto_id: projectId ?? null, nivel: 'modelo' },
    // Only once the list is there: a field that is filled, if by nothing, is not proposed again.
    proposed: types.length > 0 ? { tipo_ids: usualOf('modelo') } : undefined,
    check: ({ proyecto_id, nivel, modelo_ids, vivienda_ids }) => ({
      proyecto_id: proyecto_id === null ? 'Elige el proyecto.' : null,
      modelo_ids: nivel === 'modelo' && !modelo_ids?.length ? 'Elige al menos un modelo.' : null,
      vivienda_ids: nivel === 'vivienda' && !vivienda_ids?.length ? 'Elige al menos una vivienda.' : null,
    }),
    onChange: (now, before) =>
      now.proyecto_id !== before.proyecto_id
        ? { modelo_ids: [], vivienda_ids: [] }
        : now.nivel !== before.nivel
          ? { tipo_ids: usualOf(now.nivel) }
          : undefined,
    send: ({ nivel, modelo_ids, vivienda_ids, ...rest }, as) =>
      call(
        startPermits,
        {
          body: {
            ...rest,
            ...(nivel === 'modelo' && { modelo_ids }),
            ...(nivel === 'vivienda' && { vivienda_ids }),
          },
        },
        as,
      ),
    success: ({ success }) => success,
    onDone: onClose,
  });
  const { nivel, proyecto_id } = form.values;
  const { projects, models, houses } = usePermitTargets(proyecto_id);
  const targets = nivel === 'modelo' ? models : houses;
  const all = targets.slice(0, HOUSES_MOST).map(({ value }) => value);
  return (
    <FormDrawer
      title="Empezar varios permisos"
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Empezar permisos"
    >
      <OptionField
        of={form}
        name="proyecto_id"
        label="Proyecto"
        nothing="Elige el proyecto"
        options={projects}
      />
      <OptionField
        of={form}
        name="nivel"
        label="Para"
        options={Object.entries(PERMIT_LEVELS).map(([value, label]) => ({ value, label }))}
      />
      {nivel === 'modelo' && (
        <ManyField of={form} name="modelo_ids" label="Modelos" required options={models} />
      )}
      {nivel === 'vivienda' && (
        <ManyField of={form} name="vivienda_ids" label="Viviendas" required options={houses} />
      )}
      {nivel !== 'proyecto' && targets.length > 0 && (
        <Button
          variant="default"
          onClick={() =>
            form.form.setValues(nivel === 'modelo' ? { modelo_ids: all } : { vivienda_ids: all })
          }
        >
          {nivel === 'modelo' ? 'Elegir todos los modelos' : 'Elegir todas las viviendas'}
        </Button>
      )}
      <ManyField
        of={form}
        name="tipo_ids"
        label="Trámites"
        description="Los que ya existen quedan como están."
        options={types.map((one) => ({ value: one.id, label: one.name }))}
      />
      <DayField of={form} name="previsto" label="Aprobación prevista" />
    </FormDrawer>
  );
}
