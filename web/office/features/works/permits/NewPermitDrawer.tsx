import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { createPermit, listPermitEntities } from '#contract/works/permits/endpoints.ts';
import { NewPermit } from '#contract/works/permits/model.ts';
import { levelOf, PERMIT_LEVELS, type PermitLevel } from '#contract/works/permits/rules.ts';
import { call } from '#web/office/lib/call.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { DayField, LongTextField, MoneyField, OptionField, SearchField, SuggestField } from '#web/office/ui/form/fields.tsx'; // prettier-ignore
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { usePermitTargets } from './usePermitTargets.ts';

const id = z.number().nullish();
/** The form asks first what the permit is for. */
const Form = NewPermit.extend({
  nivel: z.enum(Object.keys(PERMIT_LEVELS) as [PermitLevel]),
  proyecto_id: z.number(),
  plano_id: id,
  vivienda_id: id,
});

interface NewPermitDrawerProps {
  /** The missing one of the table that was chosen: `14-modelo-3`. */
  of: string | null;
  projectId?: number | undefined;
  onClose: () => void;
}

/** What the form begins with, from the cell of the table. */
function startOf(of: string | null, projectId: number | undefined) {
  const [type, level, target] = of?.split('-') ?? [];
  if (!type || !target || !level || !(level in PERMIT_LEVELS))
    return { proyecto_id: projectId ?? null, nivel: 'modelo' as const };
  const ofLevel = (name: PermitLevel) => (level === name ? Number(target) : null);
  return {
    tipo_id: Number(type),
    nivel: level as PermitLevel,
    proyecto_id: ofLevel('proyecto') ?? projectId ?? null,
    plano_id: ofLevel('modelo'),
    vivienda_id: ofLevel('vivienda'),
  };
}

/** A permit of a project, of a model or of a house. The type says what it is usually for, and by whom. */
export function NewPermitDrawer({ of, projectId, onClose }: NewPermitDrawerProps) {
  const start = startOf(of, projectId);
  const { data: entities } = useQuery(queryOf(listPermitEntities));
  const form = useRecordForm({
    schema: Form,
    initial: start,
    check: ({ nivel, proyecto_id, plano_id, vivienda_id, tipo_id }) => ({
      proyecto_id: proyecto_id === null ? 'Elige el proyecto.' : null,
      plano_id: nivel === 'modelo' && plano_id === null ? 'Elige el modelo.' : null,
      vivienda_id: nivel === 'vivienda' && vivienda_id === null ? 'Elige la vivienda.' : null,
      tipo_id: tipo_id === null ? 'Elige el trámite.' : null,
    }),
    onChange: (now, before) => {
      if (now.proyecto_id !== before.proyecto_id) return { plano_id: null, vivienda_id: null };
      const type =
        now.tipo_id === before.tipo_id ? undefined : types.find(({ id: one }) => one === now.tipo_id);
      return type && { entidad: type.entidad, nivel: levelOf(type.nivel) };
    },
    send: ({ nivel, proyecto_id, plano_id, vivienda_id, ...words }, as) =>
      call(
        createPermit,
        {
          body: {
            ...words,
            proyecto_id,
            ...(nivel === 'modelo' && { plano_id }),
            ...(nivel === 'vivienda' && { vivienda_id }),
          },
        },
        as,
      ),
    success: 'Permiso agregado.',
    onDone: onClose,
  });
  const { nivel, proyecto_id } = form.values;
  const { types, projects, models, houses } = usePermitTargets(proyecto_id);
  return (
    <FormDrawer title="Nuevo permiso" opened onClose={onClose} {...form.frame} submitLabel="Agregar permiso">
      <OptionField
        of={form}
        name="proyecto_id"
        label="Proyecto"
        nothing="Elige el proyecto"
        options={projects}
      />
      <SearchField
        of={form}
        name="tipo_id"
        label="Trámite"
        options={types.map((one) => ({ value: one.id, label: one.name }))}
      />
      <OptionField
        of={form}
        name="nivel"
        label="Para"
        options={Object.entries(PERMIT_LEVELS).map(([value, label]) => ({ value, label }))}
      />
      {nivel === 'modelo' && (
        <SearchField of={form} name="plano_id" label="Modelo" required options={models} />
      )}
      {nivel === 'vivienda' && (
        <SearchField of={form} name="vivienda_id" label="Vivienda" required options={houses} />
      )}
      <SuggestField of={form} name="entidad" label="Entidad" data={entities?.data ?? []} maxLength={120} />
      <MoneyField of={form} name="costo" label="Costo" />
      <DayField of={form} name="previsto" label="Aprobación prevista" />
      <LongTextField of={form} name="nota" label="Nota" maxLength={2000} />
    </FormDrawer>
  );
}
