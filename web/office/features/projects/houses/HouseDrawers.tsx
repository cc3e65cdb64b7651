import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import {
  archiveHouse,
  changeHouse,
  createHouse,
  listHouseOptions,
  listHouses,
  type House,
} from '#contract/projects/houses/endpoints.ts';
import { listLots } from '#contract/projects/lots/endpoints.ts';
import { findProject, listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { RecordTalk } from '#web/office/features/company/comments/RecordTalk.tsx';
import { queryOf, useAction, useOptions } from '#web/office/lib/query.ts';
import { askConfirm } from '#web/office/ui/ask.tsx';
import { DayInput } from '#web/office/ui/DayInput.tsx';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

const NAME_MAX = 60;
/** As many lots as a list answers at once. */
const LOTS_MAX = 200;
const TOUCHED = [listHouses, listHouseOptions, listLots];
const required = (sentence: string) => (text: string) => (text.trim() ? null : sentence);
const rules = { name: required('Escribe el nombre.'), model_id: required('Elige el modelo.') };

/** The models of a project that are still offered. */
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

/** The house of a lot that has none; from then on the lot is for buyers of its model only. */
export function NewHouseDrawer({ projectId, onClose }: NewHouseDrawerProps) {
  const save = useAction(createHouse, {
    invalidates: TOUCHED,
    success: 'Vivienda registrada.',
    inline: true,
  });
  const form = useForm({
    initialValues: {
      project_id: projectId === undefined ? '' : String(projectId),
      lot_id: '',
      model_id: '',
      name: '',
      delivery_on: '',
    },
    validate: {
      ...rules,
      project_id: required('Elige el proyecto.'),
      lot_id: required('Elige el lote.'),
    },
  });
  const { values } = form;
  const chosen = values.project_id === '' ? undefined : Number(values.project_id);
  const projects = useOptions(queryOf(listProjectOptions, {}));
  const lots = useOptions({
    ...queryOf(listLots, { query: { proyecto_id: chosen, per_page: LOTS_MAX } }),
    enabled: chosen !== undefined,
  }).filter((lot) => lot.house === null);
  const models = useModels(chosen).filter((one) => !one.archived);
  return (
    <FormDrawer
      title="Nueva vivienda"
      opened
      onClose={onClose}
      form={form}
      onSubmit={({ lot_id, model_id, name, delivery_on }) =>
        save.mutate(
          {
            body: {
              lot_id: Number(lot_id),
              model_id: Number(model_id),
              name,
              delivery_on: delivery_on || null,
            },
          },
          { onSuccess: onClose },
        )
      }
      loading={save.isPending}
      submitError={save.error}
      submitLabel="Registrar vivienda"
    >
      <NativeSelect
        label="Proyecto"
        required
        data={[
          { value: '', label: 'Elige el proyecto' },
          ...projects.map(({ id, text }) => ({ value: String(id), label: text })),
        ]}
        {...form.getInputProps('project_id')}
        onChange={(event) =>
          form.setValues({ project_id: event.currentTarget.value, lot_id: '', model_id: '' })
        }
      />
      <NativeSelect
        label="Lote"
        required
        disabled={chosen === undefined}
        description="Solo los que aún no tienen vivienda."
        data={[
          { value: '', label: 'Elige el lote' },
          ...lots.map(({ id, lote }) => ({ value: String(id), label: lote })),
        ]}
        {...form.getInputProps('lot_id')}
        onChange={(event) => {
          const lot = lots.find(({ id }) => String(id) === event.currentTarget.value);
          const before = lots.find(({ id }) => String(id) === values.lot_id);
          form.setFieldValue('lot_id', event.currentTarget.value);
          // The name follows the lot until somebody types another.
          if (lot && (values.name === '' || values.name === `Casa ${before?.lote}`))
            form.setFieldValue('name', `Casa ${lot.lote}`);
        }}
      />
      <NativeSelect
        label="Modelo"
        required
        disabled={models.length === 0}
        data={[
          { value: '', label: 'Elige el modelo' },
          ...models.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        {...form.getInputProps('model_id')}
      />
      <TextInput label="Nombre" required maxLength={NAME_MAX} {...form.getInputProps('name')} />
      <DayInput
        label="Entrega prevista"
        value={values.delivery_on}
        onChange={(day) => form.setFieldValue('delivery_on', day)}
        error={form.errors['delivery_on']}
      />
    </FormDrawer>
  );
}

type HouseRow = z.infer<typeof House>;
const valuesOf = (house: HouseRow) => ({
  name: house.name,
  model_id: String(house.model.id),
  delivery_on: house.delivery_on ?? '',
});

interface EditHouseDrawerProps {
  house: HouseRow;
  /** The house as it is now, fetched anew. */
  reload: () => Promise<HouseRow>;
  onClose: () => void;
}

/** Name, model and delivery of a house; its lot stays. */
export function EditHouseDrawer({ house, reload, onClose }: EditHouseDrawerProps) {
  // Of the values in the form, whatever the list behind it learns meanwhile.
  const [version, setVersion] = useState(house.version);
  const save = useAction(changeHouse, { invalidates: TOUCHED, success: 'Vivienda guardada.', inline: true });
  const archive = useAction(archiveHouse, {
    invalidates: TOUCHED,
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
  const form = useForm({
    initialValues: valuesOf(house),
    validate: rules,
  });
  const models = useModels(house.project.id).filter((one) => !one.archived || one.id === house.model.id);
  return (
    <FormDrawer
      title={`${house.name} · lote ${house.lot.lote}`}
      opened
      onClose={onClose}
      form={form}
      onSubmit={({ name, model_id, delivery_on }) =>
        save.mutate(
          {
            params: { id: house.id },
            body: { name, model_id: Number(model_id), delivery_on: delivery_on || null, version },
          },
          { onSuccess: onClose },
        )
      }
      loading={save.isPending}
      submitError={save.error ?? archive.error}
      reload={async () => {
        const fresh = await reload();
        setVersion(fresh.version);
        return valuesOf(fresh);
      }}
      submitLabel="Guardar vivienda"
      after={<RecordTalk reference="vivienda" id={house.id} />}
    >
      <TextInput label="Nombre" required maxLength={NAME_MAX} {...form.getInputProps('name')} />
      <NativeSelect
        label="Modelo"
        required
        data={(models.length > 0 ? models : [house.model]).map(({ id, name }) => ({
          value: String(id),
          label: name,
        }))}
        {...form.getInputProps('model_id')}
      />
      <DayInput
        label="Entrega prevista"
        value={form.values.delivery_on}
        onChange={(day) => form.setFieldValue('delivery_on', day)}
        error={form.errors['delivery_on']}
      />
      <Button variant="default" color="red" loading={archive.isPending} onClick={() => void archiveIt()}>
        Archivar la vivienda
      </Button>
    </FormDrawer>
  );
}
