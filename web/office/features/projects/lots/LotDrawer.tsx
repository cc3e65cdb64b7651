import { Checkbox, NativeSelect, Text, TextInput } from '@mantine/core';
import { NumberField } from '#web/office/ui/NumberField.tsx';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { lotTypes } from '#contract/company/catalogs/projectLists.ts';
import { changeLot, lotHistory, listLotOptions, listLots } from '#contract/projects/lots/endpoints.ts';
import { LotForm, type Lot } from '#contract/projects/lots/model.ts';
import { findPlan, planStates } from '#contract/projects/lots/plan.ts';
import { listProjects } from '#contract/projects/projects/endpoints.ts';
import { zodErrors } from '#web/office/lib/formErrors.ts';
import { RecordTalk } from '#web/office/features/company/comments/RecordTalk.tsx';
import { queryOf, useAction, useOptions } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { MoneyInput } from '#web/office/ui/MoneyInput.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { LotHistory } from './LotHistory.tsx';

interface Values {
  name: string;
  type_id: string;
  area_m2: number | string;
  premium_centavos: number | null;
  withheld: boolean;
  withheld_reason: string;
}

const wireOf = (values: Values) => ({
  name: values.name,
  type_id: Number(values.type_id),
  area_m2: Number(values.area_m2),
  premium_centavos: values.premium_centavos ?? 0,
  withheld: values.withheld,
  withheld_reason: values.withheld ? values.withheld_reason : null,
});

const valuesOf = (lot: Lot): Values => ({
  name: lot.lote,
  type_id: String(lot.type.id),
  area_m2: lot.area_m2,
  premium_centavos: lot.premium_centavos,
  withheld: lot.withheld,
  withheld_reason: lot.withheld_reason ?? '',
});

interface LotDrawerProps {
  lot: Lot;
  /** The lot as it is now, fetched anew. */
  reload: () => Promise<Lot>;
  onClose: () => void;
}

/** One lot. Its state is not typed: it follows from its sale, or from taking it off sale with a reason. */
export function LotDrawer({ lot, reload, onClose }: LotDrawerProps) {
  // Of the values in the form, whatever the list behind it learns meanwhile.
  const [version, setVersion] = useState(lot.version);
  const seesSales = useCan('ventas.ver');
  const types = useOptions(queryOf(lotTypes.list));
  const save = useAction(changeLot, {
    invalidates: [lotHistory, listLots, listLotOptions, listProjects, findPlan, planStates],
    success: 'Lote guardado.',
    inline: true,
  });
  const form = useForm<Values>({
    initialValues: valuesOf(lot),
    validateInputOnBlur: true,
    validate: (values) => ({
      ...zodErrors(LotForm)(wireOf(values)),
      ...(values.withheld &&
        !values.withheld_reason.trim() && { withheld_reason: 'Escribe por qué no está a la venta.' }),
    }),
  });
  const { values } = form;
  const known = types.some(({ id }) => id === lot.type.id);
  return (
    <FormDrawer
      title={`Lote ${lot.lote} · ${lot.project.name}`}
      opened
      onClose={onClose}
      form={form}
      onSubmit={(all) =>
        save.mutate({ params: { id: lot.id }, body: { ...wireOf(all), version } }, { onSuccess: onClose })
      }
      loading={save.isPending}
      submitError={save.error}
      reload={async () => {
        const fresh = await reload();
        setVersion(fresh.version);
        return valuesOf(fresh);
      }}
      submitLabel="Guardar lote"
      after={<RecordTalk reference="lote" id={lot.id} />}
    >
      {lot.sale && (
        <Text size="sm">
          {lot.estado.name} por{' '}
          {seesSales ? (
            <PageLink href={`/oficina/ventas/${lot.sale.id}`} underline="always">
              {lot.sale.code ?? `el borrador ${lot.sale.id}`}
            </PageLink>
          ) : (
            (lot.sale.code ?? `el borrador ${lot.sale.id}`)
          )}
          .
        </Text>
      )}
      <TextInput label="Lote" required maxLength={8} {...form.getInputProps('name')} />
      <NativeSelect
        label="Tipo"
        required
        data={[...(known ? [] : [lot.type]), ...types].map(({ id, name }) => ({
          value: String(id),
          label: name,
        }))}
        {...form.getInputProps('type_id')}
      />
      <NumberField
        label="Área (m²)"
        required
        decimalScale={2}
        min={1}
        max={100_000}
        {...form.getInputProps('area_m2')}
      />
      <MoneyInput
        label="Recargo sobre el precio del modelo"
        centavos={values.premium_centavos}
        onCentavos={(cents) => form.setFieldValue('premium_centavos', cents)}
        error={form.errors['premium_centavos']}
      />
      <Checkbox
        label="Fuera de la venta"
        description={
          lot.sale && !lot.withheld
            ? 'Una venta lo tiene: libéralo antes de retirarlo.'
            : 'Casa modelo, tema legal: nadie lo puede escoger.'
        }
        disabled={lot.sale !== null && !lot.withheld}
        {...form.getInputProps('withheld', { type: 'checkbox' })}
      />
      {values.withheld && (
        <TextInput label="Motivo" required maxLength={200} {...form.getInputProps('withheld_reason')} />
      )}
      <LotHistory id={lot.id} />
    </FormDrawer>
  );
}
