import { NativeSelect, TextInput } from '@mantine/core';
import { NumberField } from '#web/office/ui/NumberField.tsx';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { changeApplication, type Application } from '#contract/banking/applications/applications.ts';
import { getSaleBanks } from '#contract/banking/requirements/requirements.ts';
import { queryOf, useAction } from '#web/office/lib/query.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { MoneyInput } from '#web/office/ui/MoneyInput.tsx';

/** Who answers at the bank, how much is asked for, and the bank's own number. */
export function EditApplicationDrawer({
  application: one,
  onClose,
}: {
  application: Application;
  onClose: () => void;
}) {
  const query = useQuery(queryOf(getSaleBanks, { params: { id: one.sale.id }, query: {} }));
  const people = query.data?.data.offered.find(({ id }) => id === one.bank.id)?.executives ?? [];
  const save = useAction(changeApplication, {
    success: 'Solicitud guardada.',
    inline: true,
  });
  const form = useForm({
    initialValues: {
      ejecutivo_id: one.executive ? String(one.executive.id) : '',
      monto_centavos: one.requested_centavos,
      plazo_meses: (one.term_months ?? '') as number | string,
      referencia: one.bank_reference,
    },
  });
  const known = one.executive && !people.some(({ id }) => id === one.executive?.id) ? [one.executive] : [];
  return (
    <FormDrawer
      title={`Solicitud a ${one.bank.name}`}
      opened
      onClose={onClose}
      form={form}
      submitLabel="Guardar"
      loading={save.isPending}
      submitError={save.error}
      onSubmit={({ ejecutivo_id, monto_centavos, plazo_meses, referencia }) =>
        save.mutate(
          {
            params: { id: one.id },
            body: {
              ejecutivo_id: ejecutivo_id ? Number(ejecutivo_id) : null,
              monto_centavos,
              plazo_meses: plazo_meses === '' ? null : Number(plazo_meses),
              referencia,
              version: one.version,
            },
          },
          { onSuccess: onClose },
        )
      }
    >
      <NativeSelect
        label="Ejecutivo del banco"
        data={[
          { value: '', label: 'Sin ejecutivo' },
          ...[...known, ...people].map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        {...form.getInputProps('ejecutivo_id')}
      />
      <MoneyInput
        label="Monto solicitado"
        required
        centavos={form.values.monto_centavos}
        onCentavos={(cents) => form.setFieldValue('monto_centavos', cents ?? 0)}
        error={form.errors['monto_centavos']}
      />
      <NumberField
        label="Plazo (meses)"
        min={1}
        max={480}
        hideControls
        {...form.getInputProps('plazo_meses')}
      />
      <TextInput label="Número que dio el banco" maxLength={60} {...form.getInputProps('referencia')} />
    </FormDrawer>
  );
}
