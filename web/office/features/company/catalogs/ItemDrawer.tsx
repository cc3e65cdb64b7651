import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { z } from 'zod';
import { addCatalogItem, changeCatalogItem, listCatalogItems } from '#contract/company/catalogs/endpoints.ts';
import { CATALOGS } from '#contract/company/catalogs/lists.ts';
import { NewCatalogItem, type CatalogItem, type CatalogSummary } from '#contract/company/catalogs/model.ts';
import { provinces } from '#contract/company/catalogs/places.ts';
import { whyNotGrow } from '#contract/company/catalogs/rules.ts';
import { call } from '#web/office/lib/call.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { bound, TextField } from '#web/office/ui/form/fields.tsx';
import { within, type RecordFormOf } from '#web/office/ui/form/useFields.ts';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { NumberField } from '#web/office/ui/NumberField.tsx';
import { columnsOf, type ExtraColumn } from './columnsOf.ts';

interface ItemDrawerProps {
  list: CatalogSummary;
  /** null: a new row. */
  item: CatalogItem | null;
  onClose: () => void;
}

type Extra = z.ZodObject<Record<string, z.ZodType<string | number | boolean, string | number | boolean>>>;

/** The form of a row: its name and the extra columns of its catalog. */
export function ItemDrawer({ list, item, onClose }: ItemDrawerProps) {
  const definition = CATALOGS.find(({ name }) => name === list.name);
  // In a fixed catalog, only names and order change.
  const columns = definition && !whyNotGrow(list) ? columnsOf(definition) : [];
  const params = { name: list.name };
  const extra = z.object(Object.fromEntries(columns.map(({ key, schema }) => [key, schema]))) as Extra;
  const form = useRecordForm({
    schema: NewCatalogItem.extend({ extra }),
    initial: item ?? {
      extra: Object.fromEntries(columns.flatMap(({ key, empty }) => (empty === null ? [] : [[key, empty]]))),
    },
    reread:
      item === null
        ? undefined
        : async () =>
            (await call(listCatalogItems, { params })).data.find(({ id }) => id === item.id) ?? item,
    send: ({ label, extra: more }, as, version) => {
      const body = { label, ...(columns.length > 0 && { extra: more }) };
      return item
        ? call(changeCatalogItem, { params: { ...params, id: item.id }, body: { ...body, version } }, as)
        : call(addCatalogItem, { params, body }, as);
    },
    success: item ? 'Fila guardada.' : 'Fila agregada.',
    onDone: onClose,
  });
  return (
    <FormDrawer
      title={item ? `Cambiar «${item.label}»` : `Agregar a ${list.title}`}
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel={item ? 'Guardar' : 'Agregar'}
    >
      <TextField of={form} name="label" label="Nombre" maxLength={80} />
      {columns.map((column) => (
        <ExtraField key={column.key} of={within(form, 'extra')} column={column} />
      ))}
    </FormDrawer>
  );
}

/** The field of an extra column, as the catalog declares it. */
function ExtraField({ of, column }: { of: RecordFormOf<Extra>; column: ExtraColumn }) {
  const { key, title, kind, decimals } = column;
  const inProvince = key === 'provincia_id';
  const provinceRows = useOptions({
    ...queryOf(listCatalogItems, { params: { name: provinces.name } }),
    enabled: inProvince,
  });
  const { value, set, input } = bound(of, key);
  if (inProvince)
    return (
      <NativeSelect
        {...input}
        label={title}
        data={[
          { value: '', label: 'Elige la provincia' },
          ...provinceRows.map(({ id, label }) => ({ value: String(id), label })),
        ]}
        value={String(value ?? '')}
        onChange={(event) => set(Number(event.currentTarget.value) || null)}
      />
    );
  if (kind === 'boolean' || kind === 'flag')
    return (
      <Checkbox
        {...input}
        label={title}
        checked={Boolean(value)}
        onChange={({ currentTarget: { checked } }) => set(kind === 'flag' ? Number(checked) : checked)}
      />
    );
  if (kind === 'number')
    return (
      <NumberField
        {...input}
        label={title}
        allowDecimal={decimals}
        value={(value ?? '') as number | ''}
        onChange={set}
      />
    );
  return (
    <TextInput
      {...input}
      label={title}
      maxLength={80}
      value={String(value ?? '')}
      onChange={(event) => set(event.currentTarget.value)}
    />
  );
}
