import { changeModel, createModel, findProject } from '#contract/projects/projects/endpoints.ts';
import { HouseModelForm, type HouseModel } from '#contract/projects/projects/model.ts';
import { RecordTalk } from '#web/office/features/company/comments/RecordTalk.tsx';
import { call } from '#web/office/lib/call.ts';
import {
  CheckField,
  DayField,
  LongTextField,
  MoneyField,
  NumberField,
  TextField,
} from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { slugFollows } from './projectForm.ts';
import { HouseFields } from './SharedFields.tsx';

interface ModelDrawerProps {
  projectId: number;
  /** null: a new one. */
  model: HouseModel | null;
  /** Position of a new one. */
  position: number;
  onClose: () => void;
}

/** The form of a house model with its price. A new price does not change received sales. */
export function ModelDrawer({ projectId, model, position, onClose }: ModelDrawerProps) {
  const form = useRecordForm({
    schema: HouseModelForm,
    initial: model ?? { bedrooms: 2, bathrooms: 1, position, published: true },
    onChange: model ? undefined : slugFollows,
    reread: model
      ? async () => {
          const { data } = await call(findProject, { params: { id: projectId } });
          return data.models.find(({ id }) => id === model.id) ?? model;
        }
      : undefined,
    send: (body, as, version) =>
      model
        ? call(changeModel, { params: { id: model.id }, body: { ...body, version } }, as)
        : call(createModel, { params: { id: projectId }, body }, as),
    success: model ? 'Modelo guardado.' : 'Modelo agregado.',
    onDone: onClose,
  });
  return (
    <FormDrawer
      title={model ? `Editar modelo ${model.name}` : 'Agregar modelo'}
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel={model ? 'Guardar modelo' : 'Agregar modelo'}
      after={model && <RecordTalk reference="modelo" id={model.id} />}
    >
      <TextField of={form} name="name" label="Nombre" maxLength={80} />
      <TextField
        of={form}
        name="slug"
        label="Nombre en direcciones"
        description="Minúsculas, números y guiones."
        maxLength={60}
      />
      <MoneyField
        of={form}
        name="price_centavos"
        label="Precio"
        description={model ? 'Las ventas recibidas conservan el precio que tienen.' : undefined}
      />
      <DayField of={form} name="price_until" label="El precio vale hasta" />
      <HouseFields of={form} />
      <LongTextField of={form} name="description" label="Descripción" minRows={3} maxLength={2000} />
      <NumberField
        of={form}
        name="position"
        label="Lugar en la página"
        description="El menor va primero."
        allowDecimal={false}
        min={0}
        max={999}
      />
      <CheckField
        of={form}
        name="published"
        label="Publicado: los compradores lo ven y lo pueden comprar"
        disabled={form.values.archived === true}
      />
      {model && <CheckField of={form} name="archived" label="Archivado: ya no se ofrece" />}
    </FormDrawer>
  );
}
