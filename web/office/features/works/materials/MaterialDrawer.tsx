import { costCodes } from '#contract/company/catalogs/worksLists.ts';
import { archiveMaterial, changeMaterial, createMaterial } from '#contract/works/materials/endpoints.ts';
import { MaterialForm, type MaterialRow } from '#contract/works/materials/model.ts';
import { Button } from '@mantine/core';
import { call } from '#web/office/lib/call.ts';
import { queryOf, useAction, useOptions } from '#web/office/lib/query.ts';
import { CheckField, MoneyField, OptionField, TextField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

interface MaterialDrawerProps {
  /** Null: a new one. */
  material: MaterialRow | null;
  onClose: () => void;
}

/** A material of the catalog. */
export function MaterialDrawer({ material, onClose }: MaterialDrawerProps) {
  const codes = useOptions(queryOf(costCodes.list, {}));
  const archive = useAction(archiveMaterial, { success: 'Listo.' });
  const params = { id: material?.id ?? 0 };
  const form = useRecordForm({
    schema: MaterialForm,
    initial: material
      ? { ...material, price_centavos: material.price_centavos ?? 0, cost_code_id: material.cost_code.id }
      : {},
    send: (body, as, version) =>
      material
        ? call(changeMaterial, { params, body: { ...body, version } }, as)
        : call(createMaterial, { body }, as),
    success: material ? 'Material guardado.' : 'Material agregado.',
    onDone: onClose,
  });
  return (
    <FormDrawer
      title={material ? material.name : 'Nuevo material'}
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel={material ? 'Guardar material' : 'Agregar material'}
    >
      <TextField of={form} name="code" label="Código" maxLength={30} />
      <TextField of={form} name="name" label="Nombre" maxLength={120} />
      <TextField of={form} name="unit" label="Unidad" description="saco, und, m³, lb" maxLength={12} />
      <OptionField
        of={form}
        name="cost_code_id"
        label="Código de costo"
        nothing="Elige"
        options={codes.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <MoneyField of={form} name="price_centavos" label="Precio usual, sin ITBMS" />
      <CheckField of={form} name="taxed" label="Lleva ITBMS" />
      {material && (
        <Button
          variant="subtle"
          color={material.archived ? undefined : 'red'}
          loading={archive.isPending}
          onClick={() =>
            archive.mutate(
              { params, body: { archived: !material.archived, version: material.version } },
              { onSuccess: onClose },
            )
          }
        >
          {material.archived ? 'Volver a ofrecer' : 'Archivar material'}
        </Button>
      )}
    </FormDrawer>
  );
}
