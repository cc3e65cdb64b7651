import { Checkbox, Textarea, TextInput } from '@mantine/core';
import { NumberField } from '#web/office/ui/NumberField.tsx';
import { useForm } from '@mantine/form';
import {
  changeModel,
  createModel,
  findProject,
  listProjectModels,
  listProjects,
} from '#contract/projects/projects/endpoints.ts';
import { HouseModelForm, type HouseModel } from '#contract/projects/projects/model.ts';
import { listModels } from '#contract/projects/projects/models.ts';
import { zodErrors } from '#web/office/lib/formErrors.ts';
import { RecordTalk } from '#web/office/features/company/comments/RecordTalk.tsx';
import { queryOf, useAction } from '#web/office/lib/query.ts';
import { useFilled } from '#web/office/lib/useFilled.ts';
import { DayInput } from '#web/office/ui/DayInput.tsx';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { MoneyInput } from '#web/office/ui/MoneyInput.tsx';
import { modelFormOf, slugOf } from './projectForm.ts';
import { HouseFields } from './SharedFields.tsx';

interface ModelValues {
  name: string;
  slug: string;
  description: string;
  bedrooms: number | string;
  bathrooms: number | string;
  area_m2: number | string;
  price_centavos: number | null;
  price_until: string;
  position: number | string;
  published: boolean;
  archived: boolean;
}

const wireOf = (values: ModelValues) => ({
  ...values,
  bedrooms: Number(values.bedrooms),
  bathrooms: Number(values.bathrooms),
  area_m2: Number(values.area_m2),
  position: Number(values.position),
  price_centavos: values.price_centavos ?? 0,
  price_until: values.price_until || null,
});

const valuesOf = (model: HouseModel): ModelValues => {
  const { version: _, ...form } = modelFormOf(model);
  return {
    ...form,
    description: model.description,
    price_until: model.price_until ?? '',
    position: model.position,
    published: model.published,
    archived: model.archived,
  };
};

interface ModelDrawerProps {
  projectId: number;
  /** null: a new one. */
  model: HouseModel | null;
  /** Where a new one stands. */
  position: number;
  onClose: () => void;
}

/** A house model with its price; sales that were received keep the one they have. */
export function ModelDrawer({ projectId, model, position, onClose }: ModelDrawerProps) {
  const touched = {
    invalidates: [findProject, listModels, listProjects, listProjectModels],
    inline: true,
  } as const;
  const create = useAction(createModel, { ...touched, success: 'Modelo agregado.' });
  const change = useAction(changeModel, { ...touched, success: 'Modelo guardado.' });
  const save = model ? change : create;
  const form = useForm<ModelValues>({
    initialValues: model
      ? valuesOf(model)
      : {
          name: '',
          slug: '',
          description: '',
          bedrooms: 2,
          bathrooms: 1,
          area_m2: '',
          price_centavos: null,
          price_until: '',
          position,
          published: true,
          archived: false,
        },
    validateInputOnBlur: true,
    validate: (values) => zodErrors(HouseModelForm)(wireOf(values)),
  });
  const { filled, reload } = useFilled(
    model,
    model && queryOf(findProject, { params: { id: projectId } }),
    ({ data }) => data.models.find(({ id }) => id === model?.id),
    valuesOf,
  );
  const { values } = form;
  const follows = !model && values.slug === slugOf(values.name);
  const submit = (all: ModelValues) => {
    const body = wireOf(all);
    if (model)
      change.mutate(
        { params: { id: model.id }, body: { ...body, version: filled?.version } },
        { onSuccess: onClose },
      );
    else create.mutate({ params: { id: projectId }, body }, { onSuccess: onClose });
  };
  return (
    <FormDrawer
      title={model ? `Editar modelo ${model.name}` : 'Agregar modelo'}
      opened
      onClose={onClose}
      form={form}
      onSubmit={submit}
      loading={save.isPending}
      submitError={save.error}
      reload={reload}
      submitLabel={model ? 'Guardar modelo' : 'Agregar modelo'}
      after={model && <RecordTalk reference="modelo" id={model.id} />}
    >
      <TextInput
        label="Nombre"
        required
        maxLength={80}
        {...form.getInputProps('name')}
        onChange={(event) => {
          const name = event.currentTarget.value;
          form.setFieldValue('name', name);
          if (follows) form.setFieldValue('slug', slugOf(name));
        }}
      />
      <TextInput
        label="Nombre en direcciones"
        description="Minúsculas, números y guiones."
        required
        maxLength={60}
        {...form.getInputProps('slug')}
      />
      <MoneyInput
        label="Precio"
        data-path="price_centavos"
        description={model ? 'Las ventas recibidas conservan el precio que tienen.' : undefined}
        required
        centavos={values.price_centavos}
        onCentavos={(cents) => form.setFieldValue('price_centavos', cents)}
        error={form.errors['price_centavos']}
      />
      <DayInput
        label="El precio vale hasta"
        data-path="price_until"
        value={values.price_until}
        onChange={(day) => form.setFieldValue('price_until', day)}
        error={form.errors['price_until']}
      />
      <HouseFields input={form.getInputProps} />
      <Textarea
        label="Descripción"
        autosize
        minRows={3}
        maxLength={2000}
        {...form.getInputProps('description')}
      />
      <NumberField
        label="Lugar en la página"
        description="El menor va primero."
        allowDecimal={false}
        min={0}
        max={999}
        {...form.getInputProps('position')}
      />
      <Checkbox
        label="Publicado: los compradores lo ven y lo pueden comprar"
        {...form.getInputProps('published', { type: 'checkbox' })}
        disabled={values.archived}
      />
      {model && (
        <Checkbox
          label="Archivado: ya no se ofrece"
          {...form.getInputProps('archived', { type: 'checkbox' })}
        />
      )}
    </FormDrawer>
  );
}
