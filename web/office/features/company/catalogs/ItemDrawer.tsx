import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { NumberField } from '#web/office/ui/NumberField.tsx';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { addCatalogItem, changeCatalogItem, listCatalogItems } from '#contract/company/catalogs/endpoints.ts';
import { CATALOGS } from '#contract/company/catalogs/lists.ts';
import { provinces } from '#contract/company/catalogs/places.ts';
import { NewCatalogItem, type CatalogItem, type CatalogSummary } from '#contract/company/catalogs/model.ts';
import { whyNotGrow } from '#contract/company/catalogs/rules.ts';
import { zodErrors } from '#web/office/lib/formErrors.ts';
import { queryOf, useAction, useOptions } from '#web/office/lib/query.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { columnsOf } from './columnsOf.ts';
import { touchedBy } from './touchedBy.ts';

type Extra = Record<string, string | number | boolean>;

interface ItemDrawerProps {
  list: CatalogSummary;
  /** null: a new row. */
  item: CatalogItem | null;
  onClose: () => void;
}

/** The name of a row and, where its list has some, its further columns. */
export function ItemDrawer({ list, item, onClose }: ItemDrawerProps) {
  const definition = CATALOGS.find(({ name }) => name === list.name);
  const touched = { invalidates: touchedBy(list.name), inline: true } as const;
  const add = useAction(addCatalogItem, { ...touched, success: 'Fila agregada.' });
  const change = useAction(changeCatalogItem, { ...touched, success: 'Fila guardada.' });
  const save = item ? change : add;
  // Of a fixed list only the names and the order change.
  const columns = definition && !whyNotGrow(list) ? columnsOf(definition) : [];
  const inProvince = columns.some(({ key }) => key === 'provincia_id');
  const provinceRows = useOptions({
    ...queryOf(listCatalogItems, { params: { name: provinces.name } }),
    enabled: inProvince,
  });
  const client = useQueryClient();
  const [version, setVersion] = useState(item?.version);
  const valuesOf = (row: CatalogItem | null) => ({
    label: row?.label ?? '',
    extra: Object.fromEntries(columns.map(({ key, empty }) => [key, row?.extra[key] ?? empty])),
  });
  const form = useForm<{ label: string; extra: Extra }>({
    initialValues: valuesOf(item),
    validateInputOnBlur: true,
    validate: zodErrors(NewCatalogItem),
  });
  const submit = ({ label, extra }: { label: string; extra: Extra }) => {
    const body = { label, ...(columns.length > 0 && { extra }) };
    if (item)
      change.mutate(
        { params: { name: list.name, id: item.id }, body: { ...body, version } },
        { onSuccess: onClose },
      );
    else add.mutate({ params: { name: list.name }, body }, { onSuccess: onClose });
  };
  return (
    <FormDrawer
      title={item ? `Cambiar «${item.label}»` : `Agregar a ${list.title}`}
      opened
      onClose={onClose}
      form={form}
      onSubmit={submit}
      loading={save.isPending}
      submitError={save.error}
      submitLabel={item ? 'Guardar' : 'Agregar'}
      {...(item && {
        reload: async () => {
          const rows = queryOf(listCatalogItems, { params: { name: list.name } });
          const { data } = await client.fetchQuery({ ...rows, staleTime: 0 });
          const fresh = data.find(({ id }) => id === item.id) ?? item;
          setVersion(fresh.version);
          return valuesOf(fresh);
        },
      })}
    >
      <TextInput label="Nombre" required maxLength={80} {...form.getInputProps('label')} />
      {columns.map(({ key, title, kind, decimals }) =>
        key === 'provincia_id' ? (
          <NativeSelect
            key={key}
            label={title}
            required
            data={[
              { value: '0', label: 'Elige la provincia' },
              ...provinceRows.map(({ id, label }) => ({ value: String(id), label })),
            ]}
            value={String(form.values.extra[key])}
            onChange={(event) => form.setFieldValue(`extra.${key}`, Number(event.currentTarget.value))}
            error={form.errors[`extra.${key}`]}
          />
        ) : kind === 'boolean' ? (
          <Checkbox key={key} label={title} {...form.getInputProps(`extra.${key}`, { type: 'checkbox' })} />
        ) : kind === 'flag' ? (
          <Checkbox
            key={key}
            label={title}
            checked={form.values.extra[key] === 1}
            onChange={(event) => form.setFieldValue(`extra.${key}`, event.currentTarget.checked ? 1 : 0)}
          />
        ) : kind === 'number' ? (
          <NumberField
            key={key}
            label={title}
            allowDecimal={decimals}
            {...form.getInputProps(`extra.${key}`)}
          />
        ) : (
          <TextInput key={key} label={title} maxLength={80} {...form.getInputProps(`extra.${key}`)} />
        ),
      )}
    </FormDrawer>
  );
}
