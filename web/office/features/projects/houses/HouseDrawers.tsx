import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { archiveHouse, changeHouse, createHouse, type House } from '#contract/projects/houses/endpoints.ts';
import { listLots } from '#contract/projects/lots/endpoints.ts';
import type { Lot } from '#contract/projects/lots/model.ts';
import { findProject, listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { RecordTalk } from '#web/office/features/company/comments/RecordTalk.tsx';
import { call } from '#web/office/lib/call.ts';
import { queryOf, useAction, useOptions } from '#web/office/lib/query.ts';
import { askConfirm } from '#web/office/ui/ask.tsx';
import { DayField, OptionField, TextField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { HouseBlockers } from './HouseBlockers.tsx';

const NAME_MAX = 60;
/** The API's maximum page size. */
const LOTS_MAX = 200;
const chosen = (id: number | null, sentence: string) => (id === null ? sentence : null);
const named = (name: string | null) => (name?.trim() ? null : 'Escribe el nombre.');
const optionsOf = (list: readonly { id: number; name: string }[]) =>
  list.map(({ id, name }) => ({ value: id, label: name }));

const NewHouse = createHouse.body.extend({ project_id: z.number() });
const HouseWords = changeHouse.body.omit({ version: true });

/** A project's models, archived ones included. */
function useModels(projectId: number | undefined) {
  const { data } = useQuery({
    ...queryOf(findProject, { params: { id: projectId ?? 0 } }),
    enabled: projectId !== undefined,
  });
  return data?.data.models ?? [];
}

interface NewHouseDrawerProps {
  projectId?: number | undefined;
  onClose: () => void;
}

/** Creates a house on a lot without one. From then on, only buyers of its model can take the lot. */
export function NewHouseDrawer({ projectId, onClose }: NewHouseDrawerProps) {
  const projects = useOptions(queryOf(listProjectOptions, {}));
  const form = useRecordForm({
    schema: NewHouse,
    initial: { project_id: projectId ?? null },
    check: ({ project_id, lot_id, model_id, name }) => ({
      project_id: chosen(project_id, 'Elige el proyecto.'),
      lot_id: chosen(lot_id, 'Elige el lote.'),
      model_id: chosen(model_id, 'Elige el modelo.'),
      name: named(name),
    }),
    onChange: (now, before) => {
      if (now.project_id !== before.project_id) return { lot_id: null, model_id: null };
      if (now.lot_id === before.lot_id) return undefined;
      // The name follows the lot until the user types another.
      const nameOf = (lotId: number | null) => {
        const lot = lots.find(({ id }) => id === lotId);
        return lot ? `Casa ${lot.lote}` : null;
      };
      const follows = now.name === null || now.name === nameOf(before.lot_id);
      return follows && now.lot_id !== null ? { name: nameOf(now.lot_id) } : undefined;
    },
    send: (typed, as) => {
      const { project_id: _, ...body } = typed;
      return call(createHouse, { body }, as);
    },
    success: 'Vivienda registrada.',
    onDone: onClose,
  });
  const project = form.values.project_id ?? undefined;
  const lots: readonly Lot[] = useOptions({
    ...queryOf(listLots, { query: { proyecto_id: project, per_page: LOTS_MAX } }),
    enabled: project !== undefined,
  }).filter((lot) => lot.house === null);
  const models = useModels(project).filter((one) => !one.archived);
  return (
    <FormDrawer
      title="Nueva vivienda"
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Registrar vivienda"
    >
      <OptionField
        of={form}
        name="project_id"
        label="Proyecto"
        nothing="Elige el proyecto"
        options={projects.map(({ id, text }) => ({ value: id, label: text }))}
      />
      <OptionField
        of={form}
        name="lot_id"
        label="Lote"
        disabled={project === undefined}
        description="Solo los que aún no tienen vivienda."
        nothing="Elige el lote"
        options={lots.map(({ id, lote }) => ({ value: id, label: lote }))}
      />
      <OptionField
        of={form}
        name="model_id"
        label="Modelo"
        disabled={models.length === 0}
        nothing="Elige el modelo"
        options={optionsOf(models)}
      />
      <TextField of={form} name="name" label="Nombre" maxLength={NAME_MAX} />
      <DayField of={form} name="delivery_on" label="Entrega prevista" />
    </FormDrawer>
  );
}

type HouseRow = z.infer<typeof House>;
const valuesOf = (house: HouseRow) => ({ ...house, model_id: house.model.id });

interface EditHouseDrawerProps {
  house: HouseRow;
  /** Fetches the house again. */
  reload: () => Promise<HouseRow>;
  onClose: () => void;
}

/** Edits a house's name, model and delivery. Its lot does not change. */
export function EditHouseDrawer({ house, reload, onClose }: EditHouseDrawerProps) {
  const archive = useAction(archiveHouse, {
    success: ({ success }) => success,
    inline: true,
  });
  const archiveIt = async () => {
    const sure = await askConfirm({
      title: `Archivar ${house.name}`,
      text: 'Deja de estar en las listas y su lote queda para otra vivienda.',
      confirm: 'Archivar',
      danger: true,
    });
    if (sure) archive.mutate({ params: { id: house.id } }, { onSuccess: onClose });
  };
  const form = useRecordForm({
    schema: HouseWords,
    initial: valuesOf(house),
    check: ({ name }) => ({ name: named(name) }),
    reread: async () => valuesOf(await reload()),
    send: (body, as, version) =>
      call(changeHouse, { params: { id: house.id }, body: { ...body, version } }, as),
    success: 'Vivienda guardada.',
    onDone: onClose,
  });
  const models = useModels(house.project.id).filter((one) => !one.archived || one.id === house.model.id);
  return (
    <FormDrawer
      title={`${house.name} · lote ${house.lot.lote}`}
      opened
      onClose={onClose}
      {...form.frame}
      submitError={form.frame.submitError ?? archive.error}
      submitLabel="Guardar vivienda"
      after={<RecordTalk reference="vivienda" id={house.id} />}
    >
      <HouseBlockers houseId={house.id} />
      <TextField of={form} name="name" label="Nombre" maxLength={NAME_MAX} />
      <OptionField
        of={form}
        name="model_id"
        label="Modelo"
        options={optionsOf(models.length > 0 ? models : [house.model])}
      />
      <DayField of={form} name="delivery_on" label="Entrega prevista" />
      <Button variant="default" color="red" loading={archive.isPending} onClick={() => void archiveIt()}>
        Archivar la vivienda
      </Button>
    </FormDrawer>
  );
}
